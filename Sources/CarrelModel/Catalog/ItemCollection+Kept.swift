import CarrelHTTP

extension ItemCollection {
    /// Has items that are known by addresses keep these where the same ones are listed with TLS now, or without it.
    ///
    /// What is listed by the former address, too, is another item, and so is what was there before under the one that it has now.
    ///
    /// - Parameter earlier: the collection as it was listed before.
    public mutating func keepAddresses(of earlier: ItemCollection) {
        let listed = Set(items.lazy.map(\.id))
        var former: [String: String] = [:]
        for item in earlier.items where !listed.contains(item.id) {
            if let address = item.id.withOtherScheme { former[address] = item.id }
        }
        guard !former.isEmpty else { return }
        for item in earlier.items { former[item.id] = nil }
        var hasChanged = false
        for index in items.indices {
            guard let id = former[items[index].givenID] ?? former[items[index].id] else { continue }
            items[index].unshare()
            items[index].id = id
            hasChanged = true
        }
        if hasChanged { markDuplicates() }
    }

    /// Has items with neither an identity of their own nor an address that can be fetched keep the identities that items of
    /// their titles had.
    ///
    /// A title alone does not tell which stored document is meant, so that it would be no longer listed while the catalogue
    /// gives no address for it. What is listed by its former identity, too, is another item, and so is an item that was there
    /// before under its title: others may have had the same placeholder for an address.
    ///
    /// - Parameter earlier: the collection as it was listed before.
    public mutating func keepIdentities(of earlier: ItemCollection) {
        let listed = Set(items.lazy.map(\.id))
        var former: [String: [String]] = [:]
        for item in earlier.items.reversed()
        where item.id != item.title && item.duplicateOf == nil && !listed.contains(item.id) {
            former[item.title, default: []].append(item.id)
        }
        guard !former.isEmpty else { return }
        let known = Set(earlier.items.lazy.map { NamedItem($0) })
        // Whether an address can be fetched takes long to tell, so that comes last.
        let nameless = items.indices.filter { index in
            let item = items[index]
            return former[item.title] != nil && !known.contains(NamedItem(item)) && item.isKnownByTitleAlone
        }
        guard !nameless.isEmpty else { return }
        for index in nameless {
            guard let id = former[items[index].title]?.popLast() else { continue }
            items[index].unshare()
            items[index].id = id
        }
        markDuplicates()
    }
}

/// An item by its identity and its title.
private struct NamedItem: Hashable {
    var id: String
    var title: String

    init(_ item: Item) { (id, title) = (item.id, item.title) }
}

extension Item {
    /// Whether neither an identity of its own nor an address that can be fetched tells which item it is.
    fileprivate var isKnownByTitleAlone: Bool {
        guard let url else { return givenID == title }
        return givenID == Self.identity(of: url) && RequestTarget.refusal(of: url) != nil
    }
}
