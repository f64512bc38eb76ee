import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelPostgreSQL
import CarrelStages

extension PostgreSQLLibrary {
    /// What is remembered of a catalogue's items, all of one moment.
    func memory(of location: String) throws(StoreError) -> LibraryMemory {
        var memory = LibraryMemory(catalog: location)
        let key = PostgreSQLValue.text(IndexedText.key(location))
        let statements = [
            PostgreSQLStatement("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"), Self.lookingUp,
            PostgreSQLStatement(Self.remembered, [key, .text(reader)]),
            PostgreSQLStatement(Self.discarded, [key]),
        ]
        let answers = try session.atomically(statements + Self.ignored(key))
        guard answers.count == 7 else { return memory }
        var lastCollection = ""
        answers[2].forEach { row in
            if !row.equals(0, lastCollection) { lastCollection = row.text(0) ?? "" }
            let key = ItemKey(catalog: location, collection: lastCollection, item: row.text(1) ?? "")
            memory.items[key] = Self.item(row)
        }
        answers[3].forEach { row in
            let key = ItemKey(catalog: location, collection: row.text(0) ?? "", item: row.text(1) ?? "")
            memory.items[key, default: ItemMemory(title: row.text(2))].discarded = Self.discarded(row)
        }
        memory.ignored = Self.ignoreRules(Array(answers[4...]), of: location)
        return memory
    }

    /// What is remembered of some items, all of one moment.
    func memory(ofItems keys: [ItemKey]) throws(StoreError) -> [ItemKey: ItemMemory] {
        let wanted = ItemRows(keys)
        guard !wanted.keys.isEmpty else { return [:] }
        let answers = try session.atomically([
            PostgreSQLStatement("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"),
            PostgreSQLStatement(Self.rememberedItems, wanted.values + [.text(reader)]),
            PostgreSQLStatement(Self.discardedItems, wanted.values),
        ])
        guard answers.count == 3 else { return [:] }
        var found: [ItemKey: ItemMemory] = [:]
        answers[1].forEach { row in
            let place = Int(row.integer(9 + Self.documentColumnCount) ?? 0) - 1
            if wanted.keys.indices.contains(place) { found[wanted.keys[place]] = Self.item(row) }
        }
        answers[2].forEach { row in
            let place = Int(row.integer(9) ?? 0) - 1
            guard wanted.keys.indices.contains(place) else { return }
            found[wanted.keys[place], default: ItemMemory(title: row.text(2))].discarded = Self.discarded(row)
        }
        return found
    }

    /// The stored documents of a catalogue, in pages by the rows of their items.
    func storedItems(
        of location: String, after place: Int64?, atMost limit: Int
    ) throws(StoreError) -> RememberedPage {
        let rows = try session.run(
            Self.storedItems, .text(IndexedText.key(location)), .text(reader), .integer(place ?? 0),
            .integer(Int64(limit)))
        var page = RememberedPage([], end: nil)
        rows.forEach { row in
            let key = ItemKey(catalog: location, collection: row.text(0) ?? "", item: row.text(1) ?? "")
            page.items.append((key, Self.item(row)))
            page.end = row.integer(9 + Self.documentColumnCount)
        }
        if rows.count < limit { page.end = nil }
        return page
    }

    /// Reads an item from `columns`.
    private static func item(_ row: PostgreSQLRows.Row) -> ItemMemory {
        var item = ItemMemory(
            title: row.text(2), document: document(row, from: 9), lastFailure: row.text(3),
            updateAvailable: row.flag(4), news: row.text(5).flatMap(News.init))
        if let read = row.text(6) { item.readSHA256 = read }
        item.isToldUnlisted = row.flag(7)
        if let reason = row.text(8) { item.asideReason = reason }
        return item
    }

