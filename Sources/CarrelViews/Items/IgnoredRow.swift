import CarrelModel

/// Something that is ignored: a pattern, an item, or a whole collection.
public struct IgnoredRow: Encodable, Sendable {
    /// The pattern.
    public var pattern: String?
    /// The item, by its catalogue's location, its collection and its identity there; a whole collection has no `item`.
    public var catalog, collection, item: String?
    /// The text that names it on a command line, and its title; `nil` if it is not listed.
    public var address, title: String?

    public init(pattern: String) { self.pattern = pattern }

    public init(_ key: ItemKey, address: String?, title: String?) {
        (catalog, collection) = (key.catalog, key.collection)
        item = key.isWholeCollection ? nil : key.item
        (self.address, self.title) = (address, title)
    }
}
