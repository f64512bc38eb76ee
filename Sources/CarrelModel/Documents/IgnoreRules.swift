import CarrelBasics

/// The ignored items of a catalogue, and patterns that also cover items listed later.
public struct IgnoreRules: Sendable, Hashable {
    /// The items.
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
            || pattern(covering: item, in: collection, of: catalog) != nil
    }
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
