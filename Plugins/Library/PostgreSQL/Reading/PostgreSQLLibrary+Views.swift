import CarrelModel
import CarrelPostgreSQL
import CarrelRecords
import CarrelStages
import Foundation

/// What this library's reader selected and looked at.
extension PostgreSQLLibrary {
    /// The selected collection.
    func selection() throws(StoreError) -> CollectionKey? {
        try session.run("SELECT catalog, collection FROM selection WHERE reader = $1", .text(reader)).first
            .map {
                CollectionKey(catalog: $0.text(0) ?? "", collection: $0.text(1) ?? "")
            }
    }

    /// Remembers the selected collection.
    func select(_ key: CollectionKey) throws(StoreError) {
        try session.run(
            """
            INSERT INTO selection (reader, catalog, collection) VALUES ($1, $2, $3)
            ON CONFLICT (reader) DO UPDATE SET catalog = excluded.catalog, collection = excluded.collection
            """, .text(reader), .text(key.catalog), .text(key.collection))
    }

    /// Remembers that an item was viewed.
    func recordView(of key: ItemKey, at date: Date) throws(StoreError) {
        try change(of: [key.catalog]) { (number) throws(StoreError) in
            let rows = Array(try existingRows(of: [key]).values)
            try session.run([
                PostgreSQLStatement(
                    """
                    INSERT INTO reading (reader, item, viewed_at) SELECT $1, id, $3 FROM unnest($2::bigint[]) AS id
                    ON CONFLICT (reader, item) DO UPDATE SET viewed_at = excluded.viewed_at
                    """, [.text(reader), .integers(rows), PostgreSQLValue(date)]),
                marking(true, rows, number),
            ])
        }
    }

    /// Remembers of items that their documents were looked at, or were not.
    func setRead(_ isRead: Bool, _ keys: [ItemKey]) throws(StoreError) {
        guard !keys.isEmpty else { return }
        try change(of: Set(keys.map(\.catalog))) { (number) throws(StoreError) in
            let rows = Array(try existingRows(of: keys).values)
            try session.run([marking(isRead, rows, number)])
        }
    }

    /// Marks the documents of items, which may be those of the items that they repeat.
    private func marking(_ isRead: Bool, _ rows: [Int64], _ number: Int64) -> PostgreSQLStatement {
        PostgreSQLStatement(
            """
            WITH marked AS (
                SELECT DISTINCT d.item, CASE WHEN $3::boolean THEN d.sha256 END AS sha256
                FROM unnest($2::bigint[]) AS wanted JOIN item i ON i.id = wanted
                JOIN item o ON o.collection = i.collection AND o.ident_key = coalesce(i.duplicate_key, i.ident_key)
                JOIN document d ON d.item = o.id LEFT JOIN reading r ON r.item = d.item AND r.reader = $1
                WHERE r.read_sha256 IS DISTINCT FROM CASE WHEN $3::boolean THEN d.sha256 END
            ), written AS (
                INSERT INTO reading (reader, item, read_sha256) SELECT $1, item, sha256 FROM marked
                ON CONFLICT (reader, item) DO UPDATE SET read_sha256 = excluded.read_sha256
            )
            UPDATE item SET changed = $4 FROM marked WHERE item.id = marked.item
            """, [.text(reader), .integers(rows), .flag(isRead), .integer(number)])
    }

    /// The items viewed most recently, newest first, each once, and of several that are the same document the newest.
    func recentViews(limit: Int) throws(StoreError) -> [RecentView] {
        var recent = RecentViews(atMost: limit)
        try session.run(
            """
            SELECT k.location, c.ident, i.ident, i.title, r.viewed_at, i.url,
                i.collection || ' ' || coalesce(i.duplicate_of, i.ident)
            FROM reading r JOIN item i ON i.id = r.item
            JOIN collection c ON c.id = i.collection JOIN catalog k ON k.id = c.catalog
            WHERE r.reader = $1 AND r.viewed_at IS NOT NULL ORDER BY r.viewed_at DESC, r.item DESC
            """, .text(reader)
        ).forEach { recent.add($0) }
        return recent.views
    }

    // MARK: Lists

    /// Remembers the list that a terminal printed last, and forgets those that are too old.
    func remember(_ list: PrintedList, of terminal: String) throws(StoreError) {
        let terminal = PostgreSQLValue.text(IndexedText.key(terminal))
        let items = list.items.sorted { $0.key < $1.key }
        try session.atomically([
            PostgreSQLStatement(
                "DELETE FROM printed WHERE reader = $1 AND (terminal = $2 OR at < $3)",
                [.text(reader), terminal, PostgreSQLValue(list.date - PrintedList.lifetime)]),
            PostgreSQLStatement(
                """
                INSERT INTO printed (reader, terminal, at, number, catalog, collection, item)
                SELECT $1, $2, $3, new.* FROM unnest($4::bigint[], $5::text[], $6::text[], $7::text[]) AS new
                ON CONFLICT (reader, terminal, number) DO UPDATE SET at = excluded.at,
                    catalog = excluded.catalog, collection = excluded.collection, item = excluded.item
                """,
                [
                    .text(reader), terminal, PostgreSQLValue(list.date),
                    .integers(items.map { Int64($0.key) }),
                    .texts(items.map(\.value.catalog)), .texts(items.map(\.value.collection)),
                    .texts(items.map(\.value.item)),
                ]),
        ])
    }

    /// The list that a terminal printed last.
    func printedList(of terminal: String, at date: Date) throws(StoreError) -> PrintedList? {
        var list = PrintedList(items: [:], date: date)
        try session.run(
            """
            SELECT number, at, catalog, collection, item FROM printed
            WHERE reader = $1 AND terminal = $2 AND at >= $3
            """, .text(reader), .text(IndexedText.key(terminal)), PostgreSQLValue(date - PrintedList.lifetime)
        ).forEach { list.add($0) }
        return list.items.isEmpty ? nil : list
    }
}
