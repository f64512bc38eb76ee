import CarrelConfiguration
import CarrelStages

/// Which catalogue somebody means.
public enum CatalogChoice: Sendable {
    /// The profile's own source.
    case profile
    /// A path, a URL or `-`, which overrides the profile's source.
    case place(String)
    /// One of the catalogues that the profile lists.
    case listed(Configuration.ListedCatalog)
    /// One of the catalogues that the library knows.
    case known(KnownCatalog)

    /// Its name, if it has one.
    public var name: String? {
        switch self {
        case .listed(let catalog): catalog.name
        case .known(let catalog): catalog.name
        case .profile, .place: nil
        }
    }
}
