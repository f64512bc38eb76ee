import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import CarrelViews
import Foundation

/// `carrel quarantine`: the documents that were set aside, because they are not what was promised.
enum QuarantineCommand {
    static let spec = CommandSpec(
        name: "quarantine", operands: "list | accept ITEM … | discard ITEM …",
        summary: "Show, accept or discard what was set aside",
        discussion: """
            When a server sends something else than was promised, such as a login page instead of a PDF, Carrel sets
            it aside with the reason instead of storing it. accept stores it after all, discard removes it for good.
            ITEM is its number in the list that carrel quarantine list printed last in this terminal, the name of the
            document or its title.
            """,
        options: [OptionSpec(name: "--all", help: "discard everything"), Workspace.wait],
        operandCount: 0...10_000, completes: [[.words(["list", "accept", "discard"])], [.quarantined]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let names = Array(invocation.operands.dropFirst())
        let deed = invocation.operands.first ?? "list"
        switch (deed, names.isEmpty, invocation.has("--all")) {
        case ("list", true, false): return try await list(workspace)
        case ("accept", false, false): return try await accept(names, workspace)
        case ("discard", false, false), ("discard", true, true): return try await discard(names, workspace)
        case ("accept", true, _), ("discard", true, false):
            throw usage("which document? carrel quarantine list shows them")
        default:
            let wrong = ["list", "accept", "discard"].contains(deed) ? "" : "“\(deed.singleLine)”: "
            throw usage("\(wrong)expected list, accept ITEM … or discard ITEM …")
        }
    }

    private static func usage(_ reason: String) -> CommandError {
        CommandError.usage("quarantine", reason)
    }

    private static func find(_ texts: [String], _ desk: Desk) async throws -> [QuarantineEntry] {
        let entries = try await desk.quarantine()
        let printed = try await desk.printedList(of: TerminalName.ofQuarantine)
        let found = try texts.map { text in
            let matches = entries.filter { $0.isNamed(text, in: printed) }
            guard let match = matches.first, matches.count == 1 else {
                throw notFound(text, matches: matches.count)
            }
            return match
        }
        // What is named twice is there once.
        return found.uniqued(on: \.document.token)
    }

    private static func notFound(_ text: String, matches: Int) -> CommandError {
        guard matches > 0 || Int(text) == nil else {
            return CommandError(
                of: "quarantine",
                "the list that was printed last has no “\(text)” that is still set aside; "
                    + "carrel quarantine list prints another")
        }
        let what = matches > 0 ? "there are \(matches) called" : "there is no"
        return CommandError(
            of: "quarantine", "\(what) “\(text)” in the quarantine; carrel quarantine list shows them")
    }

    // MARK: The three

    private static func list(_ workspace: Workspace) async throws -> ExitStatus {
        let desk = try await workspace.desk()
        let entries = try await desk.quarantine()
        var areKnown = false
        // Programs have the names of the files.
        if !workspace.isJSON, !entries.isEmpty {
            areKnown = await desk.notePrinted(
                entries.map { ($0.number, $0.fileKey) }, on: TerminalName.ofQuarantine)
        }
        // Numbers that were not remembered would mean what an earlier list called so.
        let names = entries.map { areKnown ? "\($0.number)" : $0.document.token }
        var first: String?
        for (entry, name) in zip(entries, names) {
            let isGone = await desk.isGone(entry.document)
            if !isGone, first == nil { first = ShellWord.text(name) }
            let file = await desk.localFile(of: entry.document)
            if workspace.isJSON {
                JSONLine.write(QuarantineRow(entry, file: file))
            } else {
                let document = entry.document
                let item = ((document.key.map { $0.collection + ": " } ?? "") + entry.title).singleLine
                LineWriter.output.line("\(name.singleLine)  \(item)  \(ByteCount(document.digest.size))")
                LineWriter.output.line("   " + document.reason.singleLine)
                let url = ShownText.of(document.origin.url).singleLine
                LineWriter.output.line(
                    "   "
                        + [DateText.text(document.date), url].filter { !$0.isEmpty }.joined(separator: "  "))
                if let file { LineWriter.output.line("   " + file.path.singleLine) }
                if isGone {
                    LineWriter.output.line("   its file is gone; the next sync takes it off this list")
                }
            }
        }
        guard workspace.tells else { return .success }
        if names.isEmpty { LineWriter.output.line("nothing is set aside") }
        guard let first else { return .success }
        let (accept, discard) = ("carrel quarantine accept", "carrel quarantine discard")
        LineWriter.error.line(
            """
            store it after all: \(workspace.hints.completing("\(accept) \(first)")); \
            remove it: \(workspace.hints.completing("\(discard) \(first)"))
            """.singleLine)
        return .success
    }

    private static func accept(_ names: [String], _ workspace: Workspace) async throws -> ExitStatus {
        let desk = try await workspace.desk(.exclusive)
        for entry in try await find(names, desk) {
            let stored = try await desk.accept(entry)
            if workspace.isJSON {
                JSONLine.write(AcceptedRow(item: entry.document.key?.item, stored))
            } else if !workspace.isQuiet {
                LineWriter.output.line("stored  \(stored.name.singleLine)  \(ByteCount(stored.size))")
            }
        }
        return .success
    }

    private static func discard(_ names: [String], _ workspace: Workspace) async throws -> ExitStatus {
        let desk = try await workspace.desk(.exclusive)
        let chosen = try await names.isEmpty ? desk.quarantine() : find(names, desk)
        let documents = chosen.map(\.document)
        try await desk.discard(documents)
        guard workspace.tells else { return .success }
        if documents.isEmpty { LineWriter.output.line("nothing is set aside") }
        for document in documents {
            let size = ByteCount(document.digest.size)
            LineWriter.output.line("discarded  \(document.name.singleLine)  \(size)")
        }
        return .success
    }
}
