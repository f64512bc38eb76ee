import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelModel
import CarrelStages
import CarrelViews
import Foundation

/// Chooses how a run is shown, and shows it: bars on a terminal, lines elsewhere, objects with `--json`.
struct RunReporter {
    let observer: any PipelineObserver
    private let display: ProgressDisplay?
    private let names: CatalogNames
    /// Runs the commands of `[after]`, where there are any.
    private let hooks: HookRunner?

    /// Makes a reporter.
    ///
    /// - Parameters:
    ///   - workspace: what the command works with.
    ///   - catalogs: what tells the catalogues from each other, by their locations, where that is to be said.
    ///   - choices: the catalogues that are read, by their locations: each has its own commands of `[after]`.
    /// - Throws: `ConfigurationError` if nothing says where the library is.
    init(
        _ workspace: Workspace, catalogs: [String: CatalogLabel] = [:],
        choices: [String: Workspace.Choice] = [:]
    ) throws {
        let root = try workspace.builder().makeStore().root
        var printer = TextEventPrinter(
            terminal: workspace.terminal, isQuiet: workspace.isQuiet, isVerbose: workspace.isVerbose,
            hints: workspace.hints)
        names = CatalogNames(catalogs)
        printer.names = names
        let shown: any PipelineObserver
        if workspace.isJSON {
            shown = JSONEventPrinter(root: root, names: names)
            display = nil
        } else if workspace.terminal.drawsProgress && !workspace.isQuiet {
            let display = ProgressDisplay(printer: printer)
            self.display = display
            shown = display
        } else {
            // A line and a write for each document would cost more than the document.
            if isatty(STDOUT_FILENO) == 0 { LineWriter.output.startSpool() }
            shown = printer
            display = nil
        }
        hooks = try Self.hooks(workspace, root: root, labels: catalogs, choices)
        observer = hooks.map { ObserverPair(shown, $0) } ?? shown
    }

    private static func hooks(
        _ workspace: Workspace, root: URL?, labels: [String: CatalogLabel],
        _ choices: [String: Workspace.Choice]
    ) throws -> HookRunner? {
        let general = HookCommands(try workspace.configuration().after.settings)
        let own = try choices.mapValues { HookCommands(try workspace.configuration($0).after.settings) }
        guard !general.isEmpty || own.values.contains(where: { !$0.isEmpty }) else { return nil }
        return HookRunner(root: root, labels: labels) { location in
            location.flatMap { own[$0] }?.or(general) ?? general
        }
    }

    /// Has each line and each object say which catalogue it is about, where the items are of several.
    func tellApart(_ rows: [LibraryView.Row], in view: LibraryView) {
        let locations = Set(rows.map(\.key.catalog))
        guard locations.count > 1 else { return }
        names.add(
            Dictionary(
                uniqueKeysWithValues: locations.map { location in
                    let name = view.catalogs.first { $0.location == location }?.name
                    return (location, CatalogLabel(location: location, name: name))
                }))
    }

    /// Tells the commands of `[after]` of a catalogue that could not be read.
    func note(failureOf location: String, _ error: any Error) {
        let failure = Failure(error)
        guard failure.status == .catalog else { return }
        hooks?.failed(location, reason: failure.reason, status: Int(failure.status.rawValue))
    }

    /// Runs something while it is shown, and the commands of `[after]` with it.
    func showing<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        guard let hooks else { return try await drawing(body) }
        async let problems = hooks.run()
        let result: Result
        do {
            result = try await drawing(body)
        } catch {
            hooks.finish()
            Self.warn(await problems)
            throw error
        }
        hooks.finish()
        Self.warn(await problems)
        return result
    }

    private static func warn(_ problems: [String]) {
        for problem in problems { LineWriter.error.line("warning: \(problem)".terminalSafe) }
    }

    /// Keeps the bars moving, and takes them away at the end.
    private func drawing<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        guard let display else { return try await body() }
        Interrupt.drawing.withLock { $0 = display }
        defer {
            Interrupt.drawing.withLock { $0 = nil }
            display.end()
        }
        let ticker = Task {
            while (try? await Task.sleep(for: .milliseconds(200))) != nil { display.tick() }
        }
        defer { ticker.cancel() }
        return try await body()
    }
}
