import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelPostgreSQL
import CarrelRecords
import CarrelStages
import Foundation

/// Recording a catalogue: only rows that differ from what is listed already are sent.
extension PostgreSQLLibrary {
    /// Replaces what is recorded of a catalogue's listing.
    func record(_ catalog: Catalog, reading: CatalogReading) throws(StoreError) {
        try transaction { () throws(StoreError) in
            try session.run([Self.holding(reading.location, schema: schema)])
            let id = try record(catalog, of: reading)
            var known = try knownCollections(ofCatalog: id)
            var changed: [NewCollection] = []
            var open: [(ident: String, items: [Item])] = []
            var ordinal = 0
            for (sectionOrdinal, section) in catalog.sections.enumerated() {
                for collection in section.collections {
                    let row = CollectionRow(
                        collection, at: ordinal, in: section.title, at: sectionOrdinal)
                    let recorded = known.removeValue(forKey: collection.id)
                    if recorded?.row != row { changed.append(NewCollection(ident: collection.id, row: row)) }
                    // What was read from a further catalogue stays until that one is read again.
                    if collection.further == nil { open.append((collection.id, collection.items)) }
                    ordinal += 1
                }
            }
            var rows = ListedRows()
            let gone = known.values.map(\.id)
            try unlist(collections: gone)
            try record(changed, ofCatalog: id)
            let ids = try collections(ofCatalog: id)
            for (ident, items) in open {
                if let collection = ids[ident] { rows.expect(items, of: collection) }
            }
            try record(&rows, ofCatalog: id)
            if rows.hasUnlisted || !gone.isEmpty { try dropForgotten(catalog: id) }
            try noteChange(ofCatalog: id)
        }
    }

    /// Notes that a catalogue's listing changed.
    ///
    /// Last: until the end nobody else can change anything. What comes before has the catalogue alone (`holding`).
    func noteChange(ofCatalog id: Int64) throws(StoreError) {
        let number = try session.run([Self.nextNumber]).first?.first?.integer(0) ?? 0
        try session.run([
            PostgreSQLStatement(
                "UPDATE catalog SET changed = $1 WHERE id = $2", [.integer(number), .integer(id)]),
            Self.counting(number, isSure: true, schema: schema),
        ])
    }

    /// Records what there is beside the collections.
    func record(_ catalog: Catalog, of reading: CatalogReading) throws(StoreError) -> Int64 {
        try session.run(
            """
            INSERT INTO catalog (location, location_key, title, fingerprint, entity_tag, last_modified, read_at,
                is_public, name, schedule, lists_latest_only, update_seconds, parser)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
            ON CONFLICT (location_key) DO UPDATE SET title = excluded.title,
                fingerprint = excluded.fingerprint, entity_tag = excluded.entity_tag,
                last_modified = excluded.last_modified, read_at = excluded.read_at,
                is_public = excluded.is_public, name = coalesce(excluded.name, catalog.name),
                schedule = excluded.schedule, lists_latest_only = excluded.lists_latest_only,
                update_seconds = excluded.update_seconds, parser = excluded.parser
            RETURNING id
            """, .text(reading.location), .text(IndexedText.key(reading.location)),
            PostgreSQLValue(catalog.title), .text(reading.fingerprint),
            PostgreSQLValue(reading.validators.entityTag), PostgreSQLValue(reading.validators.lastModified),
            PostgreSQLValue(reading.date), .flag(reading.isPublic), PostgreSQLValue(reading.name),
            PostgreSQLValue(catalog.schedule.flatMap(RecordText.text)), .flag(catalog.listsLatestOnly),
            PostgreSQLValue(catalog.interval?.components.seconds), PostgreSQLValue(reading.parser)
        ).first?.integer(0) ?? 0
    }

    // MARK: Collections

    struct NewCollection {
        var ident: String
        var row: CollectionRow
    }

    private func knownCollections(
        ofCatalog id: Int64
    ) throws(StoreError) -> [String: (id: Int64, row: CollectionRow)] {
        var known: [String: (id: Int64, row: CollectionRow)] = [:]
        try session.run(
            "SELECT \(CollectionRow.columns) FROM collection WHERE catalog = $1", .integer(id)
        ).forEach { known[$0.text(1) ?? ""] = ($0.integer(0) ?? 0, CollectionRow($0)) }
        return known
    }

    /// The rows of a catalogue's collections.
    private func collections(ofCatalog id: Int64) throws(StoreError) -> [String: Int64] {
        var found: [String: Int64] = [:]
        try session.run("SELECT ident, id FROM collection WHERE catalog = $1", .integer(id)).forEach { row in
            found[row.text(0) ?? ""] = row.integer(1) ?? 0
        }
        return found
    }

