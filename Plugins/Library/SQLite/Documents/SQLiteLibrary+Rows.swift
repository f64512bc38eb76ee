import CarrelModel
import CarrelSQLite
import CarrelStages

/// Finds the rows of items.
extension SQLiteLibrary {
    /// Forgets what was looked up: it may be another's by the next transaction.
    func forgetFound() { known = KnownRows() }

    func existingRow(of key: ItemKey) throws(StoreError) -> Int64? { try existingItem(of: key)?.row }

    /// What is recorded of an item, as far as most changes depend on it.
    func existingItem(of key: ItemKey) throws(StoreError) -> KnownRows.Item? {
        if let last = known.last, last.key == key { return last.item }
        guard let collection = try existingCollection(of: key) else { return nil }
        if let item = known.item(key, in: collection) { return item }
        let item = try database.rows(
            "SELECT id, failure IS NOT NULL OR update_available FROM item WHERE collection = ? AND ident = ?",
            .integer(collection), .text(key.item)
        ) {
            KnownRows.Item(row: $0.integer(0) ?? 0, collection: collection, isTroubled: $0.flag(1))
        }.first
        known.last = item.map { (key, $0) }
        if let item { try readNeighbours(of: item) }
        return item
    }

    /// Reads the rows behind an item, for what happens to many at once happens to neighbours.
    private func readNeighbours(of item: KnownRows.Item) throws(StoreError) {
        let count = known.takeLookAhead()
        guard count > 0 else { return }
        try database.forEachRow(
            """
            SELECT ident, id, failure IS NOT NULL OR update_available FROM item
            WHERE id > ?1 AND id <= ?1 + ?2 AND +collection = ?3
            """, .integer(item.row), .integer(Int64(count)), .integer(item.collection)
        ) { row in
            guard let ident = row.text(0), let id = row.integer(1) else { return }
            known.add(
                ident, KnownRows.Item(row: id, collection: item.collection, isTroubled: row.flag(2)))
        }
    }

    private func existingCollection(of key: ItemKey) throws(StoreError) -> Int64? {
        if let last = known.collection, last.collection == key.collection, last.catalog == key.catalog {
            return last.row
        }
        let row = try row(of: CollectionKey(of: key))
        known.collection = row.map { (key.catalog, key.collection, $0) }
        return row
    }

    /// The row of an item, made if it has none: a saved plan names it, or its catalogue dropped it meanwhile.
    ///
    /// A new one is listed only where its catalogue was never read; otherwise that does not list it.
    func row(of key: ItemKey, title: String, url: String?) throws(StoreError) -> Int64 {
        if let row = try existingRow(of: key) { return row }
        try database.run(
            "INSERT OR IGNORE INTO catalog (location, fingerprint, read_at) VALUES (?, '', 0)",
            .text(key.catalog))
        try database.run(
            """
            INSERT OR IGNORE INTO collection (catalog, ident, section_ordinal, ordinal, title, details, listed)
            SELECT id, ?2, 0, 0, ?2, '[]', fingerprint = '' FROM catalog WHERE location = ?1
            """, .text(key.catalog), .text(key.collection))
        try database.run(
            """
            INSERT INTO item (collection, ident, ordinal, title, url, listed)
            SELECT c.id, ?3, (SELECT count(*) FROM item WHERE k.fingerprint = '' AND item.collection = c.id),
                ?4, ?5, k.fingerprint = ''
            FROM collection c JOIN catalog k ON k.id = c.catalog WHERE k.location = ?1 AND c.ident = ?2
            """, .text(key.catalog), .text(key.collection), .text(key.item), .text(title), SQLiteValue(url))
        return database.lastInsertedRow
    }
}
