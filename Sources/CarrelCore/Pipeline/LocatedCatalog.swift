import CarrelModel

/// A catalogue and where it is.
public struct LocatedCatalog: Sendable, Hashable {
    /// The location, as its source names it.
    public var location: String
    /// The catalogue.
    public var catalog: Catalog
    /// Whether it is known to have come from a public address, whatever the library says.
    public var isPublic: Bool
    /// How long it stays current, if its server says so.
    var freshness: Duration?

    public init(location: String, catalog: Catalog, isPublic: Bool = false) {
        self.location = location
        self.catalog = catalog
        self.isPublic = isPublic
    }
}
