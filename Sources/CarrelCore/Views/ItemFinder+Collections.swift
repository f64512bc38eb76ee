import CarrelBasics
import CarrelModel
import CarrelStages

/// Finds collections by text, and the text for a collection.
extension ItemFinder {
    /// The collections that a text names exactly: by `LOCATION#IDENTITY`, identity or title, by `CATALOGUE/COLLECTION`
    /// with the catalogue's name, or all collections of a catalogue by its name or location.
    func collections(named text: String) -> [LibraryView.CollectionRow] {
        let names = collectionNames
        return names.places(named: text).map { names.rows[$0] }
    }

    /// The collections that a text names exactly; of several, the only one that lists items, if there is such a one.
    func listing(named text: String) -> [LibraryView.CollectionRow] {
        let named = collections(named: text)
        let listing = named.filter { !$0.collection.items.isEmpty || $0.collection.further != nil }
        return listing.count == 1 ? listing : named
    }

    /// The collections whose identity or title contains a text; the text may begin with the catalogue's name.
    func collections(containing text: String) -> [LibraryView.CollectionRow] {
        let all = view.collections
        let parts = all.filter { Self.contains($0, text) }
        if !parts.isEmpty { return parts }
        // A number would be that of an item, as in CATALOGUE/1.
        return collectionNames.scopes(of: text).filter { Int($0.rest) == nil }.flatMap { scope in
            all.filter { $0.key.catalog == scope.location && Self.contains($0, scope.rest) }
        }
    }

    /// The shortest text that names only this collection: no catalogue that has others, too, and no items.
    func address(of row: LibraryView.CollectionRow) -> String {
        let address = names(of: row).first { text in
            ItemNumbers(text) == nil && names(text, only: row) && !hasNumbers(text)
        }
        return address ?? Self.locator(row.key)
    }

    /// The shortest text that names only this collection before the number of an item.
    func scope(of row: LibraryView.CollectionRow) -> String {
        names(of: row).first { names($0, only: row) } ?? Self.locator(row.key)
    }

    /// The identity of a collection, alone and behind the name of its catalogue.
    private func names(of row: LibraryView.CollectionRow) -> [String] {
        let name = view.catalog(at: row.key.catalog)?.name
        return [row.collection.id] + (name.map { ["\($0)/\(row.collection.id)"] } ?? [])
    }

    /// Whether a text names this collection, and neither another one nor a catalogue that has more.
    private func names(_ text: String, only row: LibraryView.CollectionRow) -> Bool {
        let names = collectionNames
        let places = names.places(named: text)
        return places.count == 1 && names.rows[places[0]].key == row.key
            && largerCatalogs(named: text, than: [row]).isEmpty
    }

    /// The catalogues whose name is also that of collections, and that have more than one.
    ///
    /// The name of the only catalogue is not needed: there it means the collection.
    func largerCatalogs(
        named text: String, than rows: [LibraryView.CollectionRow]
    ) -> [LibraryView.CatalogView] {
        guard view.catalogs.count > 1, rows.contains(where: { Self.isNamed($0, text) }) else { return [] }
        return collectionNames.catalogs(named: text).map { view.catalogs[$0] }
            .filter { $0.catalog.collections.count > 1 }
    }

    /// The collections that a text names exactly, and the catalogues, each with an address that means nothing else.
    func candidates(named text: String) -> [String] {
        let rows = collections(named: text)
        let areNamed = rows.contains { Self.isNamed($0, text) }
        let catalogs =
            areNamed
            ? largerCatalogs(named: text, than: rows)
            : view.catalogs.filter { $0.name.map { Self.equal($0, text) } == true }
        let wholes = catalogs.map { "\(ShownText.of($0.location)) — all of the catalogue \($0.name ?? text)" }
        guard areNamed || catalogs.isEmpty else { return wholes }
        return wholes + rows.map { "\(address(of: $0)) — \($0.collection.label)" }
    }

    /// A text that names a collection even among catalogues without names.
    static func locator(_ key: CollectionKey) -> String { "\(key.catalog)#\(key.collection)" }

    private static func isNamed(_ row: LibraryView.CollectionRow, _ text: String) -> Bool {
        equal(row.collection.id, text) || equal(row.collection.title, text)
    }

    private static func contains(_ row: LibraryView.CollectionRow, _ text: String) -> Bool {
        contains(row.collection.id, text) || contains(row.collection.title, text)
    }
}
