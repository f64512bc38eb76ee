import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelPostgreSQL
import CarrelRecords
import CarrelStages

extension PostgreSQLLibrary {
    /// What is remembered of a catalogue's items, all of one moment.
    func memory(of location: String) throws(StoreError) -> LibraryMemory {
        var memory = LibraryMemory(catalog: location)
        let key = PostgreSQLValue.text(IndexedText.key(location))
        let queries = [
            Self.lookingUp, PostgreSQLStatement(Self.remembered, [key, .text(reader)]),
            PostgreSQLStatement(Self.discarded, [key]),
        ]
        let answers = try session.ofOneMoment(queries + Self.ignored(key))
        guard answers.count == 6 else { return memory }
        var values = RepeatedValues()
        answers[1].forEach { row in
            let (key, item) = row.item(of: location, &values)
            memory.items[key] = item
        }
        answers[2].forEach { row in
            let key = ItemKey(catalog: location, collection: row.text(0) ?? "", item: row.text(1) ?? "")
            memory.items[key, default: ItemMemory(title: row.text(2))].discarded = row.discarded
        }
        memory.ignored = Self.ignoreRules(Array(answers[3...]), of: location)
        return memory
    }

    /// What is remembered of some items, all of one moment.
    func memory(ofItems keys: [ItemKey]) throws(StoreError) -> [ItemKey: ItemMemory] {
        let wanted = ItemRows(keys)
        guard !wanted.keys.isEmpty else { return [:] }
        let answers = try session.ofOneMoment([
            PostgreSQLStatement(Self.rememberedItems, wanted.values + [.text(reader)]),
            PostgreSQLStatement(Self.discardedItems, wanted.values),
        ])
        guard answers.count == 2 else { return [:] }
        var (values, found) = (RepeatedValues(), [ItemKey: ItemMemory]())
        answers[0].forEach { row in
            let place = Int(row.integer(RecordQuery.itemCount + RecordQuery.documentCount) ?? 0) - 1
            guard wanted.keys.indices.contains(place) else { return }
            let key = wanted.keys[place]
            found[key] = row.item(of: key.catalog, &values).memory
        }
        answers[1].forEach { row in
            let place = Int(row.integer(9) ?? 0) - 1
            guard wanted.keys.indices.contains(place) else { return }
            found[wanted.keys[place], default: ItemMemory(title: row.text(2))].discarded = row.discarded
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
        var (values, page) = (RepeatedValues(), RememberedPage([], end: nil))
        rows.forEach { row in
            page.items.append(row.item(of: location, &values))
            page.end = row.integer(RecordQuery.itemCount + RecordQuery.documentCount)
        }
        if rows.count < limit { page.end = nil }
        return page
    }

    /// The stored documents of some sizes, of all catalogues.
    func storedItems(ofSizes sizes: Set<Int64>) throws(StoreError) -> [ItemKey: ItemMemory] {
        guard !sizes.isEmpty else { return [:] }
        let rows = try session.run(
            """
            SELECT \(Self.columns), k.location FROM document d JOIN item i ON i.id = d.item
            JOIN collection c ON c.id = i.collection JOIN catalog k ON k.id = c.catalog
            \(Self.marks("i.id", of: "$2")) WHERE d.size = ANY ($1::bigint[])
            """, .integers(sizes.sorted()), .text(reader))
        var (values, items) = (RepeatedValues(), [ItemKey: ItemMemory]())
        rows.forEach { row in
            let location = row.text(RecordQuery.itemCount + RecordQuery.documentCount) ?? ""
            let (key, memory) = row.item(of: location, &values)
            items[key] = memory
        }
        return items
    }

    /// The columns that `item(of:_:)` reads.
    private static let columns = """
        c.ident, i.ident, i.title, i.failure, i.update_available,
        CASE WHEN d.item IS NULL THEN NULL WHEN r.read_sha256 IS NULL THEN 'new'
            WHEN r.read_sha256 <> d.sha256 THEN 'updated' END,
        CASE WHEN d.item IS NULL THEN r.read_sha256 END, i.is_told,
        CASE WHEN i.failure IS NOT NULL THEN (SELECT (array_agg(q.reason ORDER BY q.id DESC))[1] FROM quarantine q
            WHERE q.item = i.id AND NOT q.was_stored) END,
        \(RecordQuery.document)
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

    /// What is remembered of the items `$1` to `$3` for a reader `$4`, each with its place.
    static let rememberedItems = """
        WITH found AS (\(ItemRows.found))
        SELECT \(columns), f.place FROM found f JOIN item i ON i.id = f.id JOIN collection c ON c.id = i.collection
        LEFT JOIN document d ON d.item = i.id \(marks("i.id", of: "$4"))
        WHERE d.item IS NOT NULL OR i.failure IS NOT NULL
        """

    private static let discardedItems = """
        WITH found AS (\(ItemRows.found))
        SELECT \(RecordQuery.discarded), f.place FROM found f JOIN discarded d ON d.item = f.id
        JOIN item i ON i.id = f.id JOIN collection c ON c.id = i.collection
        """

    private static let discarded = """
        SELECT \(RecordQuery.discarded)
        FROM discarded d JOIN item i ON i.id = d.item JOIN collection c ON c.id = i.collection
        JOIN catalog k ON k.id = c.catalog WHERE k.location_key = $1
        """
}
