import CarrelHTTP
import CarrelModel
import CarrelRecords
import CarrelSQLite
import CarrelStages
import Foundation

/// Catalogues that were read for one collection, and which collections are wanted.
extension SQLiteLibrary {
    /// What the last reading of a collection's further catalogue returned.
    public func furtherReading(of key: CollectionKey) throws(StoreError) -> CatalogReading? {
        guard let id = try row(of: key) else { return nil }
        return try database.rows(
            """
            SELECT entity_tag, last_modified, fingerprint, read_at, is_public, location, NULL,
                parser, lists_latest_only
            FROM further WHERE collection = ?
            """, .integer(id)
        ) { $0.furtherReading }.first
    }

    /// Replaces the items of a collection by those of its further catalogue.
    public func record(
        _ items: [Item], of key: CollectionKey, reading: CatalogReading
    ) throws(StoreError) {
        try change { () throws(StoreError) in
            guard let id = try row(of: key) else { return }
            let hasUnlisted = try record(items, of: id, isNew: false)
            let catalog = try database.number("SELECT catalog FROM collection WHERE id = ?", .integer(id))
            if let catalog { try noteChange(ofCatalog: catalog) }
            try database.run(
                """
                INSERT OR REPLACE INTO further (collection, location, fingerprint, entity_tag, last_modified,
                    read_at, is_public, lists_latest_only, parser)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, .integer(id), .text(reading.location), .text(reading.fingerprint),
                SQLiteValue(reading.validators.entityTag), SQLiteValue(reading.validators.lastModified),
                SQLiteValue(reading.date), SQLiteValue(reading.isPublic),
                SQLiteValue(reading.listsLatestOnly), SQLiteValue(reading.parser))
            if hasUnlisted, let catalog { try dropForgotten(catalog: catalog) }
        }
    }

    /// The collections whose further catalogue was read.
    public func openedCollections(of location: String) throws(StoreError) -> Set<String> {
        try Set(
            database.rows(
                """
                SELECT c.ident FROM further f JOIN collection c ON c.id = f.collection
                JOIN catalog k ON k.id = c.catalog WHERE k.location = ?
                """, .text(location)
            ) { $0.text(0) ?? "" })
    }

    /// The row of a collection that is recorded.
    func row(of key: CollectionKey) throws(StoreError) -> Int64? {
        try database.number(
            """
            SELECT c.id FROM collection c JOIN catalog k ON k.id = c.catalog
            WHERE k.location = ? AND c.ident = ?
            """, .text(key.catalog), .text(key.collection))
    }

    // MARK: Choices

    /// The collections that are not wanted.
    public func unchosenCollections(of location: String) throws(StoreError) -> Set<String> {
        try Set(
            database.rows("SELECT collection FROM unchosen WHERE catalog = ?", .text(location)) {
                $0.text(0) ?? ""
            })
    }

    /// Chooses collections, or leaves them out: a row for each that is not wanted, so that two processes that
    /// choose at once do not undo each other.
    public func setChosen(_ isChosen: Bool, _ keys: [CollectionKey]) throws(StoreError) {
        let statement =
            isChosen
            ? "DELETE FROM unchosen WHERE catalog = ? AND collection = ? RETURNING catalog"
            : "INSERT OR IGNORE INTO unchosen (catalog, collection) VALUES (?, ?) RETURNING catalog"
        try change { () throws(StoreError) in
            var changed = Set<String>()
            for key in keys {
                changed.formUnion(
                    try database.rows(statement, .text(key.catalog), .text(key.collection)) {
                        $0.text(0) ?? ""
                    })
            }
            for location in changed { try noteChange(ofCatalogAt: location) }
        }
    }
}
