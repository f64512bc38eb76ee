import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// The index of a library's documents in a SQLite database of its own, `.carrel/index.sqlite`, with FTS5.
package actor SQLiteIndex: DocumentIndex {
    private let executor = BlockingExecutor(label: "carrel.index")
    let database: Database
    let divider: WordDivider
    /// Tells the records that the index belongs to from others.
    let records: Int64

    /// The queue that the database is used on.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens an index.
    ///
    /// - Parameters:
    ///   - path: its file; `:memory:` for one of its own.
    ///   - journal: how it is kept whole.
    ///   - stemming: how words are divided.
    ///   - records: tells the records that it belongs to from others that were in their place.
    /// - Throws: `StoreError`, with `.database` where what is there is no index, or another one.
    package init(
        path: String, _ journal: Database.Journal, _ stemming: IndexStemming, records: Int64 = 0
    ) throws(StoreError) {
        self.records = records
        database = try Database(path: path, mode: .writing)
        try database.execute("PRAGMA journal_mode = \(journal.rawValue)")
        // What a power failure takes is made anew.
        try database.execute("PRAGMA synchronous = OFF")
        try database.execute("PRAGMA trusted_schema = OFF")
        let version = try database.number("PRAGMA user_version") ?? 0
        // The tables name what divides their words.
        divider = try database.prepareSearches(IndexSchema.tokenizer(stemming))
        if version == 0 {
            let database = database
            try database.transaction { () throws(StoreError) in
                // Another process may have made it meanwhile.
                guard try database.number("PRAGMA user_version") == 0 else { return }
                try IndexSchema.create(database, stemming)
            }
        }
        try Self.checkKind(of: database, path, version: version, stemming)
    }

    /// Opens an index that cannot be written, as it stands.
    ///
    /// - Parameters:
    ///   - path: its file.
    ///   - stemming: how words are divided.
    ///   - records: tells the records that it belongs to from others that were in their place.
    ///   - refusal: why it cannot be written.
    init(
        reading path: String, _ stemming: IndexStemming, records: Int64, refusal: StoreError
    ) throws(StoreError) {
        self.records = records
        database = try Database(path: path, mode: .immutable, refusal: refusal)
        try database.execute("PRAGMA trusted_schema = OFF")
        let version = try database.number("PRAGMA user_version") ?? 0
        // An empty one was begun, and cannot be made now.
        guard version != 0 else { throw refusal }
        divider = try database.prepareSearches(IndexSchema.tokenizer(stemming))
        try Self.checkKind(of: database, path, version: version, stemming, refusal: refusal)
    }

    /// - Throws: `StoreError` for an index of another kind: with `.database` where it can be made anew, and else with why not.
    private static func checkKind(
        of database: Database, _ path: String, version: Int64, _ stemming: IndexStemming,
        refusal: StoreError? = nil
    ) throws(StoreError) {
        let found = try database.rows("SELECT stemming FROM state") { $0.text(0) }.first ?? nil
        guard version == 0 || version == IndexSchema.version, found == stemming.rawValue else {
            let reason = "it is an index of another kind"
            guard let refusal else { throw StoreError(.database, subject: path, reason: reason) }
            throw StoreError(
                refusal.code, subject: path, reason: "\(reason), and \(refusal.reason)",
                remedy: refusal.remedy)
        }
    }

    /// How far the ledger was followed; 0 if it was another one.
    package func position() throws(StoreError) -> Int64 {
        try database.number("SELECT number FROM state WHERE records = ?", .integer(records)) ?? 0
    }

    /// The number of items.
    package func count() throws(StoreError) -> Int {
        Int(try database.number("SELECT count(*) FROM entry") ?? 0)
    }

    /// The number of items of whose documents only a part is indexed.
    package func countInPart() throws(StoreError) -> Int {
        Int(
            try database.number(
                "SELECT count(*) FROM entry e JOIN content c ON c.name = e.content WHERE c.is_part = 1") ?? 0)
    }

    /// Every item.
    package func entries() throws(StoreError) -> [ItemKey: IndexedItem] {
        let items = try database.rows("SELECT \(Self.columns) FROM entry e") { Self.item($0) }
        return Dictionary(items.map { ($0.key, $0) }) { first, _ in first }
    }

    /// Some items.
    package func entries(of keys: [ItemKey]) throws(StoreError) -> [ItemKey: IndexedItem] {
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
    package func entries(ofCatalog location: String) throws(StoreError) -> [ItemKey: IndexedItem] {
        let items = try database.rows(
            "SELECT \(Self.columns) FROM entry e WHERE catalog = ?", .text(location)
        ) { Self.item($0) }
        return Dictionary(items.map { ($0.key, $0) }) { first, _ in first }
    }

    /// The kinds of items.
    package func kinds() throws(StoreError) -> Set<IndexedKind> {
        Set(
            try database.rows("SELECT DISTINCT catalog, catalog_name, media_type, maker FROM entry") { row in
                IndexedKind(
                    location: row.text(0) ?? "", catalog: row.text(1) ?? "", mediaType: row.text(2) ?? "",
                    maker: row.text(3) ?? "")
            })
    }

    /// Who made the previews that are kept of some contents.
    package func makers(ofKept contents: [String]) throws(StoreError) -> [String: KeptMaker] {
        var found: [String: KeptMaker] = [:]
        for content in contents {
            found[content] =
                try database.rows(
                    "SELECT maker, media_type FROM content WHERE name = ?", .text(content)
                ) { KeptMaker($0.text(0) ?? "", mediaType: $0.text(1)) }.first
        }
        return found
    }

    /// What is kept of a content; `nil` if nothing is.
    package func preview(of content: String) throws(StoreError) -> KeptPreview? {
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

    /// What is wrong with the database or with its words.
    package func damage() throws(StoreError) -> String? {
        if let damage = try database.damage(isQuick: true) { return damage }
        do {
            for table in ["words", "titles"] {
                try database.execute("INSERT INTO \(table) (\(table)) VALUES ('integrity-check')")
            }
            return nil
        } catch {
            // Its words are checked by a statement that only who may write can run.
            return [.readOnly, .full].contains(error.code) ? nil : error.reason
        }
    }

    // MARK: Rows

    static let columns =
        "e.catalog, e.collection, e.item, e.content, e.title, e.collection_title, e.catalog_name, e.media_type, e.maker"

    /// The item of a row's number.
    func item(ofEntry entry: Int64) throws(StoreError) -> IndexedItem? {
        try database.rows("SELECT \(Self.columns) FROM entry e WHERE e.id = ?", .integer(entry)) {
            Self.item($0)
        }.first
    }

    static func item(_ row: borrowing Statement) -> IndexedItem {
        IndexedItem(
            key: ItemKey(catalog: row.text(0) ?? "", collection: row.text(1) ?? "", item: row.text(2) ?? ""),
            content: row.text(3) ?? "", title: row.text(4) ?? "", collection: row.text(5) ?? "",
            catalog: row.text(6) ?? "", mediaType: row.text(7) ?? "",
            maker: row.text(8) ?? "")
    }
}
