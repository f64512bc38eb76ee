import CarrelModel

extension Catalog {
    /// Has collections keep the items that were listed before if nothing is said of them now, and reports that.
    ///
    /// An empty list says that there are none. Some services say nothing instead, so that this holds for one reading: where the
    /// next one says nothing either, there are none.
    ///
    /// - Parameter earlier: what was listed before.
    mutating func keepUnsaid(of earlier: Catalog) {
        let hasDoubted = earlier.hasDoubted
        let former = Dictionary(earlier.collections.map { ($0.id, $0) }) { first, _ in first }
        var kept: [CatalogProblem] = []
        changeCollections { collection in
            guard collection.saysNothing, collection.further == nil, collection.items.isEmpty,
                let earlier = former[collection.id], earlier.further == nil, !earlier.items.isEmpty
            else { return }
            let problem = CatalogProblem.unsaid(earlier.items.count, of: collection.id)
            guard !hasDoubted(problem) else { return }
            collection.items = earlier.items
            collection.markDuplicates()
            kept.append(problem)
        }
        problems += kept
    }
}

extension CatalogProblem {
    /// That nothing is said of a collection's items.
    fileprivate static func unsaid(_ count: Int, of collection: String) -> CatalogProblem {
        let (those, stay) = count == 1 ? ("the one that was", "stays") : ("the \(count) that were", "stay")
        return CatalogProblem(
            place: collection,
            reason: "nothing is said of its items; \(those) listed before \(stay) listed, "
                + "until the next reading says nothing of them either", gap: .doubtful)
    }
}
