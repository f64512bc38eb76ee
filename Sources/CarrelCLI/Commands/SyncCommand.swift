import CarrelCore
import CarrelStandard
import Foundation

/// `carrel sync`: the whole pipeline.
enum SyncCommand {
    static let spec = CommandSpec(
        name: "sync", operands: "[CATALOGUE …]", summary: "Bring the library up to date with a catalogue",
        discussion: """
            CATALOGUE is a path, a URL or - for standard input, and overrides the profile's source. What kind of
            catalogue it is, is recognised from its content unless the profile says so.
            """,
        options: [
            OptionSpec(name: "--dry-run", help: "stop after the plan and change nothing"),
            retryFailed,
            OptionSpec(
                name: "--plan", value: "FILE", help: "apply exactly the plan that carrel plan --json printed"),
        ], operandCount: 0...1000
    ) { invocation in
        let workspace = Workspace(invocation)
        if invocation.has("--dry-run") { return try await PlanCommand.run(workspace) }
        if let file = invocation.value("--plan") {
            guard invocation.operands.isEmpty else {
                throw CommandError(
                    status: .usage,
                    message: "carrel sync: --plan names what to do; a CATALOGUE beside it has no place")
            }
            return try await apply(file, workspace)
        }
        let catalogues: [String?] = invocation.operands.isEmpty ? [nil] : invocation.operands
        var status = ExitStatus.success
        for catalogue in catalogues {
            let result: ExitStatus
            do {
                result = try await sync(catalogue, workspace)
            } catch PipelineError.source(let error) where catalogues.count > 1 {
                LineWriter.error.line("carrel: \(error)".terminalSafe)
                result = .catalogue
            } catch PipelineError.parse(let error) where catalogues.count > 1 {
                LineWriter.error.line("carrel: \(error)".terminalSafe)
                result = .catalogue
            }
            if result.rawValue > status.rawValue { status = result }
        }
        return status
    }

    static let retryFailed = OptionSpec(
        name: "--retry-failed", help: "take only the items whose last try failed")

    private static func sync(_ catalogue: String?, _ workspace: Workspace) async throws -> ExitStatus {
        let root = try workspace.builder(catalogue: catalogue).makeStore().root
        let reporter = RunReporter(workspace, root: root)
        let session = try await workspace.open(
            .exclusive, catalogue: catalogue, readsCatalogue: true, observer: reporter.observer)
        guard session.pipeline.source != nil else { throw noCatalogue }
        let summary = try await reporter.showing {
            try await session.pipeline.sync(retriesFailed: workspace.invocation.has("--retry-failed"))
        }
        return summary.failed + summary.quarantined > 0 ? .failedItems : .success
    }

    private static func apply(_ file: String, _ workspace: Workspace) async throws -> ExitStatus {
        let plan = try readPlan(file)
        let root = try workspace.builder().makeStore().root
        let reporter = RunReporter(workspace, root: root)
        let session = try await workspace.open(.exclusive, observer: reporter.observer)
        let summary = try await reporter.showing { () async throws -> RunSummary in
            for entry in plan.entries { session.pipeline.observer.receive(.planned(entry)) }
            return try await session.pipeline.apply(plan)
        }
        return summary.failed + summary.quarantined > 0 ? .failedItems : .success
    }

    private static func readPlan(_ file: String) throws -> Plan {
        let handle = file == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: file)
        guard let handle, let data = try? handle.read(upToCount: PlanFile.maxSize) ?? Data() else {
            throw CommandError(
                status: .usage, message: "carrel sync: --plan \(file.singleLine): the file could not be read")
        }
        do {
            return try PlanFile.decode(data)
        } catch {
            throw CommandError(status: .usage, message: "carrel sync: --plan \(file): \(error)".terminalSafe)
        }
    }

    static let noCatalogue = CommandError(
        status: .usage,
        message: """
            carrel: no catalogue: name one, as in carrel sync https://example.org/notes.html, or configure one \
            with source.use
            """)
}
