import CarrelBasics

/// The ignored items and collections of a catalogue, and patterns; collections and patterns also cover items listed later.
public struct IgnoreRules: Sendable, Hashable {
    /// The items; `ItemKey.all(of:in:)` stands for a collection.
    public var items: Set<ItemKey>
    /// The patterns, for every catalogue of the library.
    public var patterns: [Glob]
    /// The name of the catalogue, which patterns may begin with.
    public var catalogName: String?

    public init(items: Set<ItemKey> = [], patterns: [Glob] = [], catalogName: String? = nil) {
        (self.items, self.patterns, self.catalogName) = (items, patterns, catalogName)
    }

    /// Whether nothing is ignored.
    public var isEmpty: Bool { items.isEmpty && patterns.isEmpty }

    /// Whether a collection is ignored as a whole.
    public func coverAll(of collection: String, in catalog: String) -> Bool {
        items.contains(.all(of: collection, in: catalog))
    }

    /// The first pattern that covers an item.
    public func pattern(covering item: Item, in collection: String, of catalog: String) -> Glob? {
        guard !patterns.isEmpty else { return nil }
        let names = item.names(in: collection, of: catalog, named: catalogName)
        return patterns.first { names.contains(where: $0.matches) }
    }

    /// Whether an item is ignored; a duplicate is ignored with its original.
    public func cover(_ item: Item, in collection: String, of catalog: String) -> Bool {
        guard !isEmpty else { return false }
        let id = item.duplicateOf ?? item.id
        return items.contains(ItemKey(catalog: catalog, collection: collection, item: id))
            || coverAll(of: collection, in: catalog)
            || pattern(covering: item, in: collection, of: catalog) != nil
    }

    /// Whether they cover the owner of a document that several catalogues list.
    ///
    /// - Parameters:
    ///   - shared: the document.
    ///   - title: the title of its owner.
    /// - Returns: whether the owner is ignored.
    package func coverOwner(of shared: SharedDocument, titled title: String) -> Bool {
        var item = Item(title: title, url: shared.document.requestedURL ?? shared.document.url)
        item.id = shared.owner.item
        return cover(item, in: shared.owner.collection, of: shared.owner.catalog)
    }

    /// The rules that name items of a collection by their titles, as these were known while they had no URL, with the
    /// identities that their URLs give them now; and those that name items by their URLs that have identities of their own
    /// by now.
    ///
    /// The collection may list another item by that identity still.
    package func ofAvailable(
        in collection: ItemCollection, of catalog: String
    ) -> [(from: ItemKey, to: ItemKey)] {
        guard !items.isEmpty else { return [] }
        return collection.items.compactMap { item in
            guard let url = item.url, item.duplicateOf == nil else { return nil }
            let known = Item.identity(of: url)
            let former = ItemKey(
                catalog: catalog, collection: collection.id, item: item.givenID == known ? item.title : known)
            guard items.contains(former) else { return nil }
            return (from: former, to: ItemKey(catalog: catalog, collection: collection.id, item: item.id))
        }
    }

    /// Has rules that name items hold for others in their place.
    package mutating func move(_ moves: [(from: ItemKey, to: ItemKey)]) {
        let known = moves.filter { items.contains($0.from) }
        for move in known { items.remove(move.from) }
        for move in known { items.insert(move.to) }
    }
}

extension ItemKey {
    /// The key of an ignored collection: no item has an empty identity.
    public static func all(of collection: String, in catalog: String) -> ItemKey {
        ItemKey(catalog: catalog, collection: collection, item: "")
    }

    /// Whether it stands for a whole collection, among what is ignored.
    public var isWholeCollection: Bool { item.isEmpty }
}

extension Item {
    /// The texts that a pattern may match: title and URL, and the title after its collection and its catalogue.
    package func names(in collection: String, of catalog: String, named name: String?) -> [String] {
        var names = [title, "\(collection)/\(title)", "\(catalog)#\(collection)/\(title)"]
        if let url { names.append(url) }
        if let name { names.append("\(name)/\(collection)/\(title)") }
        return names
    }
}
