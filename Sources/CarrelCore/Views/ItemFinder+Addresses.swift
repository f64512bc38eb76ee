import CarrelBasics
import CarrelModel
import CarrelStages

/// Gives the texts by which the user can name what is shown.
extension ItemFinder {
    /// A text by which `item(_:)` finds a row: `COLLECTION/NUMBER`, or the name of a document that is no longer listed.
    public func address(of row: LibraryView.Row) -> String {
        if row.number == 0, let document = row.document { return document.name }
        guard let collection = collectionNames.row(of: CollectionKey(of: row.key)) else {
            return "\(row.key.collection)/\(row.number)"
        }
        let scope = scope(of: collection)
        let address = "\(scope)/\(row.number)"
        // A collection may have that name, as the folder `COMP304/3` has.
        return collectionNames.places(named: address).isEmpty ? address : "\(scope)/\(row.item.title)"
    }

    /// The error for a text that names a collection instead of an item, with a suggestion; `nil` if it names no
    /// collection.
    public func noItem(_ text: String) -> FindError? {
        guard let row = try? collection(text) else { return nil }
        let address = address(of: row)
        let first =
            row.collection.items.isEmpty && row.collection.further == nil
            ? "it lists no items"
            : "its first item is \(address)/1"
        return FindError(
            "“\(text)” is a collection, \(row.collection.title), not an item; \(first)", remedy: .list)
    }
}
