import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelModel
import CarrelOpening
import CarrelStages
import CarrelViews
import Foundation

/// Shows a run: with bars on a terminal, as lines elsewhere, as objects with `--json`.
struct RunReporter {
    let observer: any PipelineObserver
    private let display: ProgressDisplay?
    private let names: CatalogNames
    /// Runs the commands of `[after]`, if there are any.
    private let hooks: HookRunner?

    /// - Parameters:
    ///   - workspace: what the command works with.
    ///   - catalogs: the labels of the catalogues, by location, if there are several.
    ///   - choices: the catalogues to read, by location; each has its own commands of `[after]`.
    ///   - areOfSeveral: whether lines name their catalogue even if no other one is read.
    /// - Throws: `ConfigurationError` if it is not known where the library is.
    init(
        _ workspace: Workspace, catalogs: [String: CatalogLabel] = [:],
        choices: [String: CatalogChoice] = [:], areOfSeveral: Bool = false
    ) throws {
        let root = try workspace.opener.builder().makeStore().root
        var printer = TextEventPrinter(
            terminal: workspace.terminal, isQuiet: workspace.isQuiet, isVerbose: workspace.isVerbose,
            hints: workspace.hints)
        names = CatalogNames(catalogs, areOfSeveral: areOfSeveral)
        printer.names = names
        let shown: any PipelineObserver
        if workspace.isJSON {
            shown = JSONEventPrinter(root: root, names: names)
            display = nil
        } else if workspace.terminal.drawsProgress && !workspace.isQuiet {
            let display = ProgressDisplay(printer: printer, activity: workspace.opener.activity)
            self.display = display
            shown = display
        } else {
            // One write for each line would cost more than a small document.
            LineWriter.startSpools()
            shown = printer
            display = nil
        }
        hooks = try Self.hooks(
            workspace, root: root, labels: catalogs, choices,
            // Bars erase what is written below them.
            tell: display == nil ? nil : LineWriter.message)
        observer = hooks.map { ObserverPair(shown, $0) } ?? shown
    }

    private static func hooks(
        _ workspace: Workspace, root: URL?, labels: [String: CatalogLabel],
        _ choices: [String: CatalogChoice], tell: (@Sendable (String) -> Void)?
    ) throws -> HookRunner? {
        let general = HookCommands(try workspace.opener.configuration().settings(of: AfterSettings.table))
        let own = try choices.mapValues {
            HookCommands(try workspace.opener.configuration($0).settings(of: AfterSettings.table))
        }
        guard !general.isEmpty || own.values.contains(where: { !$0.isEmpty }) else { return nil }
        let named = labels.merging(
            choices.compactMap { location, choice in
                choice.name.map { (location, CatalogLabel(location: location, name: $0)) }
            }
        ) { label, _ in label }
        return HookRunner(
            root: root, labels: named, tell: tell,
            commands: { location in location.flatMap { own[$0] }?.or(general) ?? general })
    }

    /// Adds labels to lines and objects if the items belong to several catalogues.
    func tellApart(_ rows: [LibraryView.Row], in view: LibraryView) {
        let locations = Set(rows.map(\.key.catalog))
        guard locations.count > 1 else { return }
        names.add(
            Dictionary(
                uniqueKeysWithValues: locations.map { location in
                    (location, CatalogLabel(location: location, name: view.catalog(at: location)?.name))
                }))
    }

    /// What a run waits for: its catalogues until they are read, then their documents.
    func wait(for catalogs: String, count: Int = 1) -> @Sendable () -> String {
        { [display] in display?.countOfRead ?? 0 < count ? catalogs : "the documents" }
    }

    /// Runs the command of `[after]` for a catalogue that could not be read.
    func note(failureOf location: String, _ error: any Error) {
        display?.noteRead(location)
        let failure = Failure(error)
        guard failure.status == .catalog else { return }
        hooks?.failed(location, reason: failure.reason, status: Int(failure.status.rawValue))
    }

    /// Does something while showing it, and runs the commands of `[after]`.
    func showing<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        guard let hooks else { return try await drawing(body) }
        async let problems = hooks.run()
        let result = await Swift.Result(of: { try await drawing(body) })
        hooks.finish()
        let turning = display.map { _ in Spinner.begin(waitingFor: { "the commands of [after]" }) }
        let lines = await problems
        if let turning { await Spinner.stop(turning) }
        Self.warn(lines)
        return try result.get()
    }

    private static func warn(_ problems: [String]) {
        for problem in problems { LineWriter.error.line("warning: \(problem)".terminalSafe) }
    }

    /// Does something while updating the bars, and erases them at the end.
    private func drawing<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        guard let display else { return try await body() }
        Terminal.drawing.withLock { $0 = display }
        defer {
            Terminal.drawing.withLock { $0 = nil }
            display.end()
        }
        let ticker = Task {
            while (try? await Task.sleep(for: .milliseconds(200))) != nil { display.tick() }
        }
        defer { ticker.cancel() }
        return try await body()
    }
}
