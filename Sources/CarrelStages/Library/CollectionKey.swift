import CarrelModel

/// Identifies a collection in a library.
public struct CollectionKey: Sendable, Hashable, Codable {
    /// The location of the catalogue.
    public var catalog: String
    /// The collection's identity within the catalogue.
    public var collection: String

    public init(catalog: String, collection: String) {
        self.catalog = catalog
        self.collection = collection
    }

    /// The collection of an item's key, and that of the key by which the whole collection is ignored.
    public init(of key: ItemKey) { self.init(catalog: key.catalog, collection: key.collection) }

    /// The key by which the whole collection is ignored, with whatever it lists later.
    public var allItems: ItemKey { .all(of: collection, in: catalog) }
}
