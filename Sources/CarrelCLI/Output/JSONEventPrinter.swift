import CarrelCore
import CarrelViews
import Foundation

/// Prints the events of a run as one object a line.
struct JSONEventPrinter: PipelineObserver {
    /// The store's folder, for the paths of stored documents.
    let root: URL?
    /// The catalogue that the run is about, where it is one of several.
    var catalogue: CatalogueLabel?

    /// Prints the first event of a run, with `--json`.
    static func begin(_ workspace: Workspace) {
        if workspace.isJSON { JSONLine.write(EventRow.begin) }
    }

    func receive(_ event: PipelineEvent) {
        var row = EventRow(event, root: root)
        row.set(catalogue)
        JSONLine.write(row)
    }
}
