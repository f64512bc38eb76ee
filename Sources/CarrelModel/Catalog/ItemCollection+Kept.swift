extension ItemCollection {
    /// Has items with neither an address nor an identity of their own keep the identities that items of their titles had.
    ///
    /// A title alone does not tell which stored document is meant, so that it would be no longer listed while the catalogue
    /// gives no address for it. What is listed by its former identity, too, is another item.
    ///
    /// - Parameter earlier: the collection as it was listed before.
    public mutating func keepIdentities(of earlier: ItemCollection) {
        let nameless = items.indices.filter { items[$0].url == nil && items[$0].givenID == items[$0].title }
        guard !nameless.isEmpty else { return }
        let titles = Set(nameless.map { items[$0].title })
        let listed = Set(items.lazy.map(\.id))
        var former: [String: [String]] = [:]
        for item in earlier.items.reversed()
        where titles.contains(item.title) && item.id != item.title && item.duplicateOf == nil
            && !listed.contains(item.id)
        {
            former[item.title, default: []].append(item.id)
        }
        guard !former.isEmpty else { return }
        for index in nameless {
            guard let id = former[items[index].title]?.popLast() else { continue }
            items[index].unshare()
            items[index].id = id
        }
        markDuplicates()
    }
}
