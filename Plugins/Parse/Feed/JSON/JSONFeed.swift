import CarrelJSON
import CarrelJSONReading
import CarrelModel
import CarrelStages

/// A JSON Feed from its first to its last entry.
enum JSONFeed {
    /// Reads the feed among the documents.
    ///
    /// - Throws: `ParseError` for what is none, with its place.
    static func read(
        _ documents: [CatalogDocument], _ maker: EntryItems, _ settings: Settings
    ) throws(ParseError) -> GatheredFeed {
        let json = try CatalogJSON(documents)
        let entries = json.root["items"]
        guard json.root.kind == .object, let list = entries?.elements else {
            throw json.error(entries ?? json.root, expected: "a feed with an array \"items\"")
        }
        let budget = CatalogBudget(json.document, settings)
        var reader = JSONFeedReader(budget)
        var feed = GatheredFeed()
        feed.head = reader.head(json.root)
        for node in list {
            guard budget.goesOn() else { break }
            guard let entry = reader.entry(node) else { continue }
            let items = maker.items(of: entry)
            if items.isEmpty {
                reader.problems.add(node.path.description, EntryItems.nothing, gap: .lasting)
            }
            guard items.allSatisfy({ _ in budget.takeItem() }) else { break }
            feed.items += items
        }
        try budget.conclude()
        try json.refuse(ifUnusable: feed.items.isEmpty, reader.problems.problems)
        reader.problems.add(budget.addressProblem)
        feed.problems = reader.problems
        return feed
    }
}
