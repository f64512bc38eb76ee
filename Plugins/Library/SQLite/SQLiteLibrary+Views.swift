import CarrelModel
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
        guard let item = try existingRow(of: key) else { return }
        try database.run("UPDATE item SET viewed_at = ? WHERE id = ?", SQLiteValue(date), .integer(item))
    }

    /// The items viewed most recently, newest first, each once, and of several that are the same document the newest.
    public func recentViews(limit: Int) throws(StoreError) -> [RecentView] {
        var views: [RecentView] = []
        var seen = Set<String>()
        try database.forEachRow(
            """
            SELECT k.location, c.ident, i.ident, i.title, i.viewed_at, i.url,
                i.collection || ' ' || coalesce(i.duplicate_of, i.ident) FROM item i
            JOIN collection c ON c.id = i.collection JOIN catalog k ON k.id = c.catalog
            WHERE i.viewed_at IS NOT NULL ORDER BY i.viewed_at DESC, i.id DESC
            """
        ) { row in
            // What is listed in several places is one document by its URL, within one by what it repeats.
            let names = [row.text(5), row.text(6)].compactMap(\.self)
            guard views.count < limit, seen.isDisjoint(with: names) else { return }
            seen.formUnion(names)
            views.append(
                RecentView(
                    key: ItemKey(
                        catalog: row.text(0) ?? "", collection: row.text(1) ?? "", item: row.text(2) ?? ""),
                    title: row.text(3) ?? "", date: row.date(4)))
        }
        return views
    }
}
