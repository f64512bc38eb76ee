import CarrelModel

extension Catalog {
    /// Changes every collection in its place.
    mutating func changeCollections(_ change: (inout ItemCollection) -> Void) {
        for section in sections.indices {
            for index in sections[section].collections.indices {
                change(&sections[section].collections[index])
            }
        }
    }
}
