import CarrelModel

extension Catalog {
    /// Its collections by their names; of equal ones, the first.
    var collectionsByID: [String: ItemCollection] {
        Dictionary(collections.map { ($0.id, $0) }) { first, _ in first }
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
