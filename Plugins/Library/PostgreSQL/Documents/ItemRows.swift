import CarrelModel
import CarrelPostgreSQL
import CarrelStages

/// Lists of items as a statement takes them: three arrays, of what stands for their parts in indexes.
struct ItemRows {
    /// The items, each once.
    private(set) var keys: [ItemKey] = []
    private var places: [ItemKey: Int] = [:]

    init(_ keys: some Sequence<ItemKey> = []) { for key in keys { add(key) } }

    mutating func add(_ key: ItemKey) {
        guard places[key] == nil else { return }
        places[key] = keys.count
        keys.append(key)
    }

    var values: [PostgreSQLValue] {
        // Neighbours tend to be of one collection.
        var last = ("", "")
        func key(_ text: String) -> String {
            if last.0 != text { last = (text, IndexedText.key(text)) }
            return last.1
        }
        return [
            .texts(keys.map { key($0.catalog) }), .texts(keys.map { key($0.collection) }),
            .texts(keys.map { IndexedText.key($0.item) }),
        ]
    }

    /// A query of the rows of items `i` and their numbers `place`, counted from 1, that are named by `$1` to `$3`.
    ///
    /// One row is looked up after the other: of tables that were just filled and that nobody has counted yet, PostgreSQL
    /// would read all items of a collection for each.
    static let found = """
        SELECT wanted.place, i.id FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY
            AS wanted (catalog, collection, item, place)
        CROSS JOIN LATERAL (
            SELECT id FROM catalog WHERE location_key = wanted.catalog LIMIT 1
        ) k
        CROSS JOIN LATERAL (
            SELECT id FROM collection WHERE catalog = k.id AND ident_key = wanted.collection LIMIT 1
        ) c
        CROSS JOIN LATERAL (
            SELECT id FROM item WHERE collection = c.id AND ident_key = wanted.item LIMIT 1
        ) i
        """
}

extension PostgreSQLLibrary {
    /// The rows of those items that are recorded.
    func existingRows(of keys: some Sequence<ItemKey>) throws(StoreError) -> [ItemKey: Int64] {
        let wanted = ItemRows(keys)
        guard !wanted.keys.isEmpty else { return [:] }
        return rows(of: wanted, in: try session.run(ItemRows.found, wanted.values))
    }

    /// Reads what `ItemRows.found` gave.
    func rows(of wanted: ItemRows, in found: PostgreSQLRows) -> [ItemKey: Int64] {
        var rows: [ItemKey: Int64] = [:]
        found.forEach { row in
            guard let place = row.integer(0), let id = row.integer(1) else { return }
            rows[wanted.keys[Int(place) - 1]] = id
        }
        return rows
    }

    /// What is to be recorded of an item that has no record: a saved plan names it, or its catalogue dropped it meanwhile.
    struct NewItem {
        var key: ItemKey
        var title: String
        var url: String?
    }

    /// Records items that have no record, with their collections and catalogues; several may be of one.
    ///
    /// They are listed only where their catalogue was never read; otherwise it does not list them.
    func add(_ items: [NewItem]) throws(StoreError) {
        let keys = items.map(\.key)
        let catalogs = PostgreSQLValue.texts(keys.map(\.catalog))
        let catalogKeys = PostgreSQLValue.texts(keys.map { IndexedText.key($0.catalog) })
        let collectionKeys = PostgreSQLValue.texts(keys.map { IndexedText.key($0.collection) })
        try session.run([
            PostgreSQLStatement(
                """
                INSERT INTO catalog (location, location_key, fingerprint, read_at)
                SELECT DISTINCT location, key, '', 0 FROM unnest($1::text[], $2::text[]) AS new (location, key)
                ON CONFLICT DO NOTHING
                """, [catalogs, catalogKeys]),
            PostgreSQLStatement(
                """
                INSERT INTO collection (catalog, ident, ident_key, section_ordinal, ordinal, title, details, listed)
                SELECT DISTINCT k.id, new.ident, new.key, 0, 0, new.ident, '[]', k.fingerprint = ''
                FROM unnest($1::text[], $2::text[], $3::text[]) AS new (catalog, ident, key)
                JOIN catalog k ON k.location_key = new.catalog
                ON CONFLICT DO NOTHING
                """, [catalogKeys, .texts(keys.map(\.collection)), collectionKeys]),
            PostgreSQLStatement(
                """
                WITH new AS (
                    SELECT c.id AS collection, k.fingerprint = '' AS listed, given.ident, given.key,
                        given.title, given.url, given.place
                    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
                        WITH ORDINALITY AS given (catalog, parent, ident, key, title, url, place)
                    JOIN catalog k ON k.location_key = given.catalog
                    JOIN collection c ON c.catalog = k.id AND c.ident_key = given.parent
                ), last AS (
                    SELECT i.collection, max(i.ordinal) AS ordinal FROM item i
                    WHERE i.collection IN (SELECT collection FROM new WHERE listed) GROUP BY i.collection
                )
                INSERT INTO item (collection, ident, ident_key, ordinal, title, url, listed)
                SELECT new.collection, ident, key, coalesce(last.ordinal, -1) + place, title, url, listed
                FROM new LEFT JOIN last ON last.collection = new.collection
                ORDER BY place
                ON CONFLICT DO NOTHING
                """,
                [
                    catalogKeys, collectionKeys, .texts(keys.map(\.item)),
                    .texts(keys.map { IndexedText.key($0.item) }), .texts(items.map(\.title)),
                    .texts(items.map(\.url)),
                ]),
        ])
    }
}
