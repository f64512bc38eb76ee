import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// What the last reading of a catalogue listed.
struct EarlierListing {
    let catalog: Catalog
    let reading: CatalogReading
    /// Its collections by their names; of equal ones, the first.
    private let collections: [String: ItemCollection]
    /// Whether its pages have collections of their own; those of a list behind a collection are one.
    var isByPages = true

    /// Takes what is recorded, and what its reading says of it.
    init(catalog: Catalog, reading: CatalogReading) {
        var catalog = catalog
        catalog.heed(reading)
        (self.catalog, self.reading) = (catalog, reading)
        collections = catalog.collectionsByID
    }

    /// Whether it has any of a catalogue's collections.
    func hasCollection(of other: Catalog) -> Bool {
        other.collections.contains { collections[$0.id] != nil }
    }

    /// Whether what is missing now may be a page's: it has the page's collection, or, where that is not known, left out nothing.
    func mayHave(_ page: CatalogPage) -> Bool {
        guard isByPages, let id = page.collection else { return !catalog.isIncomplete }
        return collections[id] != nil
    }

    /// Whether it has items that another one lacks.
    func hasMore(than other: Catalog) -> Bool { !missing(from: other).isEmpty }

    /// The identities of its items that another one lacks.
    func missing(from other: Catalog) -> [String] {
        let listed = Self.addresses(of: other)
        let further = Set(other.collections.lazy.filter { $0.further != nil }.map(\.id))
        let own = catalog.collections.filter { !further.contains($0.id) }.flatMap(\.items)
        return own.filter { listed.isDisjoint(with: Self.addresses(of: $0)) }.map(\.id)
    }

    /// What all items of a catalogue are known by.
    static func addresses(of catalog: Catalog) -> Set<String> {
        Set(catalog.collections.flatMap(\.items).flatMap { addresses(of: $0) })
    }

    /// What an item is known by: its identity, and its address, each also where its site goes to https, or back.
    static func addresses(of item: Item) -> [String] {
        [item.id.withoutTLS, (item.url ?? item.id).withoutTLS]
    }

    /// What it has of a page, if the page was not changed since; `nil` if that is not known.
    ///
    /// A reading with other settings may have taken something else of it.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - fingerprint: how it would be parsed.
    /// - Returns: the page's collection as it was recorded.
    func unchanged(_ page: CatalogPage, for fingerprint: String) -> Catalog? {
        guard isByPages, reading.parsing == fingerprint, let changed = page.lastModified,
            let collection = page.collection.flatMap({ collections[$0] }),
            collection.details.contains(where: { $0.key == .lastModified && $0.value == changed.text })
        else { return nil }
        return Catalog(collections: [collection])
    }

    /// The address of a page whose collection is listed by that name, wherever redirects lead this time; `nil` for any other.
    func naming(_ page: CatalogPage) -> URL? {
        guard isByPages, let id = page.collection, collections[id] != nil else { return nil }
        return URL(string: page.url)
    }
}
