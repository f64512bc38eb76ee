import CarrelBasics
import CarrelCore
import CarrelViews
import Foundation

/// Prints the events of a run, one JSON object on each line.
struct JSONEventPrinter: PipelineObserver {
    /// The store's folder, for the paths of stored documents.
    let root: URL?
    /// The labels of the catalogues, if there are several.
    var names = CatalogNames()

    /// Whether events came after the last summary; `nil` if no summary is promised.
    private static let isOpen = Locked<Bool?>(nil)

    /// Prints the first event of a run, with `--json`.
    ///
    /// From then on a slow reader does not hold up the run.
    ///
    /// - Parameters:
    ///   - workspace: what the command works with.
    ///   - endsWithSummary: whether a summary is the last event.
    static func begin(_ workspace: Workspace, endsWithSummary: Bool = true) {
        guard workspace.isJSON else { return }
        LineWriter.startSpools(always: true)
        if endsWithSummary { isOpen.withLock { $0 = true } }
        JSONLine.write(EventRow.begin)
    }

    /// Prints the last event of a run that had nothing to do, with `--json`.
    static func endIdle(_ workspace: Workspace) {
        guard workspace.isJSON else { return }
        end()
    }

    /// Prints the last event of a run that was interrupted before it had planned anything, or while it waited for what is due.
    static func endInterrupted() {
        if isOpen.value == true { end() }
    }

    private static func end() {
        note(isOpen: false)
        JSONLine.write(EventRow(.finished(RunSummary(), of: ""), root: nil))
    }

    private static func note(isOpen now: Bool) {
        isOpen.withLock { isOpen in
            guard isOpen != nil else { return }
            isOpen = now
        }
    }

    func receive(_ event: PipelineEvent) {
        if case .finished = event { Self.note(isOpen: false) } else { Self.note(isOpen: true) }
        var row = EventRow(event, root: root)
        if let catalog = event.catalog { row.set(names[catalog]) }
        JSONLine.write(row)
    }
}
