import CarrelModel
import CarrelPostgreSQL
import CarrelRecords
import CarrelStages

/// Catalogues that are recorded part by part.
extension PostgreSQLLibrary: PartListings {
    /// Records catalogues part by part.
    nonisolated var parts: (any PartListings)? { self }

    /// Begins a reading in parts.
    func begin(_ reading: CatalogReading) throws(StoreError) {
        try session.run(
            """
            INSERT INTO catalog (location, location_key, fingerprint, read_at, is_public, name)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (location_key) DO UPDATE SET fingerprint = excluded.fingerprint,
                read_at = excluded.read_at, is_public = excluded.is_public,
                name = coalesce(excluded.name, catalog.name), entity_tag = NULL, last_modified = NULL
            """, .text(reading.location), .text(IndexedText.key(reading.location)),
            .text(reading.fingerprint), PostgreSQLValue(reading.date), .flag(reading.isPublic),
            PostgreSQLValue(reading.name))
    }

    /// Records what a part lists.
    func record(_ part: CatalogPart, of location: String) throws(StoreError) {
        try transaction { () throws(StoreError) in
            try session.run([Self.holding(location, schema: schema)])
            let catalog =
                try session.run(
                    "SELECT id FROM catalog WHERE location_key = $1", .text(IndexedText.key(location))
                ).first?.integer(0) ?? 0
            let ids = try recordCollections(of: part, ofCatalog: catalog)
            var rows: [(collection: Int64, ordinal: Int, item: Item)] = []
            rows.reserveCapacity(part.count)
            for portion in part.portions {
                guard let id = ids[portion.collection.id] else { continue }
                for (index, item) in portion.collection.items.enumerated() {
                    rows.append((id, portion.firstItem + index, item))
                }
            }
            if !rows.isEmpty { try session.run([ListedRows.statement(rows)]) }
        }
    }

    /// Records the collections of a part that are not recorded as they are, and gives the rows of all of them.
    private func recordCollections(
        of part: CatalogPart, ofCatalog catalog: Int64
    ) throws(StoreError) -> [String: Int64] {
        let keys = part.portions.map { IndexedText.key($0.collection.id) }
        let known = PostgreSQLStatement(
            """
            SELECT \(CollectionRow.columns) FROM collection
            WHERE catalog = $1 AND ident_key = ANY ($2::text[])
            """, [.integer(catalog), .texts(keys)])
        var (ids, recorded) = ([String: Int64](), [String: CollectionRow]())
        func read() throws(StoreError) {
            try session.run([known]).first?.forEach { row in
                ids[row.text(1) ?? ""] = row.integer(0) ?? 0
                recorded[row.text(1) ?? ""] = CollectionRow(row)
            }
        }
        try read()
        let changed = part.portions.compactMap { portion -> NewCollection? in
            let row = CollectionRow(
                portion.collection, at: portion.place, in: portion.section, at: portion.sectionPlace)
            return recorded[portion.collection.id] == row
                ? nil : NewCollection(ident: portion.collection.id, row: row)
        }
        guard !changed.isEmpty else { return ids }
        try record(changed, ofCatalog: catalog)
        try read()
        return ids
    }

    /// Ends a reading in parts.
    func finish(
        _ catalog: Catalog, reading: CatalogReading,
        listing lists: @escaping @Sendable (_ collection: String, _ item: String?) -> Bool
    ) throws(StoreError) {
        // PostgreSQL itself counts a table again only after a minute, and plans badly until then.
        try session.run("ANALYZE (SKIP_LOCKED) catalog, collection, item")
        try transaction { () throws(StoreError) in
            try session.run([Self.holding(reading.location, schema: schema)])
            let id = try record(catalog, of: reading)
            var (gone, own) = ([Int64](), [Int64: String]())
            try session.run(
                "SELECT id, ident, further IS NOT NULL FROM collection WHERE catalog = $1", .integer(id)
            ).forEach { row in
                let (collection, ident) = (row.integer(0) ?? 0, row.text(1) ?? "")
                if !lists(ident, nil) {
                    gone.append(collection)
                } else if !row.flag(2) {
                    own[collection] = ident
                }
            }
            try unlist(collections: gone)
            let hasUnlisted = try unlistItems(of: own, unless: lists)
            if hasUnlisted || !gone.isEmpty { try dropForgotten(catalog: id) }
            try noteChange(ofCatalog: id)
        }
    }

    /// How many items are compared at once.
    private static let pageSize: Int64 = 20_000

    /// Notes which items of collections are no longer listed; tells whether there are any that are not.
    private func unlistItems(
        of collections: [Int64: String], unless lists: (String, String?) -> Bool
    ) throws(StoreError) -> Bool {
        guard let first = collections.keys.min(), let last = collections.keys.max() else { return false }
        var (place, hasUnlisted) = ((first - 1, ""), false)
        while true {
            let rows = try session.run(
                Self.items, .integer(place.0), .text(place.1), .integer(last), .integer(Self.pageSize))
            var gone: [Int64] = []
            rows.forEach { row in
                place = (row.integer(0) ?? 0, row.text(1) ?? "")
                guard let collection = collections[place.0] else { return }
                if !row.flag(4) {
                    hasUnlisted = true
                } else if !lists(collection, row.text(2) ?? "") {
                    gone.append(row.integer(3) ?? 0)
                }
            }
            if !gone.isEmpty {
                hasUnlisted = true
                try session.run(
                    "UPDATE item SET listed = false WHERE id = ANY ($1::bigint[])", .integers(gone))
            }
            if rows.count < Int(Self.pageSize) { return hasUnlisted }
        }
    }

    /// The first `$4` items behind the item `$2` of the collection `$1`, up to the collection `$3`.
    static let items = """
        SELECT collection, ident_key, ident, id, listed FROM item
        WHERE (collection, ident_key) > ($1, $2) AND collection <= $3
        ORDER BY collection, ident_key LIMIT $4
        """
}
