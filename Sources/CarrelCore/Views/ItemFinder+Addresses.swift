import CarrelBasics
import CarrelModel
import CarrelStages

/// Gives the texts by which the user can name what is shown.
extension ItemFinder {
    /// A text by which `item(_:)` finds a row: `COLLECTION/NUMBER`, or the name of a document that is no longer listed.
    public func address(of row: LibraryView.Row) -> String {
        if row.number == 0, let document = row.document { return document.name }
        let key = CollectionKey(catalog: row.key.catalog, collection: row.key.collection)
        guard let collection = view.collection(key) else { return "\(row.key.collection)/\(row.number)" }
        let scope = scope(of: collection)
        let address = "\(scope)/\(row.number)"
        return isFree(address, number: row.number) ? address : "\(scope)/\(row.item.title)"
    }

    /// Whether no collection has the name that is the address of an item, as the folder `COMP304/3` has.
    private func isFree(_ address: String, number: Int) -> Bool {
        // Names are compared only where one ends so: lists ask for every row.
        let end = String(number)
        let mayBeTaken = view.collections.contains {
            $0.collection.id.hasSuffix(end) || $0.collection.title.hasSuffix(end)
        }
        return !mayBeTaken || collections(named: address).isEmpty
    }

    /// The error for a text that names a collection instead of an item, with a suggestion; `nil` if it names no
    /// collection.
    public func noItem(_ text: String) -> FindError? {
        guard let row = try? collection(text) else { return nil }
        let address = address(of: row)
        let first =
            row.collection.items.isEmpty && row.collection.further == nil
            ? "it lists no items"
            : "its first item is \(address)/1, and carrel list \(ShellWord.operands(address)) shows all"
        return FindError(
            reason: "“\(text)” is a collection, \(row.collection.title), not an item; \(first)",
            candidates: [])
    }
}
