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
}
