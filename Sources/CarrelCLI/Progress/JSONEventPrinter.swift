import CarrelCore
import CarrelViews
import Foundation

/// Prints the events of a run as one object a line.
struct JSONEventPrinter: PipelineObserver {
    /// The store's folder, for the paths of stored documents.
    let root: URL?
    /// What tells the catalogues from each other, where that is to be said.
    var names = CatalogNames()

    /// Prints the first event of a run, with `--json`.
    ///
    /// Whoever reads it and what follows does not hold up the run.
    static func begin(_ workspace: Workspace) {
        guard workspace.isJSON else { return }
        LineWriter.output.startSpool()
        JSONLine.write(EventRow.begin)
    }

    func receive(_ event: PipelineEvent) {
        var row = EventRow(event, root: root)
        if let catalog = event.catalog { row.set(names[catalog]) }
        JSONLine.write(row)
    }
}
