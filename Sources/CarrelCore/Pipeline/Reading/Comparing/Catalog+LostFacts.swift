import CarrelModel

extension Catalog {
    // A fact of one item may come and go.
    private static let fewest = 2
    private static let mostReported = 10

    /// A problem for each fact that several items had at an earlier reading and none has now: the site was probably
    /// changed, and what reads it must be, too.
    ///
    /// Items of further catalogues do not count, because they are read at other times. Nor does a catalogue without items
    /// or one that lists its latest items only.
    func lostFacts(since earlier: Catalog) -> [CatalogProblem] {
        let (former, present) = (earlier.facts, facts)
        guard present.items > 0, !listsLatestOnly else { return [] }
        let lost = former.counts.filter { $0.value >= Self.fewest && present.counts[$0.key] == nil }
        return lost.sorted { $0.key < $1.key }.prefix(Self.mostReported).map { fact, count in
            CatalogProblem(
                place: "items",
                reason: "no item has \(fact) any longer; \(count) had it at the last reading. "
                    + "If the site was changed, what the profile says of it must be, too")
        }
    }

    /// How many items have each fact.
    private var facts: (items: Int, counts: [String: Int]) {
        var (items, counts) = (0, [String: Int]())
        for collection in collections where collection.further == nil {
            for item in collection.items {
                items += 1
                if item.url != nil { counts["an address", default: 0] += 1 }
                if item.subtitle != nil { counts["a subtitle", default: 0] += 1 }
                for label in Set(item.details.lazy.map(\.label)) { counts["“\(label)”", default: 0] += 1 }
            }
        }
        return (items, counts)
    }
}
