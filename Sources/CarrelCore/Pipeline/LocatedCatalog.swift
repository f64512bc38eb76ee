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

/// A catalogue as it was read.
enum ReadListing {
    /// All of it.
    case whole(LocatedCatalog)
    /// One that is too large for memory, which was read once, and what that gave besides its collections.
    case parts(PartedCatalog, Catalog)
    /// The catalogue of another pipeline, which has its documents.
    case other(Pipeline)
}
