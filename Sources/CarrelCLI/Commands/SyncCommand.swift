import CarrelCore
import CarrelStandard
import CarrelViews
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
            retryFailed, Workspace.wait,
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
        let choices = try workspace.choices(invocation.operands)
        JSONEventPrinter.begin(workspace)
        return try await forEach(choices, workspace) { choice in
            let label = choices.count > 1 || choice.name != nil ? label(choice, workspace) : nil
            let summary = try await sync(choice, workspace, label, spent: spent.value)
            spent.withLock { $0 += summary.bytes }
            return summary.hasFailures ? .failedItems : .success
        } failed: { choice, reason in
            if workspace.isJSON {
                JSONLine.write(EventRow(failed: label(choice, workspace), reason: reason))
            }
        }
    }

    private static func label(_ choice: Workspace.Choice, _ workspace: Workspace) -> CatalogueLabel {
        CatalogueLabel(location: (try? workspace.builder(choice))?.catalogLocation, name: choice.name)
    }

    /// Does something with each catalogue, one after the other; one that cannot be read does not stop the others.
    ///
    /// - Parameters:
    ///   - choices: the catalogues.
    ///   - workspace: what the command works with.
    ///   - body: what is done with each.
    ///   - failed: learns of one of several that could not be read, and why.
    /// - Returns: the worst status.
    /// - Throws: the error of the only one, or of a library that can take no more.
    static func forEach(
        _ choices: [Workspace.Choice], _ workspace: Workspace,
        _ body: (Workspace.Choice) async throws -> ExitStatus,
        failed: (Workspace.Choice, _ reason: String) -> Void = { _, _ in }
    ) async throws -> ExitStatus {
        guard choices.count > 1 else { return try await body(choices[0]) }
        var status = ExitStatus.success
        for choice in choices {
            if let name = choice.name { heading(name, workspace) }
            var result: ExitStatus
            do {
                result = try await body(choice)
            } catch {
                let failure = Failure(error)
                // What is wrong with one catalogue is not wrong with the others, unlike the library that they share.
                guard [.catalogue, .configuration].contains(failure.status) else { throw error }
                let reason = failure.message.trimmingPrefix("carrel: ")
                let name = choice.name.map { "\($0): " } ?? ""
                LineWriter.error.line("carrel: \(name)\(reason)".terminalSafe)
                failed(choice, String(reason))
                result = failure.status
            }
            if result.rawValue > status.rawValue { status = result }
        }
        return status
    }

    static let retryFailed = OptionSpec(
        name: "--retry-failed", help: "take only the items whose last try failed")

    private static func sync(
        _ choice: Workspace.Choice, _ workspace: Workspace, _ label: CatalogueLabel?, spent: Int64
    ) async throws -> RunSummary {
        let root = try workspace.builder(choice).makeStore().root
        let reporter = RunReporter(workspace, root: root, catalogue: label)
        let session = try await workspace.open(
            .exclusive, choice, readsCatalogue: true, recovers: false, observer: reporter.observer)
        guard session.pipeline.source != nil else { throw noCatalogue(choice) }
        var pipeline = session.pipeline
        // The budget is one for the whole run.
        pipeline.downloads.spent = spent
        return try await reporter.showing { [pipeline] in
            try await Spinner.showing(workspace, waitingFor: choice.name ?? "the catalogue") {
                try await pipeline.sync(retriesFailed: workspace.invocation.has("--retry-failed"))
            }
        }
    }

    private static func apply(_ file: String, _ workspace: Workspace) async throws -> ExitStatus {
        let plans = try await PlanReading.plans(in: file)
        let root = try workspace.builder().makeStore().root
        let session = try await workspace.open(.exclusive)
        JSONEventPrinter.begin(workspace)
        var result = ExitStatus.success
        var spent: Int64 = 0
        for plan in plans {
            let name = session.pipeline(for: plan.catalog).catalogName
            let label = CatalogueLabel(location: plan.catalog, name: name)
            let reporter = RunReporter(
                workspace, root: root, catalogue: plans.count > 1 || name != nil ? label : nil)
            if plans.count > 1 { heading(name ?? plan.catalog, workspace) }
            var pipeline = session.pipeline(for: plan.catalog)
            pipeline.observer = reporter.observer
            pipeline.downloads.spent = spent
            let isUnread = try await pipeline.listPlanned(plan)
            let summary = try await reporter.showing { [pipeline] () async throws -> RunSummary in
                for entry in plan.entries { pipeline.observer.receive(.planned(entry)) }
                return try await pipeline.apply(plan)
            }
            spent += summary.bytes
            if isUnread {
                let isProfiles = name == nil && session.builder.catalogLocation == plan.catalog
                sayThatMoreIsListed(isProfiles ? nil : name ?? plan.catalog, workspace)
            }
            if summary.hasFailures { result = .failedItems }
        }
        return result
    }

    /// Says which of several catalogues the next lines are about.
    private static func heading(_ name: String, _ workspace: Workspace) {
        guard !workspace.isJSON, !workspace.isQuiet else { return }
        LineWriter.error.line(workspace.terminal.styled(name.singleLine, .bold))
    }

    /// Says what is missing where a plan alone tells what its catalogue lists.
    ///
    /// - Parameters:
    ///   - catalog: the catalogue's name or location; `nil` for that of the profile.
    ///   - workspace: what the command works with.
    private static func sayThatMoreIsListed(_ catalog: String?, _ workspace: Workspace) {
        guard !workspace.isQuiet else { return }
        let operand = catalog.map { catalog in
            let path = URL(string: catalog).flatMap { $0.isFileURL ? $0.path : nil }
            return " " + ShellWord.text(ShownText.of(path ?? catalog))
        }
        LineWriter.error.line(
            "the library lists the documents of the plan only; carrel sync\(operand ?? "") lists the rest"
                .singleLine)
    }

    /// The error for a catalogue that has no source.
    static func noCatalogue(_ choice: Workspace.Choice) -> CommandError {
        guard let name = choice.name else {
            return CommandError(
                status: .usage,
                message: """
                    carrel: no catalogue: name one, as in carrel sync https://example.org/notes.html, or configure one \
                    with source.use
                    """)
        }
        return CommandError(
            status: .configuration,
            message: """
                carrel: the catalogue “\(name)” has no source; give its [[catalogue]] a source.url or a source.path
                """)
    }
}
