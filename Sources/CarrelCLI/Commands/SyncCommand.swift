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
        let spent = Locked<Int64>(0)
        return try await forEach(try workspace.choices(invocation.operands), workspace) { choice in
            let summary = try await sync(choice, workspace, spent: spent.value)
            spent.withLock { $0 += summary.bytes }
            return summary.hasFailures ? .failedItems : .success
        }
    }

    /// Does something with each catalogue, one after the other; one that cannot be read does not stop the others.
    ///
    /// - Returns: the worst status.
    static func forEach(
        _ choices: [Workspace.Choice], _ workspace: Workspace,
        _ body: (Workspace.Choice) async throws -> ExitStatus
    ) async throws -> ExitStatus {
        guard choices.count > 1 else { return try await body(choices[0]) }
        var status = ExitStatus.success
        for choice in choices {
            if let name = choice.name, !workspace.isJSON, !workspace.isQuiet {
                LineWriter.error.line(workspace.terminal.styled(name, .bold))
            }
            var result: ExitStatus
            do {
                result = try await body(choice)
            } catch {
                let failure = Failure(error)
                guard [.catalogue, .configuration].contains(failure.status) else { throw error }
                let name = choice.name.map { "\($0): " } ?? ""
                LineWriter.error.line((name + failure.message).terminalSafe)
                result = failure.status
            }
            if result.rawValue > status.rawValue { status = result }
        }
        return status
    }

    static let retryFailed = OptionSpec(
        name: "--retry-failed", help: "take only the items whose last try failed")

    private static func sync(
        _ choice: Workspace.Choice, _ workspace: Workspace, spent: Int64
    ) async throws -> RunSummary {
        let root = try workspace.builder(choice).makeStore().root
        let reporter = RunReporter(workspace, root: root)
        let session = try await workspace.open(
            .exclusive, choice, readsCatalogue: true, observer: reporter.observer)
        guard session.pipeline.source != nil else { throw noCatalogue }
        var pipeline = session.pipeline
        // The budget is one for the whole run.
        pipeline.downloads.maxTotal = pipeline.downloads.maxTotal.map { max(0, $0 - spent) }
        return try await reporter.showing { [pipeline] in
            try await Spinner.showing(workspace, waitingFor: choice.name ?? "the catalogue") {
                try await pipeline.sync(retriesFailed: workspace.invocation.has("--retry-failed"))
            }
        }
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
        return summary.hasFailures ? .failedItems : .success
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
