import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelRecords
import CarrelSQLite
import CarrelStages
import Foundation

/// Recording a catalogue: only rows that differ from what is listed already are written.
extension SQLiteLibrary {
    /// Replaces what is recorded of a catalogue's listing.
    public func record(_ catalog: Catalog, reading: CatalogReading) throws(StoreError) {
        try change { () throws(StoreError) in try replaceListing(catalog, reading) }
    }

    /// The same, within a transaction.
    func replaceListing(_ catalog: Catalog, _ reading: CatalogReading) throws(StoreError) {
        let id = try record(catalog, of: reading)
        try noteChange(ofCatalog: id)
        var known = try knownCollections(ofCatalog: id)
        var hasUnlisted = false
        var ordinal = 0
        for (sectionOrdinal, section) in catalog.sections.enumerated() {
            for collection in section.collections {
                let row = CollectionRow(
                    collection, at: ordinal, in: section.title, at: sectionOrdinal)
                let recorded = known.removeValue(forKey: collection.id)
                let collectionID: Int64
                if let recorded, recorded.row == row {
                    collectionID = recorded.id
                } else {
                    collectionID = try record(row, ident: collection.id, catalog: id)
                }
                // What was read from a further catalogue stays until that one is read again.
                if collection.further == nil,
                    try record(collection.items, of: collectionID, isNew: recorded == nil)
                {
                    hasUnlisted = true
                }
                ordinal += 1
            }
        }
        for gone in known.values {
            hasUnlisted = true
            try unlist(collection: gone.id)
        }
        if hasUnlisted { try dropForgotten(catalog: id) }
        try indexURLs()
    }

    /// Records what there is beside the collections.
    func record(_ catalog: Catalog, of reading: CatalogReading) throws(StoreError) -> Int64 {
        try database.number(
            """
            INSERT INTO catalog (location, title, fingerprint, entity_tag, last_modified, read_at, is_public,
                name, schedule, lists_latest_only, interval, parser)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (location) DO UPDATE SET title = excluded.title, fingerprint = excluded.fingerprint,
                entity_tag = excluded.entity_tag, last_modified = excluded.last_modified,
                read_at = excluded.read_at, is_public = excluded.is_public,
                name = coalesce(excluded.name, name), schedule = excluded.schedule,
                lists_latest_only = excluded.lists_latest_only, interval = excluded.interval,
                parser = excluded.parser
            RETURNING id
            """, .text(reading.location), SQLiteValue(catalog.title), .text(reading.fingerprint),
            SQLiteValue(reading.validators.entityTag), SQLiteValue(reading.validators.lastModified),
            SQLiteValue(reading.date), SQLiteValue(reading.isPublic), SQLiteValue(reading.name),
            SQLiteValue(catalog.schedule.flatMap(RecordText.text)), SQLiteValue(catalog.listsLatestOnly),
            catalog.interval.map { .integer($0.components.seconds) } ?? .null, SQLiteValue(reading.parser)
        ) ?? 0
    }

    // MARK: Collections

    private func knownCollections(
        ofCatalog id: Int64
    ) throws(StoreError) -> [String: (id: Int64, row: CollectionRow)] {
        let rows = try database.rows(
            "SELECT \(CollectionRow.columns) FROM collection WHERE catalog = ?", .integer(id)
        ) { row in (row.text(1) ?? "", (id: row.integer(0) ?? 0, row: CollectionRow(row))) }
        return Dictionary(rows) { first, _ in first }
    }

    func record(
        _ row: CollectionRow, ident: String, catalog: Int64
    ) throws(StoreError) -> Int64 {
        try database.number(
            """
            INSERT INTO collection (catalog, ident, section, section_ordinal, ordinal, title, details, subtitle,
                further, listed)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1)
            ON CONFLICT (catalog, ident) DO UPDATE SET section = excluded.section,
                section_ordinal = excluded.section_ordinal, ordinal = excluded.ordinal, title = excluded.title,
                details = excluded.details, subtitle = excluded.subtitle, further = excluded.further,
                listed = 1
            RETURNING id
            """, .integer(catalog), .text(ident), SQLiteValue(row.section), .integer(row.sectionOrdinal),
            .integer(row.ordinal), .text(row.title), .text(row.details), SQLiteValue(row.subtitle),
            SQLiteValue(row.further)
        ) ?? 0
    }

    func unlist(collection id: Int64) throws(StoreError) {
        // What failed in one that was gone before has not followed it to another name.
        try database.run(
            """
            UPDATE item SET failure = NULL WHERE collection = ? AND failure IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM collection c WHERE c.id = item.collection AND c.listed)
                AND NOT EXISTS (SELECT 1 FROM document WHERE item = item.id)
            """, .integer(id))
        try database.run("UPDATE collection SET listed = 0 WHERE id = ? AND listed = 1", .integer(id))
        try database.run("UPDATE item SET listed = 0 WHERE collection = ? AND listed = 1", .integer(id))
        // Should it be listed again, its items have to be read anew, of whatever kind their list is then: an unchanged list
        // would not list them.
        try database.run(
            """
            UPDATE further SET fingerprint = '', entity_tag = NULL, last_modified = NULL, parser = NULL
            WHERE collection = ?
            """, .integer(id))
    }

