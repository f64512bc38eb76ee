import CarrelModel

/// Something that is left alone: a pattern or an item.
public struct IgnoredRow: Encodable, Sendable {
    /// The pattern.
    public var pattern: String?
    /// The item, by its catalogue's location, its collection and its identity there.
    public var catalog, collection, item: String?
    /// What names it on a command line, and what it is called; `nil` if it is not listed.
    public var address, title: String?

    /// A pattern.
    public init(pattern: String) { self.pattern = pattern }

    /// An item.
    public init(_ key: ItemKey, address: String?, title: String?) {
        (catalog, collection, item) = (key.catalog, key.collection, key.item)
        (self.address, self.title) = (address, title)
    }
}
