import CarrelBasics
import CarrelFrontEnd
import CarrelModel
import CarrelStages

/// What a page shows, as its address says it: everything that going back or loading again is to restore.
struct PageAddress: Sendable, Equatable {
    /// The catalogue's location.
    var catalog: String?
    /// The collection's identity in it.
    var collection: String?
    /// The item's identity in its collection.
    var item: String?
    /// The page of the document, from 1.
    var page: Int?
    /// The number of an earlier version of the document.
    var version: Int?
    /// Which items the list shows.
    var filter = ListFilter()

    init() {}

    /// The collection of a row.
    init(_ key: CollectionKey, filter: ListFilter = ListFilter()) {
        (catalog, collection, self.filter) = (key.catalog, key.collection, filter)
    }

    init(_ entry: ItemKey, filter: ListFilter = ListFilter()) {
        (catalog, collection, item) = (entry.catalog, entry.collection, entry.item)
        self.filter = filter
    }

    /// Reads an address; a catalogue that is not known is left out with all that is in it.
    init(_ fields: FormFields, _ snapshot: LibrarySnapshot) {
        filter = ListFilter(fields)
        guard let catalog = fields["catalogue"].flatMap(snapshot.location(named:)) else { return }
        (self.catalog, item) = (catalog, fields["item"])
        collection = fields["collection"].map { snapshot.collection(ofLink: $0) }
        if let item, let collectionKey { self.item = snapshot.item(ofLink: item, in: collectionKey) }
        page = fields["page"].flatMap { Int($0) }.flatMap { (1...100_000).contains($0) ? $0 : nil }
        version = fields["version"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// The collection's key.
    var collectionKey: CollectionKey? {
        catalog.flatMap { catalog in collection.map { CollectionKey(catalog: catalog, collection: $0) } }
    }

    /// The item's key; `nil` also for an empty identity, which stands for the whole collection among what is ignored.
    var itemKey: ItemKey? {
        guard let catalog, let collection, let item, !item.isEmpty else { return nil }
        return ItemKey(catalog: catalog, collection: collection, item: item)
    }

    /// The fields of a query, without secrets, and with the catalogue's name where that tells it apart.
    func fields(_ snapshot: LibrarySnapshot) -> [(String, String)] {
        var fields: [(String, String)] = []
        if let catalog { fields.append(("catalogue", snapshot.name(of: catalog))) }
        if let collection {
            fields.append(("collection", collectionKey.map { snapshot.linkName(of: $0) } ?? collection))
        }
        if let item { fields.append(("item", itemKey.map { snapshot.linkName(of: $0) } ?? item)) }
        if let page { fields.append(("page", String(page))) }
        if let version { fields.append(("version", String(version))) }
        return fields + filter.fields
    }

    /// The address as a link: a path and a query in ASCII.
    func link(_ snapshot: LibrarySnapshot, path: String = "/", _ more: [(String, String)] = []) -> String {
        FormFields(fields(snapshot) + more).link(to: path)
    }
}
