import CarrelCore
import Foundation

extension SQLiteLibrary {
    /// What the last reading of a catalogue returned.
    public func reading(of location: String) throws(StoreError) -> CatalogReading? {
        try database.rows(
            "SELECT entity_tag, last_modified, fingerprint, read_at, is_public FROM catalog WHERE location = ?",
            .text(location)
        ) { row in
            CatalogReading(
                location: location,
                validators: Validators(entityTag: row.text(0), lastModified: row.text(1)),
                fingerprint: row.text(2) ?? "", date: row.date(3), isPublic: row.integer(4) == 1)
        }.first
    }

    /// The locations of the recorded catalogues, the one read last first.
    public func locations() throws(StoreError) -> [String] {
        try database.rows("SELECT location FROM catalog ORDER BY read_at DESC, id DESC") { $0.text(0) ?? "" }
    }

    /// A catalogue as it was last recorded.
    public func catalog(at location: String) throws(StoreError) -> Catalog? {
        guard
            let (id, title) = try database.rows(
                "SELECT id, title FROM catalog WHERE location = ?", .text(location),
                make: { ($0.integer(0) ?? 0, $0.text(1)) }
            ).first
        else { return nil }
        var items = try items(ofCatalog: id)
        var sections: [(ordinal: Int64, section: CatalogSection)] = []
        let collections = try database.rows(
            """
            SELECT id, ident, section, section_ordinal, title, details FROM collection
            WHERE catalog = ? AND listed = 1 ORDER BY section_ordinal, ordinal
            """, .integer(id)
        ) { row in
            (
                section: row.text(2), ordinal: row.integer(3) ?? 0,
                collection: ItemCollection(
                    id: row.text(1) ?? "", title: row.text(4) ?? "", details: Self.details(row.text(5)),
                    items: items.removeValue(forKey: row.integer(0) ?? 0) ?? [])
            )
        }
        for row in collections {
            if sections.last?.ordinal != row.ordinal {
                sections.append((row.ordinal, CatalogSection(title: row.section, collections: [])))
            }
            sections[sections.count - 1].section.collections.append(row.collection)
        }
        return Catalog(title: title, sections: sections.map(\.section))
    }

    private func items(ofCatalog id: Int64) throws(StoreError) -> [Int64: [Item]] {
        var items: [Int64: [Item]] = [:]
        let rows = try database.rows(
            """
            SELECT i.collection, i.ident, i.title, i.url, i.expected_size, i.duplicate_of FROM item i
            JOIN collection c ON c.id = i.collection
            WHERE c.catalog = ? AND i.listed = 1 ORDER BY i.collection, i.ordinal
            """, .integer(id)
        ) { row in
            var item = Item(title: row.text(2) ?? "", url: row.text(3), size: row.integer(4))
            item.id = row.text(1) ?? ""
            item.duplicateOf = row.text(5)
            return (row.integer(0) ?? 0, item)
        }
        for (collection, item) in rows { items[collection, default: []].append(item) }
        return items
    }

    /// Replaces what is recorded of a catalogue's listing.
    public func record(_ catalog: Catalog, reading: CatalogReading) throws(StoreError) {
        try database.transaction { () throws(StoreError) in
            let id = try recordReading(reading, title: catalog.title)
            try unlist(catalog: id)
            var ordinal: Int64 = 0
            for (sectionOrdinal, section) in catalog.sections.enumerated() {
                for collection in section.collections {
                    let row = try record(
                        collection, catalog: id, section: section.title,
                        sectionOrdinal: Int64(sectionOrdinal),
                        ordinal: ordinal)
                    ordinal += 1
                    for (itemOrdinal, item) in collection.items.enumerated() {
                        try record(item, collection: row, ordinal: Int64(itemOrdinal))
                    }
                }
            }
            try dropForgotten(catalog: id)
        }
    }

    private func recordReading(_ reading: CatalogReading, title: String?) throws(StoreError) -> Int64 {
        try database.rows(
            """
            INSERT INTO catalog (location, title, fingerprint, entity_tag, last_modified, read_at, is_public)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (location) DO UPDATE SET title = excluded.title, fingerprint = excluded.fingerprint,
                entity_tag = excluded.entity_tag, last_modified = excluded.last_modified,
                read_at = excluded.read_at, is_public = excluded.is_public
            RETURNING id
            """, .text(reading.location), SQLiteValue(title), .text(reading.fingerprint),
            SQLiteValue(reading.validators.entityTag), SQLiteValue(reading.validators.lastModified),
            SQLiteValue(reading.date), .integer(reading.isPublic ? 1 : 0)
        ) { $0.integer(0) ?? 0 }.first ?? 0
    }

    private func unlist(catalog id: Int64) throws(StoreError) {
        try database.run(
            "UPDATE item SET listed = 0 WHERE collection IN (SELECT id FROM collection WHERE catalog = ?)",
            .integer(id))
        try database.run("UPDATE collection SET listed = 0 WHERE catalog = ?", .integer(id))
    }

    private func record(
        _ collection: ItemCollection, catalog: Int64, section: String?, sectionOrdinal: Int64, ordinal: Int64
    ) throws(StoreError) -> Int64 {
        try database.rows(
            """
            INSERT INTO collection (catalog, ident, section, section_ordinal, ordinal, title, details, listed)
            VALUES (?, ?, ?, ?, ?, ?, ?, 1)
            ON CONFLICT (catalog, ident) DO UPDATE SET section = excluded.section,
                section_ordinal = excluded.section_ordinal, ordinal = excluded.ordinal, title = excluded.title,
                details = excluded.details, listed = 1
            RETURNING id
            """, .integer(catalog), .text(collection.id), SQLiteValue(section), .integer(sectionOrdinal),
            .integer(ordinal), .text(collection.title), .text(Self.text(collection.details))
        ) { $0.integer(0) ?? 0 }.first ?? 0
    }

    private func record(_ item: Item, collection: Int64, ordinal: Int64) throws(StoreError) {
        try database.run(
            """
            INSERT INTO item (collection, ident, ordinal, title, url, expected_size, duplicate_of, listed)
            VALUES (?, ?, ?, ?, ?, ?, ?, 1)
            ON CONFLICT (collection, ident) DO UPDATE SET ordinal = excluded.ordinal, title = excluded.title,
                url = excluded.url, expected_size = excluded.expected_size,
                duplicate_of = excluded.duplicate_of, listed = 1
            """, .integer(collection), .text(item.id), .integer(ordinal), .text(item.title),
            SQLiteValue(item.url), SQLiteValue(item.size), SQLiteValue(item.duplicateOf))
    }

    /// Forgets what is neither listed nor stored.
    private func dropForgotten(catalog id: Int64) throws(StoreError) {
        let forgotten = """
            SELECT i.id FROM item i JOIN collection c ON c.id = i.collection LEFT JOIN document d ON d.item = i.id
            WHERE c.catalog = ? AND i.listed = 0 AND d.item IS NULL
            """
        try database.run("DELETE FROM attempt WHERE item IN (\(forgotten))", .integer(id))
        try database.run("DELETE FROM item WHERE id IN (\(forgotten))", .integer(id))
        try database.run(
            """
            DELETE FROM collection WHERE catalog = ? AND listed = 0
            AND NOT EXISTS (SELECT 1 FROM item WHERE item.collection = collection.id)
            """, .integer(id))
    }

    private static func details(_ text: String?) -> [Detail] {
        text.flatMap { try? JSONDecoder().decode([Detail].self, from: Data($0.utf8)) } ?? []
    }

    private static func text(_ details: [Detail]) -> String {
        (try? JSONEncoder().encode(details)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }
}
