import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelTerminal
import CarrelViews
import Foundation

/// `carrel plan`: what sync would do, and why.
enum PlanCommand {
    static let spec = CommandSpec(
        name: "plan", operands: "[CATALOGUE]", summary: "Show what sync would do, and why, item by item",
        discussion: """
            Changes nothing. With --json the plan is printed as data: keep it in a file, and
            carrel sync --plan FILE does exactly that.
            """, options: [SyncCommand.retryFailed], operandCount: 0...1, completes: [[.catalog, .file]]
    ) { try await run(Workspace($0)) }

    /// Plans and prints; `sync --dry-run` does the same.
    ///
    /// A catalogue that cannot be read does not stop the others.
    static func run(_ workspace: Workspace) async throws -> ExitStatus {
        let choices = try await workspace.choices(workspace.invocation.operands)
        guard choices.count > 1 else { return try await run(choices[0], workspace) }
        let failures = CatalogFailures(workspace, eventsOfRun: false)
        for choice in choices {
            if let name = choice.name { heading(name, workspace) }
            do {
                _ = try await run(choice, workspace)
            } catch {
                try failures.add(CatalogLabel(name: choice.name), error)
            }
        }
        return failures.worst
    }

    /// Prints a heading for one of several catalogues.
    private static func heading(_ name: String, _ workspace: Workspace) {
        guard !workspace.isJSON, !workspace.isQuiet else { return }
        LineWriter.error.line(workspace.terminal.styled(name.singleLine, .bold))
    }

    private static func run(_ choice: Workspace.Choice, _ workspace: Workspace) async throws -> ExitStatus {
        let desk = try await workspace.desk(reading: [choice])
        let (plan, room) = try await Spinner.showing(workspace, waitingFor: "the catalogue") {
            try await desk.plan(retriesFailed: workspace.invocation.has(SyncCommand.retryFailed.name))
        }
        if workspace.isJSON {
            // A plan that is applied later needs its full URLs.
            LineWriter.output.line(PlanFile.header(of: plan), showsAll: true)
            LineWriter.output.lines(plan.entries.lazy.map(PlanFile.line), showsAll: true)
            warnOfSecrets(plan)
        } else {
            print(plan, workspace)
            print(room, for: plan, workspace)
        }
        return .success
    }

    /// Warns that a plan holds secrets, which are not shown anywhere else.
    private static func warnOfSecrets(_ plan: Plan) {
        let urls = [plan.catalog] + plan.entries.lazy.compactMap(\.item.url)
        guard urls.contains(where: { ShownText.of($0) != KeyPlaceholder.shown($0) }) else { return }
        LineWriter.error.line(
            "warning: the plan holds URLs with a key or a token in them, which a sync needs; keep it to yourself"
        )
    }

    private static func print(_ plan: Plan, _ workspace: Workspace) {
        let distinctions = plan.distinctions
        TextTable.write(plan.entries, shrinking: 2) { entry in
            let distinction = distinctions[entry.collection]?[entry.item.id].map { " · " + $0 } ?? ""
            return [
                entry.action.rawValue, entry.collection,
                TextWidth.cut((entry.item.title + distinction).singleLine, to: 50),
                entry.bytes.map { ByteCount($0).description } ?? "", entry.reason,
            ]
        }
        guard !workspace.isQuiet else { return }
        let counts = PlanEntry.Action.allCases.compactMap { action -> String? in
            let count = plan.entries.count { $0.action == action }
            return count > 0 ? "\(count) \(action.rawValue)" : nil
        }
        LineWriter.output.line(counts.isEmpty ? "nothing to show" : counts.joined(separator: ", "))
    }

    /// Prints how many bytes the plan transfers, and how many may be fetched.
    private static func print(_ room: Desk.Room, for plan: Plan, _ workspace: Workspace) {
        let transfers = plan.entries.lazy.filter(\.action.transfers)
        guard !workspace.isQuiet, transfers.first != nil else { return }
        let known = transfers.compactMap(\.bytes).reduce(0, +)
        let unknown = transfers.count { $0.bytes == nil }
        let sizes = [
            known > 0 ? "at least \(ByteCount(known))" : nil,
            unknown > 0 ? "\(unknown) of unknown size" : nil,
        ]
        var parts = ["to transfer: " + sizes.compactMap { $0 }.joined(separator: ", ")]
        if let budget = room.budget { parts.append("budget \(ByteCount(budget))") }
        if let free = room.free {
            let left = room.reserve > 0 ? ", \(ByteCount(room.reserve)) to be kept free" : ""
            parts.append("\(ByteCount(free)) free\(left)")
        }
        LineWriter.output.line(parts.joined(separator: " · "))
    }
}
