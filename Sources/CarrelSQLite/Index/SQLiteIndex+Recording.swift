import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Adding, replacing and removing.
extension SQLiteIndex {
    /// Replaces and removes items in one transaction.
    package func update(
        _ items: [(item: IndexedItem, preview: KeptPreview?)], removing removed: [ItemKey], position: Int64?
    ) throws(StoreError) {
        try database.transaction { () throws(StoreError) in
            var loose = Set<String>()
            for key in removed { loose.formUnion(try remove(key)) }
            for (item, preview) in items {
                loose.formUnion(try remove(item.key))
                if let preview {
                    try replace(preview, of: item.content)
                    try add(item, preview)
                } else {
                    try add(item, try self.preview(of: item.content))
                }
            }
            for content in loose {
                try database.run(
                    "DELETE FROM content WHERE name = ? AND NOT EXISTS (SELECT 1 FROM entry WHERE content = ?)",
                    .text(content), .text(content))
            }
            if let position {
                try database.run(
                    "UPDATE state SET number = ?, records = ?", .integer(position), .integer(records))
            }
        }
    }

    /// Keeps a preview; the picture in it is not kept.
    package func keep(_ kept: KeptPreview, of content: String) throws(StoreError) {
        try database.transaction { () throws(StoreError) in try replace(kept, of: content) }
    }

    /// Removes every row.
    package func clear() throws(StoreError) {
        try database.transaction { () throws(StoreError) in
            for table in ["words", "titles"] {
                try database.execute("INSERT INTO \(table) (\(table)) VALUES ('delete-all')")
            }
            for table in ["passage", "entry", "content"] { try database.execute("DELETE FROM \(table)") }
            try database.execute("UPDATE state SET number = 0")
        }
    }

    // MARK: Contents

    /// Replaces a kept preview, and the words of all items with that content.
    private func replace(_ kept: KeptPreview, of content: String) throws(StoreError) {
        let entries = try database.rows("SELECT id FROM entry WHERE content = ?", .text(content)) {
            $0.integer(0) ?? 0
        }
        for entry in entries { try forgetWords(of: entry) }
        var rest: String?
        if var preview = kept.preview {
            preview.text = ""
            preview.picture = nil
            rest = (try? JSONEncoder().encode(preview)).map { String(decoding: $0, as: UTF8.self) }
        }
        try database.run(
            """
            INSERT OR REPLACE INTO content (name, maker, media_type, failure, facts, text, is_part, rest)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .text(content), .text(kept.maker), SQLiteValue(kept.preview?.mediaType.essence),
            SQLiteValue(kept.failure),
            .text(Passages.facts(of: kept.preview)), .text(kept.preview?.text ?? ""),
            SQLiteValue(kept.preview?.isTruncated ?? false), SQLiteValue(rest))
        for entry in entries {
            if let item = try item(ofEntry: entry) { try learnWords(of: item, entry, kept) }
        }
    }

    // MARK: Items

    private func add(_ item: IndexedItem, _ kept: KeptPreview?) throws(StoreError) {
        try database.run(
            """
            INSERT INTO entry (catalog, collection, item, content, title, collection_title, catalog_name, media_type, maker)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, .text(item.key.catalog), .text(item.key.collection), .text(item.key.item),
            .text(item.content), .text(item.title), .text(item.collection), .text(item.catalog),
            .text(item.mediaType), .text(item.maker))
        try learnWords(of: item, database.lastInsertedRow, kept)
    }

    /// Removes an item; gives the names of what it held.
    private func remove(_ key: ItemKey) throws(StoreError) -> [String] {
        let rows = try database.rows(
            "SELECT id, content FROM entry WHERE catalog = ? AND collection = ? AND item = ?",
            .text(key.catalog), .text(key.collection), .text(key.item)
        ) { ($0.integer(0) ?? 0, $0.text(1) ?? "") }
        for (entry, _) in rows {
            try forgetWords(of: entry)
            try database.run("DELETE FROM entry WHERE id = ?", .integer(entry))
        }
        return rows.map(\.1)
    }

    // MARK: Words

    /// The text of a passage `p` of a content `c`.
    static let passageText =
        "iif(p.start IS NULL, c.text, CAST(substr(CAST(c.text AS BLOB), p.start + 1, p.length) AS TEXT))"

    private func learnWords(of item: IndexedItem, _ entry: Int64, _ kept: KeptPreview?) throws(StoreError) {
        let facts = Passages.facts(of: kept?.preview)
        for passage in Passages.of(kept?.preview) {
            try database.run(
                "INSERT INTO passage (entry, page, start, length) VALUES (?, ?, ?, ?)", .integer(entry),
                SQLiteValue(passage.page.map(Int64.init)),
                SQLiteValue((passage.bytes?.lowerBound).map(Int64.init)),
                SQLiteValue((passage.bytes?.count).map(Int64.init)))
            let row = WordsRow(item, facts: facts, text: passage.text)
            try database.run(
                "INSERT INTO words (rowid, \(IndexSchema.wordColumns)) VALUES (?, ?, ?, ?, ?)",
                .integer(database.lastInsertedRow), .text(row.title), .text(row.collection), .text(row.facts),
                .text(row.text))
        }
        let names = WordsRow(item)
        try database.run(
            "INSERT INTO titles (rowid, \(IndexSchema.titleColumns)) VALUES (?, ?, ?)", .integer(entry),
            .text(names.title), .text(names.collection))
    }

    private func forgetWords(of entry: Int64) throws(StoreError) {
        let passages = try database.rows("SELECT id FROM passage WHERE entry = ?", .integer(entry)) {
            $0.integer(0) ?? 0
        }
        for passage in passages {
            guard let row = try row(of: passage) else { continue }
            if passage == passages.first {
                try database.run(
                    "INSERT INTO titles (titles, rowid, \(IndexSchema.titleColumns)) VALUES ('delete', ?, ?, ?)",
                    .integer(entry), .text(row.title), .text(row.collection))
            }
            try database.run(
                "INSERT INTO words (words, rowid, \(IndexSchema.wordColumns)) VALUES ('delete', ?, ?, ?, ?, ?)",
                .integer(passage), .text(row.title), .text(row.collection), .text(row.facts), .text(row.text))
        }
        try database.run("DELETE FROM passage WHERE entry = ?", .integer(entry))
    }
}
