import CarrelCore
import Foundation

/// `carrel plan`: what sync would do, and why.
enum PlanCommand {
    static let spec = CommandSpec(
        name: "plan", operands: "[CATALOGUE]", summary: "Show what sync would do, and why, item by item",
        discussion: """
            Changes nothing. With --json the plan is printed as data: keep it in a file, and
            carrel sync --plan FILE does exactly that.
            """, operandCount: 0...1
    ) { try await run(Workspace($0)) }

    /// Plans and prints; `sync --dry-run` is the same.
    static func run(_ workspace: Workspace) async throws -> ExitStatus {
        let notices = NoticePrinter()
        let session = try await workspace.open(
            .shared, catalogue: workspace.invocation.operands.first, readsCatalogue: true, observer: notices)
        guard session.pipeline.source != nil else { throw SyncCommand.noCatalogue }
        let catalog = try await session.pipeline.readCatalog(records: false)
        let plan = try await session.pipeline.plan(catalog)
        if workspace.isJSON {
            LineWriter.output.line(PlanFile.header(of: plan))
            LineWriter.output.lines(plan.entries.lazy.map(PlanFile.line))
        } else {
            print(plan, workspace)
        }
        return .success
    }

    private static func print(_ plan: Plan, _ workspace: Workspace) {
        TextTable.write(plan.entries) { entry in
            [
                entry.action.rawValue, entry.collection, TextTable.cut(entry.item.title.singleLine, to: 50),
                entry.bytes.map { ByteCount($0).description } ?? "", entry.reason,
            ]
        }
        guard !workspace.isQuiet else { return }
        let counts = PlanEntry.Action.allCases.compactMap { action -> String? in
            let count = plan.entries.count { $0.action == action }
            return count > 0 ? "\(count) \(action.rawValue)" : nil
        }
        let known = plan.entries.lazy.compactMap(\.bytes).reduce(0, +)
        LineWriter.output.line(
            (counts.isEmpty ? "nothing is listed" : counts.joined(separator: ", "))
                + (known > 0 ? " · at least \(ByteCount(known))" : ""))
    }
}

/// Prints what is wrong with a catalogue's entries and nothing else.
struct NoticePrinter: PipelineObserver {
    func receive(_ event: PipelineEvent) {
        guard case .problem(let problem) = event else { return }
        LineWriter.error.line("carrel: skipped \(problem.place): \(problem.reason)".terminalSafe)
    }
}
