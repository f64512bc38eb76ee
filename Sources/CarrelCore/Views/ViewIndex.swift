import CarrelBasics
import CarrelModel
import CarrelStages

/// What the collections of a view are called, and their rows: made when somebody asks, and not again for each item that is
/// looked for.
final class ViewIndex: Sendable {
    /// The rows of one collection, and where each entry is among them.
    private struct Known {
        let rows: [LibraryView.Row]
        lazy var places = Dictionary(rows.enumerated().map { ($1.entry, $0) }) { first, _ in first }
    }

    private let view: LibraryView
    private let made = Locked<CollectionNames?>(nil)
    private let known = Locked<[CollectionKey: Known]>([:])

    init(_ view: LibraryView) { self.view = view }

    /// What the collections are called.
    var names: CollectionNames {
        made.withLock { made in
            let names = made ?? CollectionNames(view)
            made = names
            return names
        }
    }

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