    // MARK: Items

    /// Records the items of a collection; tells whether some are no longer listed.
    func record(_ items: [Item], of collection: Int64, isNew: Bool) throws(StoreError) -> Bool {
        var isRecorded = [Bool](repeating: false, count: isNew ? 0 : items.count)
        var stale: [Int64] = []
        var hasUnlisted = false
        if !isNew {
            try database.forEachRow(
                """
                SELECT id, listed, ordinal, ident, title, url, expected_size, duplicate_of, expected_digest,
                    subtitle, details, mirrors, pieces
                FROM item WHERE collection = ?
                """, .integer(collection)
            ) { row in
                guard row.flag(1) else {
                    hasUnlisted = true
                    return
                }
                let ordinal = Int(clamping: row.integer(2) ?? -1)
                if items.indices.contains(ordinal), row.holds(items[ordinal]) {
                    isRecorded[ordinal] = true
                } else {
                    stale.append(row.integer(0) ?? 0)
                }
            }
        }
        // Unlisted first: what moved or changed is listed again when it is written.
        for id in stale { try database.run("UPDATE item SET listed = 0 WHERE id = ?", .integer(id)) }
        try write(items, of: collection, from: 0) { !isNew && isRecorded[$0] }
        return hasUnlisted || !stale.isEmpty
    }

    /// Writes the rows of items that are not recorded as they are listed; the first one has the ordinal `first`.
    func write(
        _ items: [Item], of collection: Int64, from first: Int, isRecorded: (Int) -> Bool = { _ in false }
    ) throws(StoreError) {
        let statement = try database.statement(
            """
            INSERT INTO item (collection, ident, ordinal, title, url, expected_size, duplicate_of,
                expected_digest, subtitle, details, mirrors, pieces, listed)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)
            ON CONFLICT (collection, ident) DO UPDATE SET ordinal = excluded.ordinal, title = excluded.title,
                url = excluded.url, expected_size = excluded.expected_size,
                duplicate_of = excluded.duplicate_of, expected_digest = excluded.expected_digest,
                subtitle = excluded.subtitle, details = excluded.details, mirrors = excluded.mirrors,
                pieces = excluded.pieces, listed = 1, is_told = 0
            WHERE item.listed = 0 OR item.ordinal <> excluded.ordinal OR item.title <> excluded.title
                OR item.url IS NOT excluded.url OR item.expected_size IS NOT excluded.expected_size
                OR item.duplicate_of IS NOT excluded.duplicate_of
                OR item.expected_digest IS NOT excluded.expected_digest
                OR item.subtitle IS NOT excluded.subtitle OR item.details IS NOT excluded.details
                OR item.mirrors IS NOT excluded.mirrors OR item.pieces IS NOT excluded.pieces
            """)
        defer { statement.reset() }
        for (index, item) in items.enumerated() where !isRecorded(index) {
            try statement.bind(1, collection)
            try statement.bind(2, item.id)
            try statement.bind(3, Int64(first + index))
            try statement.bind(4, item.title)
            try statement.bind(5, item.url)
            try statement.bind(6, item.size)
            try statement.bind(7, item.duplicateOf)
            try statement.bind(8, item.digestText)
            try statement.bind(9, item.subtitle)
            try statement.bind(10, RecordText.optionalText(item.details))
            try statement.bind(11, RecordText.mirrors(of: item))
            try statement.bind(12, item.pieces?.text)
            try statement.run()
        }
    }

    /// Forgets what is neither listed nor stored nor set aside, and was never looked at; what was thrown away or failed only
    /// while its collection is listed, for it may follow that to another name (`unlist` ends that for what failed).
    func dropForgotten(catalog id: Int64) throws(StoreError) {
        let forgotten = """
            SELECT i.id FROM item i JOIN collection c ON c.id = i.collection
            LEFT JOIN document d ON d.item = i.id LEFT JOIN quarantine q ON q.item = i.id
            WHERE c.catalog = ? AND i.listed = 0 AND d.item IS NULL AND q.item IS NULL AND i.viewed_at IS NULL
                AND (c.listed OR i.failure IS NULL AND NOT EXISTS (SELECT 1 FROM discarded WHERE item = i.id))
            """
        try database.run("DELETE FROM attempt WHERE item IN (\(forgotten))", .integer(id))
        try database.run("DELETE FROM discarded WHERE item IN (\(forgotten))", .integer(id))
        try database.run("DELETE FROM item WHERE id IN (\(forgotten))", .integer(id))
        let empty = """
            SELECT id FROM collection WHERE catalog = ? AND listed = 0
            AND NOT EXISTS (SELECT 1 FROM item WHERE item.collection = collection.id)
            """
        try database.run("DELETE FROM further WHERE collection IN (\(empty))", .integer(id))
        try database.run("DELETE FROM collection WHERE id IN (\(empty))", .integer(id))
    }
}
