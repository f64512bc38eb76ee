import CarrelCore
import CarrelModel
import CarrelStages

extension Desk {
    /// The rows of all collections of a view, in its order.
    public func collectionRows(of view: LibraryView) async throws(StoreError) -> [CollectionRow] {
        let selection = try await selection()
        var opened: [String: Set<String>] = [:]
        for catalog in view.catalogs {
            opened[catalog.location] = try await openedCollections(of: catalog.location)
        }
        let names = Dictionary(view.catalogs.map { ($0.location, $0.name) }) { first, _ in first }
        return view.collections.map { row in
            CollectionRow(
                row, catalogName: names[row.key.catalog] ?? nil, stored: view.storedCount(of: row),
                isOpened: row.collection.further == nil
                    || opened[row.key.catalog]?.contains(row.collection.id) == true,
                isSelected: row.key == selection)
        }
    }
}
