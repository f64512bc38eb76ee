import CarrelModel

extension Catalog {
    /// Reports the collections that say nothing of their items now, although some were listed before.
    ///
    /// An empty list says that there are none. Some services say nothing instead, so that this is a doubt: where the next
    /// reading says nothing either, there are none.
    ///
    /// - Parameter earlier: what was listed before.
    mutating func doubtUnsaid(since earlier: Catalog) {
        let former = earlier.collectionsByID
        for collection in collections where collection.saysNothing && collection.further == nil {
            guard collection.items.isEmpty, let earlier = former[collection.id], earlier.further == nil,
                !earlier.items.isEmpty
            else { continue }
            problems.append(
                CatalogProblem(
                    place: collection.id, reason: "nothing is said of its items", gap: .doubtful))
        }
    }
}
