import CarrelModel

extension Catalog {
    /// Its collections by their names; of equal ones, the first.
    var collectionsByID: [String: ItemCollection] {
        Dictionary(collections.map { ($0.id, $0) }) { first, _ in first }
    }

    /// Its items by their keys, or some of them.
    func itemsByKey(at location: String, where isMeant: (Item) -> Bool = { _ in true }) -> [ItemKey: Item] {
        var found: [ItemKey: Item] = [:]
        for collection in collections {
            for item in collection.items where isMeant(item) {
                found[ItemKey(catalog: location, collection: collection.id, item: item.id)] = item
            }
        }
        return found
    }

    /// Changes every collection in its place.
    mutating func changeCollections(_ change: (inout ItemCollection) -> Void) {
        for section in sections.indices {
            for index in sections[section].collections.indices {
                change(&sections[section].collections[index])
            }
        }
    }
}
