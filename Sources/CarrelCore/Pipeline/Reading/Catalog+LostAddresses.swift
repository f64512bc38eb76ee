import CarrelModel

/// Items whose catalogue gives them no address of their own that can be fetched, as it may have done before.
extension Catalog {
    /// Has items without an address of their own be those that were listed before.
    ///
    /// Where only the latest items are listed, another one may have the title of one without an identity.
    ///
    /// - Parameter earlier: what was listed before.
    mutating func keepIdentities(of earlier: Catalog) {
        let former = Dictionary(earlier.collections.map { ($0.id, $0) }) { first, _ in first }
        let titlesTell = !listsLatestOnly
        changeCollections { collection in
            guard let earlier = former[collection.id] else { return }
            collection.keepFromPages(of: earlier)
            if titlesTell { collection.keepIdentities(of: earlier) }
        }
    }
}

extension ItemCollection {
    /// Gives items no address while their catalogue names only the page of one that had another document.
    ///
    /// It would be stored under that one's name.
    ///
    /// - Parameter earlier: the collection as it was listed before.
    fileprivate mutating func keepFromPages(of earlier: ItemCollection) {
        let pages = items.indices.filter { items[$0].isPage }
        guard !pages.isEmpty else { return }
        let others = Set(earlier.items.lazy.filter { $0.page != nil && !$0.isPage }.map(\.id))
        let lost = pages.filter { others.contains(items[$0].id) }
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
