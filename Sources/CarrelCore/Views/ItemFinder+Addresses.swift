import CarrelModel
import CarrelStages

/// What a person can write to name what is shown.
extension ItemFinder {
    /// What `item(_:)` finds a row by: `COLLECTION/NUMBER`, or the name of a document that is no longer listed.
    public func address(of row: LibraryView.Row) -> String {
        if row.number == 0, let document = row.document { return document.name }
        let key = CollectionKey(catalog: row.key.catalog, collection: row.key.collection)
        return "\(view.collection(key).map { address(of: $0) } ?? row.key.collection)/\(row.number)"
    }

    /// Says that what was to name an item names a collection, and which item to take instead; `nil` if it names none.
    public func noItem(_ text: String) -> FindError? {
        guard let row = try? collection(text) else { return nil }
        let address = address(of: row)
        let first =
            row.collection.items.isEmpty && row.collection.further == nil
            ? "it lists no items" : "its first item is \(address)/1, and carrel list \(address) shows all"
        return FindError(
            reason: "“\(text)” is a collection, \(row.collection.title), not an item; \(first)",
            candidates: [])
    }
}
