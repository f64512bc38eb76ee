import CarrelModel
import Foundation

/// What holds once a catalogue is at another location.
public struct CatalogRelocation: Sendable {
    /// Where it was.
    public var location: String
    /// What is known of it from now on, with its new location.
    public var catalog: KnownCatalog
    /// What it lists there, as far as that follows from what it listed before; `nil` if it was never read.
    public var listing: Catalog?
    /// The items, as they are at the new location, whose documents go to others of this listing.
    public var documents: [(from: ItemKey, to: ItemKey)] = []
    /// The items, as they are at the new location, that are left alone and have another identity in this listing.
    public var ignored: [(from: ItemKey, to: ItemKey)] = []

    public init(from location: String, as catalog: KnownCatalog) {
        (self.location, self.catalog) = (location, catalog)
    }

    /// Whether it stays of the kind that it was: only user information, query or fragment of its URL differ, such as a token.
    public var keepsKind: Bool {
        Self.place(of: location).map { $0 == Self.place(of: catalog.location) } ?? false
    }

    private static func place(of location: String) -> URLComponents? {
        guard var parts = URLComponents(string: location), parts.host != nil else { return nil }
        (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
        return parts
    }
}
