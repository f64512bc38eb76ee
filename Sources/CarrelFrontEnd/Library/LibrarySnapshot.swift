import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages

/// The library as front ends show it, at one change of its records.
package final class LibrarySnapshot: Sendable {
    /// How many items of a collection there are.
    package struct Counts: Sendable, Hashable {
        package var items = 0
        package var stored = 0
        package var news = 0
        package var failed = 0
        package var setAside = 0

        package init() {}
    }

    /// What is recorded.
    package let view: LibraryView
    /// The number of the last change that it shows.
    package let number: Int64
    /// Every collection, in the order of the catalogues.
    package let collections: [LibraryView.CollectionRow]
    private let places: [CollectionKey: Int]
    private let names: CatalogNames
    private let collectionNames: LinkNames
    /// The rows of collections, which are made when a collection is shown.
    private let index: ViewIndex
    /// What links call the entries of a collection.
    private let itemLinks = Locked(ItemLinks())

    private struct ItemLinks {
        var collections: [CollectionKey: LinkNames] = [:]
        var count = 0
    }

    // Of more the memory would grow without need.
    private static let mostKept = 50_000

    package init(_ desk: DeskSnapshot) {
        (view, number) = (desk.view, desk.number)
        index = ViewIndex(view, keeping: Self.mostKept)
        collections = view.collections
        places = Dictionary(collections.enumerated().map { ($1.key, $0) }) { first, _ in first }
        names = CatalogNames(view)
        collectionNames = LinkNames(collections.map { ($0.key.collection, $0.collection.title) })
    }

    /// The collection of a key.
    package func collection(_ key: CollectionKey) -> LibraryView.CollectionRow? {
        places[key].map { collections[$0] }
    }

    /// The rows of a collection.
    package func rows(of key: CollectionKey) -> [LibraryView.Row] {
        collection(key).map { index.rows(of: $0) } ?? []
    }

    /// The rows of a collection whose documents are recorded under some keys.
    package func rows(ofDocuments keys: Set<ItemKey>, in key: CollectionKey) -> [LibraryView.Row] {
        collection(key).map { index.rows(ofDocuments: keys, in: $0) } ?? []
    }

    /// The row of an entry.
    package func row(of entry: ItemKey) -> LibraryView.Row? {
        collection(CollectionKey(of: entry)).flatMap { index.row(of: entry, in: $0) }
    }

    /// What a collection comes to.
    package func counts(of key: CollectionKey) -> Counts {
        rows(of: key).reduce(into: Counts()) { counts, row in
            counts.items += 1
            counts.stored += row.isStored ? 1 : 0
            counts.news += row.isNews ? 1 : 0
            switch row.trouble ?? row.status {
            case .failed: counts.failed += 1
            case .setAside: counts.setAside += 1
            default: break
            }
        }
    }

    /// The name of a catalogue in addresses and headings.
    package func name(of location: String) -> String { names.name(of: location) }

    /// The catalogue of a name or location.
    package func location(named text: String) -> String? { names.location(named: text) }

    // MARK: In links

    /// What links call a catalogue also after somebody renamed it.
    package func linkName(ofCatalog location: String) -> String { names.linkName(of: location) }

    /// What links call a collection.
    package func linkName(of key: CollectionKey) -> String { collectionNames.name(of: key.collection) }

    /// What links call an entry.
    package func linkName(of entry: ItemKey) -> String {
        // Nearly all hold no secret, and need no look at their collection.
        guard ShownText.of(entry.item) != entry.item else { return entry.item }
        return links(in: CollectionKey(of: entry)).name(of: entry.item)
    }

    /// What links call the catalogue of an entry, its collection, and the entry.
    package func linkNames(of entry: ItemKey) -> [String] {
        [linkName(ofCatalog: entry.catalog), linkName(of: CollectionKey(of: entry)), linkName(of: entry)]
    }

    /// The identity of the collection that links call so.
    package func collection(ofLink name: String) -> String { collectionNames.identity(named: name) }

    /// The identity of the entry that links call so.
    package func item(ofLink name: String, in collection: CollectionKey) -> String {
        links(in: collection).identity(named: name)
    }

    private func links(in key: CollectionKey) -> LinkNames {
        // Addresses may name any collection.
        guard collection(key) != nil else { return LinkNames([]) }
        if let known = itemLinks.withLock({ $0.collections[key] }) { return known }
        let made = LinkNames(rows(of: key).map { ($0.entry.item, $0.item.title) })
        itemLinks.withLock { links in
            if links.count + made.count >= Self.mostKept { links = ItemLinks() }
            links.collections[key] = made
            links.count += made.count + 1
        }
        return made
    }
}

/// The names of catalogues: short ones where they tell them apart.
package struct CatalogNames: Sendable {
    private let names: [String: String]
    private let locations: [String: String]
    /// The locations by the names in lower case: no two catalogues have names that differ in that alone.
    private let folded: [String: String]
    private let links: LinkNames

    package init(_ view: LibraryView) {
        // Somebody may rename them, and their links stay.
        links = LinkNames(view.catalogs.map { ($0.location, "") })
        var locations: [String: String] = [:]
        var names: [String: String] = [:]
        for catalog in view.catalogs {
            let link = links.name(of: catalog.location)
            let name = catalog.name ?? link
            // Of like names the first has it; the others are called by their locations.
            if locations[name] == nil {
                (locations[name], names[catalog.location]) = (catalog.location, name)
            }
            (locations[link], locations[catalog.location]) = (catalog.location, catalog.location)
        }
        (self.names, self.locations) = (names, locations)
        folded = Dictionary(names.map { ($0.value.lowercased(), $0.key) }) { first, _ in first }
    }

    /// The name of a catalogue; its location, without secrets, if it has none.
    package func name(of location: String) -> String { names[location] ?? linkName(of: location) }

    /// The location of a catalogue without secrets.
    func linkName(of location: String) -> String { links.name(of: location) }

    /// The catalogue with a name, in whatever case, or at a location; `nil` if there is none.
    package func location(named text: String) -> String? {
        locations[text] ?? folded[text.lowercased()]
    }
}
