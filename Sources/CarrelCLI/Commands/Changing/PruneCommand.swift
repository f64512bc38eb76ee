import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTerminal
import CarrelViews
import Foundation

/// `carrel prune`: removes documents that nobody needs any longer.
enum PruneCommand {
    private static let age = "--older-than"
    private static let size = "--larger-than"
    private static let edited = "--edited"

    static let spec = CommandSpec(
        name: "prune", summary: "Remove documents and versions that are no longer needed",
        discussion: """
            Without --orphaned, --ignored or --versions it takes all three. It lists what it would remove, then asks;
            without a terminal it needs --yes. What somebody wrote into stays, unless --versions --edited asks for
            versions of documents that are no longer stored.
            """,
        options: [
            OptionSpec(name: "--orphaned", help: "documents that are no longer listed"),
            OptionSpec(name: "--ignored", help: "documents that are ignored"),
            OptionSpec(name: "--versions", help: "earlier versions, also of documents in no catalogue"),
            OptionSpec(
                name: edited, help: "with --versions, also edited ones whose document is no longer stored"),
            OptionSpec(
                name: age, value: "AGE",
                help: "only what was stored longer ago than this, such as 90d, 4w or 12h"),
            OptionSpec(name: size, value: "SIZE", help: "only what is larger than this, such as 10 MiB"),
            OptionSpec(name: "--dry-run", help: "list what would be removed, and remove nothing"),
            OptionSpec(name: "--yes", help: "do not ask"), Workspace.wait,
        ]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let pruning = try pruning(invocation)
        let desk = try await workspace.desk()
        let found = try await Spinner.showing(workspace, waitingFor: "the documents to be looked at") {
            try await desk.prunable(pruning)
        }
        report(found.entries, workspace)
        for failure in found.failures { LineWriter.error.line("kept: \(failure)".singleLine) }
        let removable = found.entries.filter { !$0.stays }
        let isWhole = found.failures.isEmpty
        guard !removable.isEmpty, !invocation.has("--dry-run") else {
            return isWhole ? .success : .failedItems
        }
        let what = words(removable)
        guard
            try await workspace.isWanted(
                "Remove \(what)?", otherwise: "\(what): add --yes to remove them, or --dry-run")
        else { return .failedItems }
        let pruned = try await desk.prune(removable, of: pruning)
        if workspace.tells {
            let size = ByteCount(pruned.removed.reduce(0) { $0 + $1.size })
            let left = removable.count - pruned.removed.count - pruned.kept.count
            LineWriter.output.line(
                "\(pruned.removed.count) removed · \(size)" + (left > 0 ? " · \(left) left" : ""))
        }
        for stays in pruned.kept {
            let name = stays.entry.place ?? stays.entry.name
            LineWriter.error.line("kept: \(name): \(stays.reason)".singleLine)
        }
        if let failure = pruned.failure { throw failure }
        return pruned.kept.isEmpty && isWhole ? .success : .failedItems
    }

    // MARK: What is asked for

    private static func pruning(_ invocation: Invocation) throws -> Desk.Pruning {
        let named = Desk.Pruning.Kind.allCases.filter { invocation.has("--\($0.rawValue)") }
        var pruning = Desk.Pruning(Set(named.isEmpty ? Desk.Pruning.Kind.allCases : named))
        if invocation.has(edited) {
            guard named.contains(.versions) else {
                throw CommandError.usage("prune", "\(edited) is for versions: add --versions")
            }
            pruning.includesEdited = true
        }
        if let text = invocation.value(age) {
            guard let seconds = seconds(text) else {
                throw CommandError.usage(
                    "prune", "\(age) is “\(text.singleLine)”; expected an age such as 90d, 4w or 12h")
            }
            pruning.before = Date(timeIntervalSinceNow: -seconds)
        }
        if let text = invocation.value(size) {
            guard let count = ByteCount(text: text) else {
                throw CommandError.usage(
                    "prune", "\(size) is “\(text.singleLine)”; expected a size such as 10 MiB")
            }
            pruning.largerThan = count.bytes
        }
        return pruning
    }

    /// An age in seconds.
    private static func seconds(_ text: String) -> Double? {
        // No `m`: who means months must not lose what is a minute old.
        let units: [Character: Double] = ["s": 1, "h": 3600, "d": 86400, "w": 7 * 86400]
        guard let unit = text.last.flatMap({ units[$0] }), let number = Double(text.dropLast()),
            number.isFinite, number >= 0
        else { return nil }
        return number * unit
    }

    // MARK: Saying and asking

    private static func report(_ found: [Desk.Prunable], _ workspace: Workspace) {
        if workspace.isJSON { return found.forEach { JSONLine.write(PrunableRow($0)) } }
        guard !found.isEmpty else {
            LineWriter.error.line("nothing to remove")
            return
        }
        TextTable.write(found, shrinking: 1) { entry in
            let version = entry.version.map { "version \($0.number)" } ?? ""
            return [
                entry.stays ? "kept" : entry.kind == .versions ? version : entry.kind.rawValue,
                TextWidth.cut(title(of: entry).singleLine, to: 60),
                ByteCount(entry.size).description, entry.date.map(DateText.text) ?? "",
            ] + [remark(on: entry)].compactMap(\.self)
        }
    }

    private static func remark(on entry: Desk.Prunable) -> String? {
        if entry.isUnnamed { return "it waits for its name" }
        if entry.isMissing { return "its file is gone" }
        guard entry.isEdited else { return nil }
        return "somebody wrote into it" + (entry.place.map { ": \($0.singleLine)" } ?? "")
    }

    private static func title(of entry: Desk.Prunable) -> String {
        entry.key.map { "\($0.collection): \(entry.title)" } ?? "\(entry.title), no longer stored"
    }

    /// How much there is to remove.
    private static func words(_ found: [Desk.Prunable]) -> String {
        let versions = found.count { $0.version != nil }
        let parts = [(found.count - versions, "document"), (versions, "version")].filter { $0.0 > 0 }
            .map { Counted.text($0.0, $0.1) }
        let edited = found.count(where: \.isEdited)
        return parts.joined(separator: " and ") + ", \(ByteCount(found.reduce(0) { $0 + $1.size }))"
            + (edited > 0 ? ", \(edited) of them written into by somebody" : "")
    }
}
