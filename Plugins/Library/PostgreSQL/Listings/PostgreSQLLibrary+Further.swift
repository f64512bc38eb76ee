import CarrelHTTP
import CarrelModel
import CarrelPostgreSQL
import CarrelRecords
import CarrelStages
import Foundation

/// Catalogues that were read for one collection, and which collections are wanted.
extension PostgreSQLLibrary {
    /// What the last reading of a collection's further catalogue returned.
    func furtherReading(of key: CollectionKey) throws(StoreError) -> CatalogReading? {
        try session.run(
            """
            SELECT f.entity_tag, f.last_modified, f.fingerprint, f.read_at, f.is_public, f.location, NULL::text,
                f.parser, f.lists_latest_only
            FROM further f JOIN collection c ON c.id = f.collection JOIN catalog k ON k.id = c.catalog
            WHERE k.location_key = $1 AND c.ident_key = $2
            """, .text(IndexedText.key(key.catalog)), .text(IndexedText.key(key.collection))
        ).first?.furtherReading
    }

    /// Replaces the items of a collection by those of its further catalogue.
    func record(
        _ items: [Item], of key: CollectionKey, reading: CatalogReading
    ) throws(StoreError) {
        try transaction { () throws(StoreError) in
            try session.run([Self.holding(key.catalog, schema: schema)])
            let found = try session.run(
                """
                SELECT c.id, c.catalog FROM collection c JOIN catalog k ON k.id = c.catalog
                WHERE k.location_key = $1 AND c.ident_key = $2
                """, .text(IndexedText.key(key.catalog)), .text(IndexedText.key(key.collection))
            ).first
            guard let found, let id = found.integer(0), let catalog = found.integer(1) else { return }
            var rows = ListedRows()
            rows.expect(items, of: id)
            try record(&rows, ofCatalog: catalog)
            try session.run(
                """
                INSERT INTO further (collection, location, fingerprint, entity_tag, last_modified, read_at,
                    is_public, lists_latest_only, parser)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
                ON CONFLICT (collection) DO UPDATE SET location = excluded.location,
                    fingerprint = excluded.fingerprint, entity_tag = excluded.entity_tag,
                    last_modified = excluded.last_modified, read_at = excluded.read_at,
                    is_public = excluded.is_public, lists_latest_only = excluded.lists_latest_only,
                    parser = excluded.parser
                """, .integer(id), .text(reading.location), .text(reading.fingerprint),
                PostgreSQLValue(reading.validators.entityTag),
                PostgreSQLValue(reading.validators.lastModified), PostgreSQLValue(reading.date),
                .flag(reading.isPublic), .flag(reading.listsLatestOnly), PostgreSQLValue(reading.parser))
            if rows.hasUnlisted { try dropForgotten(catalog: catalog) }
            try noteChange(ofCatalog: catalog)
        }
    }

    /// The collections whose further catalogue was read.
    func openedCollections(of location: String) throws(StoreError) -> Set<String> {
        Set(
            try session.run(
                """
                SELECT c.ident FROM further f JOIN collection c ON c.id = f.collection
                JOIN catalog k ON k.id = c.catalog WHERE k.location_key = $1
                """, .text(IndexedText.key(location))
            ).map { $0.text(0) ?? "" })
    }

    // MARK: Choices

    /// The collections that are not wanted.
    func unchosenCollections(of location: String) throws(StoreError) -> Set<String> {
        Set(
            try session.run(
                "SELECT collection FROM unchosen WHERE catalog_key = $1", .text(IndexedText.key(location))
            ).map { $0.text(0) ?? "" })
    }

    /// Chooses collections, or leaves them out: a row for each that is not wanted, so that two processes that choose at
    /// once do not undo each other.
    func setChosen(_ isChosen: Bool, _ keys: [CollectionKey]) throws(StoreError) {
        let places: [PostgreSQLValue] = [
            .texts(keys.map { IndexedText.key($0.catalog) }),
            .texts(keys.map { IndexedText.key($0.collection) }),
        ]
        let statement =
            isChosen
            ? PostgreSQLStatement(
                """
                DELETE FROM unchosen USING unnest($1::text[], $2::text[]) AS wanted (catalog, collection)
                WHERE catalog_key = wanted.catalog AND collection_key = wanted.collection RETURNING catalog_key
                """, places)
            : PostgreSQLStatement(
                """
                INSERT INTO unchosen (catalog_key, collection_key, collection)
                SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) ORDER BY 1, 2 ON CONFLICT DO NOTHING
                RETURNING catalog_key
                """, places + [.texts(keys.map(\.collection))])
        try change(of: Set(keys.map(\.catalog))) { (number) throws(StoreError) in
            let changed = Set(try session.run([statement]).last?.map { $0.text(0) ?? "" } ?? [])
            guard !changed.isEmpty else { return }
            try session.run(
                "UPDATE catalog SET changed = $2 WHERE location_key = ANY ($1::text[])",
                .texts(changed.sorted()), .integer(number))
        }
    }
}