    func record(_ collections: [NewCollection], ofCatalog id: Int64) throws(StoreError) {
        guard !collections.isEmpty else { return }
        let rows = collections.map(\.row)
        try session.run(
            """
            INSERT INTO collection (catalog, ident, ident_key, section, section_ordinal, ordinal, title, details,
                subtitle, further, listed)
            SELECT $1, new.*, true FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[],
                $7::text[], $8::text[], $9::text[], $10::text[]) AS new
            ON CONFLICT (catalog, ident_key) DO UPDATE SET section = excluded.section,
                section_ordinal = excluded.section_ordinal, ordinal = excluded.ordinal, title = excluded.title,
                details = excluded.details, subtitle = excluded.subtitle, further = excluded.further,
                listed = true
            """, .integer(id), .texts(collections.map(\.ident)),
            .texts(collections.map { IndexedText.key($0.ident) }), .texts(rows.map(\.section)),
            .integers(rows.map(\.sectionOrdinal)), .integers(rows.map(\.ordinal)), .texts(rows.map(\.title)),
            .texts(rows.map(\.details)), .texts(rows.map(\.subtitle)), .texts(rows.map(\.further)))
    }

    func unlist(collections: [Int64]) throws(StoreError) {
        guard !collections.isEmpty else { return }
        let ids = [PostgreSQLValue.integers(collections)]
        try session.run([
            // What failed in one that was gone before has not followed it to another name.
            PostgreSQLStatement(
                """
                UPDATE item i SET failure = NULL FROM collection c
                WHERE c.id = i.collection AND c.id = ANY ($1::bigint[]) AND NOT c.listed
                    AND i.failure IS NOT NULL AND NOT EXISTS (SELECT 1 FROM document WHERE item = i.id)
                """, ids),
            PostgreSQLStatement(
                "UPDATE collection SET listed = false WHERE id = ANY ($1::bigint[]) AND listed", ids),
            PostgreSQLStatement(
                "UPDATE item SET listed = false WHERE collection = ANY ($1::bigint[]) AND listed", ids),
            // Should it be listed again, its items have to be read anew, of whatever kind their list is then: an unchanged
            // list would not list them.
            PostgreSQLStatement(
                """
                UPDATE further SET fingerprint = '', entity_tag = NULL, last_modified = NULL, parser = NULL
                WHERE collection = ANY ($1::bigint[])
                """, ids),
        ])
    }

    // MARK: Items

    /// Records what several collections list, and finds what they no longer do.
    func record(_ rows: inout ListedRows, ofCatalog id: Int64) throws(StoreError) {
        let found = try session.run(
            """
            SELECT i.id, i.listed, i.ordinal, i.ident, i.title, i.url, i.expected_size, i.duplicate_of,
                i.expected_digest, i.subtitle, i.details, i.mirrors, i.pieces, i.collection
            FROM item i WHERE i.collection = ANY ($1::bigint[])
            """, .integers(rows.collections))
        found.forEach { rows.compare($0) }
        // Unlisted first: what moved or changed is listed again when it is written.
        if !rows.stale.isEmpty {
            try session.run(
                "UPDATE item SET listed = false WHERE id = ANY ($1::bigint[])", .integers(rows.stale))
        }
        try session.run(rows.statements)
        // PostgreSQL itself counts a table again only after a minute, and plans badly until then.
        if rows.isLargeChange { try session.run("ANALYZE (SKIP_LOCKED) catalog, collection, item") }
    }

    /// Forgets what is neither listed nor stored nor set aside, and was never looked at.
    func dropForgotten(catalog id: Int64) throws(StoreError) {
        try session.run([
            PostgreSQLStatement(Self.forgotten, [.integer(id)]),
            PostgreSQLStatement(
                """
                DELETE FROM collection WHERE catalog = $1 AND NOT listed
                AND NOT EXISTS (SELECT 1 FROM item WHERE item.collection = collection.id)
                """, [.integer(id)]),
        ])
    }

    /// Removes the forgotten items of a catalogue `$1`, and with them what depends on them; where something was thrown away or
    /// failed only while the collection is listed, for it may follow that to another name.
    static let forgotten = """
        DELETE FROM item i USING collection c
        WHERE c.id = i.collection AND c.catalog = $1 AND NOT i.listed
            AND NOT EXISTS (SELECT 1 FROM document WHERE item = i.id)
            AND NOT EXISTS (SELECT 1 FROM quarantine WHERE item = i.id)
            AND NOT EXISTS (SELECT 1 FROM reading WHERE item = i.id AND viewed_at IS NOT NULL)
            AND (c.listed OR i.failure IS NULL AND NOT EXISTS (SELECT 1 FROM discarded WHERE item = i.id))
        """
}
