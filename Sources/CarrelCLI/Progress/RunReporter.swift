import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelStages
import CarrelViews
import Foundation

/// Chooses how a run is shown, and shows it: bars on a terminal, lines elsewhere, objects with `--json`.
struct RunReporter {
    let observer: any PipelineObserver
    private let display: ProgressDisplay?

    /// Makes a reporter.
    ///
    /// - Parameters:
    ///   - workspace: what the command works with.
    ///   - catalogues: what tells the catalogues from each other, by their locations, where that is to be said.
    /// - Throws: `ConfigurationError` where nothing says where the library is.
    init(_ workspace: Workspace, catalogues: [String: CatalogueLabel] = [:]) throws {
        let root = try workspace.builder().makeStore().root
        var printer = TextEventPrinter(
            terminal: workspace.terminal, isQuiet: workspace.isQuiet, isVerbose: workspace.isVerbose)
        if catalogues.count > 1 {
            printer.names = catalogues.mapValues { $0.name ?? ShownText.of($0.location ?? "") }
        }
        if workspace.isJSON {
            observer = JSONEventPrinter(root: root, catalogues: catalogues)
            display = nil
        } else if workspace.terminal.drawsProgress && !workspace.isQuiet {
            let display = ProgressDisplay(printer: printer)
            self.display = display
            observer = display
        } else {
            observer = printer
            display = nil
        }
    }

    /// Runs something while the bars are kept moving, and takes them away after it.
    func showing<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        guard let display else { return try await body() }
        defer { display.end() }
        let ticker = Task {
            while (try? await Task.sleep(for: .milliseconds(200))) != nil { display.tick() }
        }
        defer { ticker.cancel() }
        return try await body()
    }
}
