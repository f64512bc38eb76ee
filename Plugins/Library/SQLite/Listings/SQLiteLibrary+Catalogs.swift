import CarrelHTTP
import CarrelModel
import CarrelRecords
import CarrelSQLite
import CarrelStages

extension SQLiteLibrary {
    /// What the last reading of a catalogue returned.
    public func reading(of location: String) throws(StoreError) -> CatalogReading? {
        try database.rows(
            """
            SELECT entity_tag, last_modified, fingerprint, read_at,
                is_public OR EXISTS (
                    SELECT 1 FROM further f JOIN collection c ON c.id = f.collection
                    WHERE c.catalog = catalog.id AND f.is_public = 1),
                location, name, parser
            FROM catalog WHERE location = ?
            """, .text(location)
        ) { $0.reading }.first
    }

    /// Replaces the name by which a recorded catalogue is shown.
    public func setName(_ name: String, of location: String) throws(StoreError) {
        try change { () throws(StoreError) in
            let renamed = try database.rows(
                "UPDATE catalog SET name = ?1 WHERE location = ?2 AND name IS NOT ?1 RETURNING id",
                .text(name), .text(location)
            ) { $0.integer(0) ?? 0 }
            for id in renamed { try noteChange(ofCatalog: id) }
        }
    }

    /// The locations of the recorded catalogues, the one read last first.
    public func locations() throws(StoreError) -> [String] {
        try database.rows(RecordQuery.locations) { $0.text(0) ?? "" }
    }

    /// A catalogue as it was last recorded.
    public func catalog(at location: String) throws(StoreError) -> Catalog? {
        guard let outline = try collections(ofCatalog: location) else { return nil }
        var (catalog, rows) = (outline.catalog, outline.rows)
        var items = try items(ofCatalog: outline.id)
        for section in catalog.sections.indices {
            for place in catalog.sections[section].collections.indices {
                let found = items.removeValue(forKey: rows.removeFirst())
                catalog.sections[section].collections[place].items = found?.inOrder ?? []
            }
        }
        return catalog
    }

    /// The collections of a catalogue, without their items.
    public func outline(of location: String) throws(StoreError) -> RecordedOutline? {
        guard let (id, catalog, _) = try collections(ofCatalog: location) else { return nil }
        let unlisted = try database.rows(
            """
            SELECT ident FROM collection c WHERE catalog = ? AND listed = 0 AND EXISTS (
                SELECT 1 FROM item i CROSS JOIN document d ON d.item = i.id WHERE i.collection = c.id)
            """, .integer(id)
        ) { $0.text(0) ?? "" }
        return RecordedOutline(catalog, unlisted: unlisted.sorted())
    }

    /// A catalogue whose collections have no items, its row, and those of its collections in their order.
    private func collections(
        ofCatalog location: String
    ) throws(StoreError) -> (id: Int64, catalog: Catalog, rows: ArraySlice<Int64>)? {
        guard
            let (id, head) = try database.rows(
                "SELECT id, title, schedule, lists_latest_only, interval FROM catalog WHERE location = ?",
                .text(location), make: { ($0.integer(0) ?? 0, $0.catalog(from: 1)) }
            ).first
        else { return nil }
        var (catalog, rows, ordinal) = (head, [Int64](), Int64?.none)
        try database.forEachRow(
            """
            SELECT id, title, details, subtitle, further, EXISTS (
                SELECT 1 FROM further f WHERE f.collection = collection.id AND f.lists_latest_only = 1),
                ident, section, section_ordinal
            FROM collection WHERE catalog = ? AND listed = 1 ORDER BY section_ordinal, ordinal
            """, .integer(id)
        ) { row in
            if catalog.sections.isEmpty || ordinal != row.integer(8) ?? 0 {
                catalog.sections.append(CatalogSection(title: row.text(7), collections: []))
            }
            ordinal = row.integer(8) ?? 0
            rows.append(row.integer(0) ?? 0)
            catalog.sections[catalog.sections.count - 1].collections.append(
                row.collection(id: row.text(6) ?? ""))
        }
        return (id, catalog, rows[...])
    }

    /// A collection as it was last recorded.
    public func collection(_ key: CollectionKey) throws(StoreError) -> ItemCollection? {
        let rows = try database.rows(
            """
            SELECT c.id, c.title, c.details, c.subtitle, c.further, EXISTS (
                SELECT 1 FROM further f WHERE f.collection = c.id AND f.lists_latest_only = 1)
            FROM collection c JOIN catalog k ON k.id = c.catalog WHERE k.location = ? AND c.ident = ? AND c.listed = 1
            """, .text(key.catalog), .text(key.collection)
        ) { (id: $0.integer(0) ?? 0, collection: $0.collection(id: key.collection)) }
        guard let row = rows.first else { return nil }
        var found = FoundItems()
        try database.forEachRow(
            """
            SELECT ordinal, ident, title, url, expected_size, duplicate_of, expected_digest, collection,
                subtitle, details, mirrors, pieces
            FROM item WHERE collection = ? AND listed = 1
            """, .integer(row.id)
        ) { found.append($0.listedItem, ordinal: $0.integer(0) ?? 0) }
        var collection = row.collection
        collection.items = found.inOrder
        return collection
    }

    /// The items of one collection as they are found.
    private struct FoundItems {
        var items: [Item] = []
        var ordinals: [Int64] = []
        var isInOrder = true

        mutating func append(_ item: Item, ordinal: Int64) {
            if let last = ordinals.last, last > ordinal { isInOrder = false }
            ordinals.append(ordinal)
            items.append(item)
        }

        /// The items in the catalogue's order: sorting numbers is cheaper than having SQLite sort whole rows.
        var inOrder: [Item] {
            isInOrder ? items : ordinals.indices.sorted { ordinals[$0] < ordinals[$1] }.map { items[$0] }
        }
    }

    private func items(ofCatalog id: Int64) throws(StoreError) -> [Int64: FoundItems] {
        let collections = "(SELECT id FROM collection WHERE catalog = ? AND listed = 1)"
        let own =
            try database.number("SELECT count(*) FROM item WHERE collection IN \(collections)", .integer(id))
            ?? 0
        let all = try database.number("SELECT max(id) FROM item") ?? 0
        // The rows of a catalogue that makes up much of the library are read in the order in which they lie on
        // the disk; through the index each would be looked for.
        let table = own > all / 4 ? "item NOT INDEXED" : "item"
        var found: [Int64: FoundItems] = [:]
        try database.forEachRow(
            """
            SELECT ordinal, ident, title, url, expected_size, duplicate_of, expected_digest, collection,
                subtitle, details, mirrors, pieces
            FROM \(table) WHERE collection IN \(collections) AND listed = 1
            """, .integer(id)
        ) { row in
            found[row.integer(7) ?? 0, default: FoundItems()].append(
                row.listedItem, ordinal: row.integer(0) ?? 0)
        }
        return found
    }
}
