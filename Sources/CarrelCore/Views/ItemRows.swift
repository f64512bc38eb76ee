import CarrelBasics
import CarrelModel
import CarrelStages

/// The rows of a view's collections, made when somebody asks, so that to look for many items does not make them for each.
final class ItemRows: Sendable {
    /// The rows of one collection, and where each entry is among them.
    private struct Known {
        let rows: [LibraryView.Row]
        lazy var places = Dictionary(rows.enumerated().map { ($1.entry, $0) }) { first, _ in first }
    }

    private let view: LibraryView
    private let known = Locked<[CollectionKey: Known]>([:])

    init(_ view: LibraryView) { self.view = view }

    /// The rows of a collection.
    func rows(of row: LibraryView.CollectionRow) -> [LibraryView.Row] { use(row) { $0.rows } }

    /// The row for an entry's key, of a collection.
    func row(of entry: ItemKey, in row: LibraryView.CollectionRow) -> LibraryView.Row? {
        use(row) { known in known.places[entry].map { known.rows[$0] } }
    }

    private func use<Value: Sendable>(
        _ row: LibraryView.CollectionRow, _ body: (inout Known) -> Value
    ) -> Value {
        known.withLock { known in body(&known[row.key, default: Known(rows: view.rows(of: row))]) }
    }
}
