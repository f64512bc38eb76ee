import CarrelBasics
import CarrelModel
import CarrelStages

/// What the collections of a view are called, and their rows: made when somebody asks, and not again for each item that is
/// looked for.
package final class ViewIndex: Sendable {
    /// The rows of one collection, and where entries and documents are among them.
    private struct Known {
        let rows: [LibraryView.Row]
        lazy var entries = Dictionary(rows.enumerated().map { ($1.entry, $0) }) { first, _ in first }
        lazy var documents = Dictionary(grouping: rows.indices) { [rows] in rows[$0].documentKey }
    }

    private struct Kept {
        var collections: [CollectionKey: Known] = [:]
        private var count = 0

        mutating func keep(_ rows: [LibraryView.Row], of key: CollectionKey, atMost most: Int) {
            if count + rows.count > most { self = Kept() }
            let before = collections.updateValue(Known(rows: rows), forKey: key)
            count += rows.count - (before?.rows.count ?? 0)
        }
    }

    private let view: LibraryView
    private let most: Int
    private let made = Locked<CollectionNames?>(nil)
    private let known = Locked(Kept())
    /// The collections that a number was looked up in.
    private let numbered = Locked(Set<CollectionKey>())

    /// - Parameters:
    ///   - view: the view.
    ///   - most: how many rows are kept, or those of the last collection.
    package init(_ view: LibraryView, keeping most: Int = .max) { (self.view, self.most) = (view, most) }

    /// What the collections are called.
    var names: CollectionNames {
        made.withLock { made in
            let names = made ?? CollectionNames(view)
            made = names
            return names
        }
    }

    /// The rows of a collection.
    package func rows(of row: LibraryView.CollectionRow) -> [LibraryView.Row] {
        if let rows = known.withLock({ $0.collections[row.key]?.rows }) { return rows }
        let rows = view.rows(of: row)
        known.withLock { $0.keep(rows, of: row.key, atMost: most) }
        return rows
    }

    /// The row for an entry's key, of a collection.
    package func row(of entry: ItemKey, in row: LibraryView.CollectionRow) -> LibraryView.Row? {
        use(row) { known in known.entries[entry].map { known.rows[$0] } }
    }

    /// The rows of a collection whose documents are recorded under some keys.
    package func rows(
        ofDocuments keys: Set<ItemKey>, in row: LibraryView.CollectionRow
    ) -> [LibraryView.Row] {
        use(row) { known in keys.flatMap { known.documents[$0] ?? [] }.map { known.rows[$0] } }
    }

    /// The row of a number in a collection; one alone is made by itself, and with another one all are.
    func row(number: Int, of row: LibraryView.CollectionRow) -> LibraryView.Row? {
        guard number > 0, number <= row.collection.items.count else { return nil }
        if numbered.withLock({ $0.insert(row.key).inserted }) { return view.row(number: number, of: row) }
        let rows = rows(of: row)
        // Listed items come first, in order.
        return number <= rows.count ? rows[number - 1] : nil
    }

    private func use<Value: Sendable>(
        _ row: LibraryView.CollectionRow, _ body: (inout Known) -> Value
    ) -> Value {
        let rows = rows(of: row)
        return known.withLock { kept in
            // Others may have taken its place meanwhile.
            if kept.collections[row.key] == nil { kept.keep(rows, of: row.key, atMost: most) }
            return body(&kept.collections[row.key, default: Known(rows: rows)])
        }
    }
}