    /// Reads what was discarded from `discardedColumns`.
    private static func discarded(_ row: PostgreSQLRows.Row) -> DiscardedDocument {
        let origin = DocumentOrigin(
            url: row.text(7) ?? "", requestedURL: row.text(8),
            validators: Validators(entityTag: row.text(5), lastModified: row.text(6)))
        return DiscardedDocument(reason: row.text(3) ?? "", sha256: row.text(4) ?? "", origin: origin)
    }

    private static let columns = """
        c.ident, i.ident, i.title, i.failure, i.update_available,
        CASE WHEN d.item IS NULL THEN NULL WHEN r.read_sha256 IS NULL THEN 'new'
            WHEN r.read_sha256 <> d.sha256 THEN 'updated' END,
        CASE WHEN d.item IS NULL THEN r.read_sha256 END, i.is_told,
        CASE WHEN i.failure IS NOT NULL THEN (SELECT (array_agg(q.reason ORDER BY q.id DESC))[1] FROM quarantine q
            WHERE q.item = i.id AND NOT q.was_stored) END,
        \(documentColumns)
        """

    /// Has the rest of the transaction find the documents of a catalogue from its items.
    ///
    /// The server guesses by averages, and would go through all documents for a small catalogue beside large ones.
    static let lookingUp = PostgreSQLStatement(
        "SELECT set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)")

    /// What a reader has marked of an item, as a table `r`: one row, looked up for each item.
    static func marks(_ item: String, of reader: String) -> String {
        """
        LEFT JOIN LATERAL (
            SELECT read_sha256 FROM reading WHERE reader = \(reader) AND item = \(item) LIMIT 1) r ON true
        """
    }

    /// The stored items of a catalogue `$1` for a reader `$2`, and those that failed.
    static let remembered = """
        SELECT \(columns) FROM catalog k JOIN collection c ON c.catalog = k.id JOIN item i ON i.collection = c.id
        JOIN document d ON d.item = i.id \(marks("i.id", of: "$2"))
        WHERE k.location_key = $1
        UNION ALL
        SELECT \(columns) FROM catalog k JOIN collection c ON c.catalog = k.id
        JOIN item i ON i.collection = c.id AND i.failure IS NOT NULL
        LEFT JOIN document d ON d.item = i.id \(marks("i.id", of: "$2"))
        WHERE k.location_key = $1 AND d.item IS NULL
        """

    /// The first `$4` stored items of a catalogue `$1` for a reader `$2`, behind the row `$3`.
    static let storedItems = """
        SELECT \(columns), d.item FROM document d JOIN item i ON i.id = d.item
        JOIN collection c ON c.id = i.collection \(marks("i.id", of: "$2"))
        WHERE c.catalog = (SELECT id FROM catalog WHERE location_key = $1) AND d.item > $3
        ORDER BY d.item LIMIT $4
        """

    private static let discardedColumns = """
        c.ident, i.ident, i.title, d.reason, d.sha256, d.entity_tag, d.last_modified, d.url, d.requested_url
        """

    /// What is remembered of the items `$1` to `$3` for a reader `$4`, each with its place.
    static let rememberedItems = """
        WITH found AS (\(ItemRows.found))
        SELECT \(columns), f.place FROM found f JOIN item i ON i.id = f.id JOIN collection c ON c.id = i.collection
        LEFT JOIN document d ON d.item = i.id \(marks("i.id", of: "$4"))
        WHERE d.item IS NOT NULL OR i.failure IS NOT NULL
        """

    private static let discardedItems = """
        WITH found AS (\(ItemRows.found))
        SELECT \(discardedColumns), f.place FROM found f JOIN discarded d ON d.item = f.id
        JOIN item i ON i.id = f.id JOIN collection c ON c.id = i.collection
        """

    private static let discarded = """
        SELECT \(discardedColumns)
        FROM discarded d JOIN item i ON i.id = d.item JOIN collection c ON c.id = i.collection
        JOIN catalog k ON k.id = c.catalog WHERE k.location_key = $1
        """
}
