import CarrelModel
import CarrelRecords
import CarrelSQLite
import CarrelStages
import Foundation

extension SQLiteLibrary {
    /// The selected collection.
    public func selection() throws(StoreError) -> CollectionKey? {
        try database.rows("SELECT catalog, collection FROM selection") { row in
            CollectionKey(catalog: row.text(0) ?? "", collection: row.text(1) ?? "")
        }.first
    }

    /// Remembers the selected collection.
    public func select(_ key: CollectionKey) throws(StoreError) {
        try database.run(
            "INSERT OR REPLACE INTO selection (only, catalog, collection) VALUES (1, ?, ?)",
            .text(key.catalog), .text(key.collection))
    }

    /// Remembers that an item was viewed.
    public func recordView(of key: ItemKey, at date: Date) throws(StoreError) {
        forgetFound()
        try change { () throws(StoreError) in
            guard let item = try existingRow(of: key) else { return }
            try database.run("UPDATE item SET viewed_at = ? WHERE id = ?", SQLiteValue(date), .integer(item))
            try setRead(true, item)
        }
    }

    /// Remembers of items that their documents were looked at, or were not.
    public func setRead(_ isRead: Bool, _ keys: [ItemKey]) throws(StoreError) {
        forgetFound()
        try change { () throws(StoreError) in
            for key in keys {
                if let item = try existingRow(of: key) { try setRead(isRead, item) }
            }
        }
    }

    /// Marks the document of an item, which may be that of the item that it repeats.
    private func setRead(_ isRead: Bool, _ item: Int64) throws(StoreError) {
        let documents = try database.rows(
            """
            SELECT d.item, d.sha256 FROM item i
            JOIN item o ON o.collection = i.collection AND o.ident = coalesce(i.duplicate_of, i.ident)
            JOIN document d ON d.item = o.id WHERE i.id = ?
            """, .integer(item)
        ) { (item: $0.integer(0) ?? 0, sha256: $0.text(1)) }
        for document in documents {
            let changed = try database.rows(
                "UPDATE item SET read_sha256 = ?1 WHERE id = ?2 AND read_sha256 IS NOT ?1 RETURNING id",
                SQLiteValue(isRead ? document.sha256 : nil), .integer(document.item)
            ) { $0.integer(0) }
            if !changed.isEmpty { noteChange(of: document.item) }
        }
    }

    /// The items viewed most recently, newest first, each once, and of several that are the same document the newest.
    public func recentViews(limit: Int) throws(StoreError) -> [RecentView] {
        var recent = RecentViews(atMost: limit)
        try database.forEachRow(
            """
            SELECT k.location, c.ident, i.ident, i.title, i.viewed_at, i.url,
                i.collection || ' ' || coalesce(i.duplicate_of, i.ident) FROM item i
            JOIN collection c ON c.id = i.collection JOIN catalog k ON k.id = c.catalog
            WHERE i.viewed_at IS NOT NULL ORDER BY i.viewed_at DESC, i.id DESC
            """
        ) { recent.add($0) }
        return recent.views
    }
}
