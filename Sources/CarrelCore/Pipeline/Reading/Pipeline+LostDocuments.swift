import CarrelModel
import CarrelStages

/// Entries that had documents of their own, and have only their pages now.
extension Pipeline {
    /// Gives them no address where such a document is stored, and says once how many they are.
    ///
    /// Their page would be stored under that one's name. Where none is stored, it takes nobody's place.
    ///
    /// - Parameters:
    ///   - catalog: what was read.
    ///   - location: where the catalogue is.
    ///   - earlier: what was listed before.
    /// - Throws: `PipelineError` if the library cannot be read.
    func keepFromPages(
        _ catalog: inout Catalog, at location: String, since earlier: Catalog?
    ) async throws(PipelineError) {
        let pages = catalog.items(at: location) { $0.isPage }
        guard let earlier, !pages.isEmpty else { return }
        let former = earlier.items(at: location) { $0.page != nil && !$0.isPage }
        let lost = former.keys.filter { pages[$0] != nil }
        guard !lost.isEmpty else { return }
        let memory = try await asPipelineError { () async throws(StoreError) in
            try await library.memory(ofItems: lost)
        }
        let kept = Set(
            lost.filter { key in memory[key]?.ofDocument { $0.listedURL != pages[key]?.url } == true })
        catalog.changeCollections { $0.loseAddresses(of: kept, at: location) }
        // Of those that had no address before, it was said then.
        let new = kept.count(where: { former[$0]?.url != nil })
        if new > 0 { catalog.problems.append(.pagesAlone(new)) }
    }
}

extension Catalog {
    /// Some of its items by their keys.
    fileprivate func items(at location: String, where isMeant: (Item) -> Bool) -> [ItemKey: Item] {
        var found: [ItemKey: Item] = [:]
        for collection in collections {
            for item in collection.items where isMeant(item) {
                found[ItemKey(catalog: location, collection: collection.id, item: item.id)] = item
            }
        }
        return found
    }
}

extension ItemCollection {
    fileprivate mutating func loseAddresses(of keys: Set<ItemKey>, at location: String) {
        let lost = items.indices.filter {
            items[$0].isPage
                && keys.contains(ItemKey(catalog: location, collection: id, item: items[$0].id))
        }
        guard !lost.isEmpty else { return }
        for index in lost { items[index].url = nil }
        // Entries with one page were the same document.
        for index in items.indices where items[index].duplicateOf != nil { items[index].duplicateOf = nil }
        markDuplicates()
    }
}

extension Item {
    /// Whether its page is its document.
    fileprivate var isPage: Bool { page != nil && page == url }
}

extension CatalogProblem {
    /// The problem for entries that have only their pages now, and keep the documents that they had.
    fileprivate static func pagesAlone(_ count: Int) -> CatalogProblem {
        let what =
            count == 1
            ? "1 entry has only its page now, and keeps its document"
            : "\(count) entries have only their pages now, and keep their documents"
        return CatalogProblem(place: "items", reason: "\(what). parse.documents = \"pages\" fetches pages")
    }
}
