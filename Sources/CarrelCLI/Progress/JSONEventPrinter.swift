import CarrelCore
import CarrelViews
import Foundation

/// Prints the events of a run, one JSON object on each line.
struct JSONEventPrinter: PipelineObserver {
    /// The store's folder, for the paths of stored documents.
    let root: URL?
    /// The labels of the catalogues, if there are several.
    var names = CatalogNames()

    /// Prints the first event of a run, with `--json`.
    ///
    /// From then on a slow reader does not hold up the run.
    static func begin(_ workspace: Workspace) {
        guard workspace.isJSON else { return }
        LineWriter.startSpools(always: true)
        JSONLine.write(EventRow.begin)
    }

    /// Prints the last event of a run that had nothing to do, with `--json`.
    static func endIdle(_ workspace: Workspace) {
        guard workspace.isJSON else { return }
        JSONLine.write(EventRow(.finished(RunSummary(), of: ""), root: nil))
    }

    func receive(_ event: PipelineEvent) {
        var row = EventRow(event, root: root)
        if let catalog = event.catalog { row.set(names[catalog]) }
        JSONLine.write(row)
    }
}
