import CarrelCore
import CarrelModel
import CarrelStages

/// An item to preview, and whether fetching it failed.
struct FetchedItem {
    var row: LibraryView.Row
    /// The number of items that could not be fetched: 1 or 0.
    var failed = 0

    init(row: LibraryView.Row) { self.row = row }

    /// The item, after downloading it if it is not stored yet.
    init(ifNeeded row: LibraryView.Row, _ desk: Desk, _ workspace: Workspace) async throws {
        self.row = row
        guard row.isFetchedToShow else { return }
        failed = try await Spinner.showing(workspace, waitingFor: row.item.title) {
            let summary = try await desk.request([row.fetchKey], for: Reader())
            return GetCommand.failures(in: summary)
        }
        if let after = try await workspace.view(desk).finder.row(of: row.entry) { self.row = after }
    }
}
