import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// The index of a library's documents in a SQLite database of its own, `.carrel/index.sqlite`, with FTS5.
public actor SQLiteIndex: DocumentIndex {
    private let executor = BlockingExecutor(label: "carrel.index")
    let database: Database
    /// Tells the records that the index belongs to from others.
    private let records: Int64

    /// The queue that the database is used on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens an index.
    ///
    /// - Parameters:
    ///   - path: its file; `:memory:` for one of its own.
    ///   - journal: how it is kept whole.
    ///   - stemming: how words are divided.
    ///   - records: tells the records that it belongs to from others that were in their place.
    /// - Throws: `StoreError`, with `.database` where what is there is no index, or another one.
    init(
        path: String, _ journal: Database.Journal, _ stemming: IndexStemming, records: Int64 = 0
    ) throws(StoreError) {
        self.records = records
        database = try Database(path: path, mode: .writing)
        try database.execute("PRAGMA journal_mode = \(journal.rawValue)")
        // What a power failure takes is made anew.
        try database.execute("PRAGMA synchronous = OFF")
        try database.execute("PRAGMA trusted_schema = OFF")
        let version = try database.rows("PRAGMA user_version") { $0.integer(0) ?? 0 }.first ?? 0
        if version == 0 {
            let database = database
            try database.transaction { () throws(StoreError) in
                // Another process may have made it meanwhile.
                guard try database.rows("PRAGMA user_version", make: { $0.integer(0) ?? 0 }).first == 0 else {
                    return
                }
                try IndexSchema.create(database, stemming)
            }
        }
        let found = try database.rows("SELECT stemming FROM state") { $0.text(0) }.first ?? nil
        guard version == 0 || version == IndexSchema.version, found == stemming.rawValue else {
            throw StoreError(.database, subject: path, reason: "it is an index of another kind")
        }
    }

    /// How far the ledger was followed; 0 if it was another one.
    public func position() throws(StoreError) -> Int64 {
        try database.rows("SELECT number FROM state WHERE records = ?", .integer(records)) {
            $0.integer(0) ?? 0
        }.first ?? 0
    }

    /// The number of items.
    public func count() throws(StoreError) -> Int {
        try database.rows("SELECT count(*) FROM entry") { Int($0.integer(0) ?? 0) }.first ?? 0
    }

    /// Every item.
    public func entries() throws(StoreError) -> [ItemKey: IndexedItem] {
        let items = try database.rows("SELECT \(Self.columns) FROM entry e") { Self.item($0) }
        return Dictionary(items.map { ($0.key, $0) }) { first, _ in first }
    }

    /// Some items.
    public func entries(of keys: [ItemKey]) throws(StoreError) -> [ItemKey: IndexedItem] {
        var found: [ItemKey: IndexedItem] = [:]
        for key in keys {
            found[key] =
                try database.rows(
                    "SELECT \(Self.columns) FROM entry e WHERE catalog = ? AND collection = ? AND item = ?",
                    .text(key.catalog), .text(key.collection), .text(key.item)
                ) { Self.item($0) }.first
        }
        return found
    }

    /// The items of one catalogue.
    public func entries(ofCatalog location: String) throws(StoreError) -> [ItemKey: IndexedItem] {
        let items = try database.rows(
            "SELECT \(Self.columns) FROM entry e WHERE catalog = ?", .text(location)
        ) { Self.item($0) }
        return Dictionary(items.map { ($0.key, $0) }) { first, _ in first }
    }

    /// The kinds of items.
    public func kinds() throws(StoreError) -> Set<IndexedKind> {
        Set(
            try database.rows("SELECT DISTINCT catalog, catalog_name, media_type, maker FROM entry") { row in
                IndexedKind(
                    location: row.text(0) ?? "", catalog: row.text(1) ?? "", mediaType: row.text(2) ?? "",
                    maker: row.text(3) ?? "")
            })
    }

    /// What is kept of a content; `nil` if nothing is.
    public func preview(of content: String) throws(StoreError) -> KeptPreview? {
        try database.rows(
            "SELECT maker, failure, text, rest FROM content WHERE name = ?", .text(content)
        ) { row in
            let preview = row.text(3).flatMap { rest -> Preview? in
                var preview = try? JSONDecoder().decode(Preview.self, from: Data(rest.utf8))
                preview?.text = row.text(2) ?? ""
                return preview
            }
            return KeptPreview(maker: row.text(0) ?? "", preview: preview, failure: row.text(1))
        }.first
    }

    /// Replaces and removes items in one transaction.
    public func update(
        _ items: [(item: IndexedItem, preview: KeptPreview?)], removing removed: [ItemKey], position: Int64?
    ) throws(StoreError) {
        try database.transaction { () throws(StoreError) in
            var loose = Set<String>()
            for key in removed { loose.formUnion(try remove(key)) }
            for (item, preview) in items {
                if let preview { try keep(preview, of: item.content) }
                loose.formUnion(try remove(item.key))
                if let preview {
                    try add(item, preview.preview)
                } else {
                    try add(item, try self.preview(of: item.content)?.preview)
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

    /// Removes every row.
    public func clear() throws(StoreError) {
        try database.transaction { () throws(StoreError) in
            for table in ["words", "passage", "entry", "content"] {
                try database.execute("DELETE FROM \(table)")
            }
            try database.execute("UPDATE state SET number = 0")
        }
    }

    /// What is wrong with the database or with its words.
    public func damage() throws(StoreError) -> String? {
        let answers = try database.rows("PRAGMA quick_check(1)") { $0.text(0) ?? "" }
        guard answers == ["ok"] else { return answers.first }
        do {
            try database.execute("INSERT INTO words (words) VALUES ('integrity-check')")
            return nil
        } catch {
            return error.reason
        }
    }

    // MARK: Rows

    static let columns =
        "e.catalog, e.collection, e.item, e.content, e.title, e.collection_title, e.catalog_name, e.media_type, e.maker"

    static func item(_ row: borrowing Statement) -> IndexedItem {
        IndexedItem(
            key: ItemKey(catalog: row.text(0) ?? "", collection: row.text(1) ?? "", item: row.text(2) ?? ""),
            content: row.text(3) ?? "", title: row.text(4) ?? "", collection: row.text(5) ?? "",
            catalog: row.text(6) ?? "", mediaType: row.text(7) ?? "",
            maker: row.text(8) ?? "")
    }

    /// Keeps a preview; the picture in it is not kept.
    public func keep(_ kept: KeptPreview, of content: String) throws(StoreError) {
        var rest: String?
        if var preview = kept.preview {
            preview.text = ""
            preview.picture = nil
            rest = (try? JSONEncoder().encode(preview)).map { String(decoding: $0, as: UTF8.self) }
        }
        try database.run(
            "INSERT OR REPLACE INTO content (name, maker, failure, text, rest) VALUES (?, ?, ?, ?, ?)",
            .text(content), .text(kept.maker), SQLiteValue(kept.failure), SQLiteValue(kept.preview?.text),
            SQLiteValue(rest))
    }

    /// Removes an item; gives the names of what it held.
    private func remove(_ key: ItemKey) throws(StoreError) -> [String] {
        let rows = try database.rows(
            "SELECT id, content FROM entry WHERE catalog = ? AND collection = ? AND item = ?",
            .text(key.catalog),
            .text(key.collection), .text(key.item)
        ) { ($0.integer(0) ?? 0, $0.text(1) ?? "") }
        for (row, _) in rows {
            try database.run(
                "DELETE FROM words WHERE rowid IN (SELECT id FROM passage WHERE entry = ?)", .integer(row))
            try database.run("DELETE FROM passage WHERE entry = ?", .integer(row))
            try database.run("DELETE FROM entry WHERE id = ?", .integer(row))
        }
        return rows.map(\.1)
    }

    private func add(_ item: IndexedItem, _ preview: Preview?) throws(StoreError) {
        try database.run(
            """
            INSERT INTO entry (catalog, collection, item, content, title, collection_title, catalog_name, media_type, maker)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, .text(item.key.catalog), .text(item.key.collection), .text(item.key.item),
            .text(item.content),
            .text(item.title), .text(item.collection), .text(item.catalog),
            .text(item.mediaType), .text(item.maker))
        let entry = database.lastInsertedRow
        let facts = Passages.facts(of: preview)
        for passage in Passages.of(preview) {
            try database.run(
                "INSERT INTO passage (entry, page) VALUES (?, ?)", .integer(entry),
                SQLiteValue(passage.page.map(Int64.init)))
            try database.run(
                "INSERT INTO words (rowid, title, collection, facts, text) VALUES (?, ?, ?, ?, ?)",
                .integer(database.lastInsertedRow), .text(item.title.spacedCharacters),
                .text("\(item.collection) \(item.catalog)".spacedCharacters), .text(facts.spacedCharacters),
                .text(passage.text.spacedCharacters))
        }
    }
}

/// The passages of a document that are found each for itself.
enum Passages {
    /// One passage for each page; one for a document without pages, or without a preview: its title is found, too.
    static func of(_ preview: Preview?) -> [(page: Int?, text: String)] {
        guard let preview else { return [(nil, "")] }
        guard !preview.pageMarks.isEmpty else { return [(nil, preview.text)] }
        let bytes = Array(preview.text.utf8)
        return preview.pageMarks.indices.map { index in
            let start = min(max(0, preview.pageMarks[index].offset), bytes.count)
            let next = index + 1 < preview.pageMarks.count ? preview.pageMarks[index + 1].offset : bytes.count
            let end = min(max(start, next), bytes.count)
            return (preview.pageMarks[index].page, String(decoding: bytes[start..<end], as: UTF8.self))
        }
    }

    /// What the document says of itself.
    static func facts(of preview: Preview?) -> String {
        guard let preview else { return "" }
        let values = preview.metadata.sorted { $0.key < $1.key }.map(\.value)
        return ([preview.title].compactMap(\.self) + values).joined(separator: "\n").prefix(utf8: 8192).text
    }
}
