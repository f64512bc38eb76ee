import CarrelModel
import CarrelStages

/// Entries that had documents of their own, and have only their pages now.
extension Pipeline {
    /// Gives them no address where such a document is stored, and says once how many they are.
    ///
    /// Their page would be stored under that one's name. Where none is stored, it takes nobody's place. Where it is stored for
    /// another catalogue's item, they keep its address, by which it is theirs, too.
    ///
    /// - Parameters:
    ///   - catalog: what was read.
    ///   - location: where the catalogue is.
    ///   - earlier: what was listed before.
    /// - Throws: `PipelineError` if the library cannot be read.
    func keepFromPages(
        _ catalog: inout Catalog, at location: String, since earlier: Catalog?
    ) async throws(PipelineError) {
        let pages = catalog.itemsByKey(at: location) { $0.isPage }
        guard let earlier, !pages.isEmpty else { return }
        let former = earlier.itemsByKey(at: location) { $0.page != nil && !$0.isPage }
        let lost = former.keys.filter { pages[$0] != nil }
        guard !lost.isEmpty else { return }
        let (stored, shared) = try await asPipelineError { () async throws(StoreError) in
            let memory = try await library.memory(ofItems: lost)
            let stored = lost.filter { key in
                memory[key]?.ofDocument { $0.listedURL != pages[key]?.url } == true
            }
            guard stored.count < lost.count else { return (stored, [ItemKey]()) }
            let shared = try await library.sharedDocuments(of: location)
            return (stored, lost.filter { memory[$0]?.document == nil && shared[$0] != nil })
        }
        var addresses = Dictionary(uniqueKeysWithValues: stored.map { ($0, String?.none) })
        for key in shared { addresses[key] = former[key]?.url }
        catalog.changeCollections { $0.replaceAddresses(by: addresses, at: location) }
        // Of those that had no address before, it was said then.
        let new = stored.count(where: { former[$0]?.url != nil })
        if new > 0 { catalog.problems.append(.pagesAlone(new)) }
    }
}

extension ItemCollection {
    fileprivate mutating func replaceAddresses(by addresses: [ItemKey: String?], at location: String) {
        var hasChanged = false
        for index in items.indices where items[index].isPage {
            let key = ItemKey(catalog: location, collection: id, item: items[index].id)
            guard let address = addresses[key] else { continue }
            items[index].url = address
            hasChanged = true
        }
        guard hasChanged else { return }
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
