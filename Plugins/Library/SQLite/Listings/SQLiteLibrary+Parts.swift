import CarrelModel
import CarrelRecords
import CarrelSQLite
import CarrelStages

/// Catalogues that are recorded part by part.
extension SQLiteLibrary: PartListings {
    /// Records catalogues part by part.
    public nonisolated var parts: (any PartListings)? { self }

    /// Begins a reading in parts.
    public func begin(_ reading: CatalogReading) throws(StoreError) {
        try database.run(
            """
            INSERT INTO catalog (location, fingerprint, read_at, is_public, name) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (location) DO UPDATE SET fingerprint = excluded.fingerprint, read_at = excluded.read_at,
                is_public = excluded.is_public, name = coalesce(excluded.name, name), entity_tag = NULL,
                last_modified = NULL
            """, .text(reading.location), .text(reading.fingerprint), SQLiteValue(reading.date),
            SQLiteValue(reading.isPublic), SQLiteValue(reading.name))
    }

    /// Records what a part lists.
    public func record(_ part: CatalogPart, of location: String) throws(StoreError) {
        try transaction { () throws(StoreError) in
            let id = try database.number("SELECT id FROM catalog WHERE location = ?", .text(location)) ?? 0
            for portion in part.portions {
                let row = CollectionRow(
                    portion.collection, at: portion.place, in: portion.section, at: portion.sectionPlace)
                let collection = try recordIfChanged(row, ident: portion.collection.id, catalog: id)
                try write(portion.collection.items, of: collection, from: portion.firstItem)
            }
            // Before the items of this catalogue are looked up by their URLs.
            try indexURLs()
        }
    }

    private func recordIfChanged(
        _ row: CollectionRow, ident: String, catalog: Int64
    ) throws(StoreError) -> Int64 {
        let known = try database.rows(
            "SELECT \(CollectionRow.columns) FROM collection WHERE catalog = ? AND ident = ?",
            .integer(catalog), .text(ident)
        ) { (id: $0.integer(0) ?? 0, row: CollectionRow($0)) }.first
        if let known, known.row == row { return known.id }
        return try record(row, ident: ident, catalog: catalog)
    }

    /// Ends a reading in parts.
    public func finish(
        _ catalog: Catalog, reading: CatalogReading,
        listing lists: @escaping @Sendable (_ collection: String, _ item: String?) -> Bool
    ) throws(StoreError) {
        try change { () throws(StoreError) in
            let id = try record(catalog, of: reading)
            try noteChange(ofCatalog: id)
            let collections = try database.rows(
                "SELECT id, ident, further IS NOT NULL FROM collection WHERE catalog = ?", .integer(id)
            ) { (id: $0.integer(0) ?? 0, ident: $0.text(1) ?? "", hasFurther: $0.flag(2)) }
            var hasUnlisted = false
            for collection in collections {
                if !lists(collection.ident, nil) {
                    hasUnlisted = true
                    try unlist(collection: collection.id)
                } else if !collection.hasFurther,
                    try unlistItems(of: collection.id, unless: { lists(collection.ident, $0) })
                {
                    hasUnlisted = true
                }
            }
            if hasUnlisted { try dropForgotten(catalog: id) }
            try indexURLs()
        }
    }

    /// Notes which items of a collection are no longer listed; tells whether there are any that are not.
    private func unlistItems(
        of collection: Int64, unless lists: (String) -> Bool
    ) throws(StoreError) -> Bool {
        var (hasUnlisted, gone) = (false, [Int64]())
        try database.forEachRow(
            "SELECT id, ident, listed FROM item WHERE collection = ?", .integer(collection)
        ) { row in
            if !row.flag(2) {
                hasUnlisted = true
            } else if !lists(row.text(1) ?? "") {
                gone.append(row.integer(0) ?? 0)
            }
        }
        for id in gone { try database.run("UPDATE item SET listed = 0 WHERE id = ?", .integer(id)) }
        return hasUnlisted || !gone.isEmpty
    }
}
