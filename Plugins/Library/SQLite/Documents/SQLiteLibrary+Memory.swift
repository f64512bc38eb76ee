import CarrelHTTP
import CarrelModel
import CarrelRecords
import CarrelSQLite
import CarrelStages
import Foundation

extension SQLiteLibrary {
    /// How many files are told at once.
    private static let toldAtOnce = 1024

    /// What is remembered of a catalogue's items.
    public func memory(of location: String) throws(StoreError) -> LibraryMemory {
        try memory(of: location) { _ in }
    }

    /// The same, with word of the documents while they are read.
    public func memory(
        of location: String, telling found: @Sendable (_ files: [DocumentFile]) -> Void
    ) throws(StoreError) -> LibraryMemory {
        var files: [DocumentFile] = []
        var memory = LibraryMemory(catalog: location)
        var values = RepeatedValues()
        let (most, hasFewDocuments) = try expectedDocuments(of: location)
        memory.items.reserveCapacity(most)
        for query in [hasFewDocuments ? Self.ofAllStored : Self.ofListed, Self.ofFailed] {
            try database.forEachRow(query, .text(location)) { row in
                let (key, item) = row.item(of: location, &values)
                // A stored document whose last try failed is found by both.
                guard memory.items.updateValue(item, forKey: key) == nil, let file = item.file(of: key) else {
                    return
                }
                files.append(file)
                guard files.count == Self.toldAtOnce else { return }
                found(files)
                files.removeAll(keepingCapacity: true)
            }
        }
        found(files)
        memory.ignored = try ignoreRules(of: location)
        try addDiscarded(to: &memory)
        return memory
    }

    /// The most documents that a catalogue may have, and whether there are so few in all that it is less work to go
    /// through them than through the catalogue's items.
    private func expectedDocuments(of location: String) throws(StoreError) -> (most: Int, areFew: Bool) {
        // Where there are few, it does not matter.
        let few = try documents(atMost: 5001)
        guard few > 5000 else { return (few, true) }
        let items = Int(
            try database.number(
                """
                SELECT count(*) FROM catalog k CROSS JOIN collection c ON c.catalog = k.id
                CROSS JOIN item i ON i.collection = c.id WHERE k.location = ?
                """, .text(location)) ?? 0)
        let documents = try documents(atMost: items + 1)
        return (min(documents, items), documents <= items)
    }

    // CROSS JOIN fixes the order.

    /// The items of a catalogue that have documents, found among all documents.
    static let ofAllStored = """
        SELECT \(columns) FROM document d CROSS JOIN item i ON i.id = d.item
        CROSS JOIN collection c ON c.id = i.collection
        WHERE c.catalog = (SELECT id FROM catalog WHERE location = ?)
        """

    /// The items of a catalogue that have documents, found among its items.
    static let ofListed = """
        SELECT \(columns) FROM catalog k CROSS JOIN collection c ON c.catalog = k.id
        CROSS JOIN item i ON i.collection = c.id CROSS JOIN document d ON d.item = i.id WHERE k.location = ?
        """

    /// The items of a catalogue whose last try failed.
    static let ofFailed = """
        SELECT \(columns) FROM catalog k CROSS JOIN collection c ON c.catalog = k.id
        CROSS JOIN item i ON i.collection = c.id AND i.failure IS NOT NULL
        LEFT JOIN document d ON d.item = i.id WHERE k.location = ?
        """

    /// What is remembered of some items.
    public func memory(ofItems keys: [ItemKey]) throws(StoreError) -> [ItemKey: ItemMemory] {
        forgetFound()
        defer { forgetFound() }
        let query = """
            SELECT \(Self.columns) FROM item i CROSS JOIN collection c ON c.id = i.collection
            LEFT JOIN document d ON d.item = i.id
            WHERE i.id = ? AND (d.item IS NOT NULL OR i.failure IS NOT NULL)
            """
        let hasDiscarded = try hasDiscarded()
        var (values, items) = (RepeatedValues(), [ItemKey: ItemMemory]())
        known.lookAhead = keys.count
        for key in keys {
            guard let row = try existingRow(of: key) else { continue }
            try database.forEachRow(query, .integer(row)) {
                items[key] = $0.item(of: key.catalog, &values).memory
            }
            guard hasDiscarded else { continue }
            try forEachDiscarded("i.id = ?", .integer(row)) { title, _, document in
                items[key, default: ItemMemory(title: title)].discarded = document
            }
        }
        return items
    }

    /// The stored documents of a catalogue, in pages by the rows of their items.
    public func storedItems(
        of location: String, after place: Int64?, atMost limit: Int
    ) throws(StoreError) -> RememberedPage {
        let query = """
            SELECT \(Self.columns), d.item FROM document d CROSS JOIN item i ON i.id = d.item
            CROSS JOIN collection c ON c.id = i.collection
            WHERE d.item > ? AND c.catalog = (SELECT id FROM catalog WHERE location = ?)
            ORDER BY d.item LIMIT ?
            """
        var (values, page) = (RepeatedValues(), RememberedPage([], end: nil))
        try database.forEachRow(
            query, .integer(place ?? 0), .text(location), .integer(Int64(limit))
        ) { row in
            page.items.append(row.item(of: location, &values))
            page.end = row.integer(RecordQuery.itemCount + RecordQuery.documentCount)
        }
        if page.items.count < limit { page.end = nil }
        return page
    }

    /// The stored documents of some sizes, of all catalogues; all are looked through once.
    public func storedItems(ofSizes sizes: Set<Int64>) throws(StoreError) -> [ItemKey: ItemMemory] {
        guard let least = sizes.min(), let most = sizes.max() else { return [:] }
        let query = """
            SELECT \(Self.columns), d.size, k.location FROM document d CROSS JOIN item i ON i.id = d.item
            CROSS JOIN collection c ON c.id = i.collection CROSS JOIN catalog k ON k.id = c.catalog
            WHERE d.size BETWEEN ? AND ?
            """
        let behind = RecordQuery.itemCount + RecordQuery.documentCount
        var (values, items) = (RepeatedValues(), [ItemKey: ItemMemory]())
        try database.forEachRow(query, .integer(least), .integer(most)) { row in
            guard sizes.contains(row.integer(behind) ?? 0) else { return }
            let (key, memory) = row.item(of: row.text(behind + 1) ?? "", &values)
            items[key] = memory
        }
        return items
    }

    /// The columns that `item(of:_:)` reads.
    private static let columns = """
        c.ident, i.ident, i.title, i.failure, i.update_available,
        CASE WHEN d.sha256 IS NULL THEN NULL WHEN i.read_sha256 IS NULL THEN 'new'
            WHEN i.read_sha256 <> d.sha256 THEN 'updated' END,
        CASE WHEN d.sha256 IS NULL THEN i.read_sha256 END, i.is_told,
        CASE WHEN i.failure IS NOT NULL THEN (SELECT q.reason FROM quarantine q
            WHERE q.item = i.id AND q.was_stored = 0 ORDER BY q.id DESC LIMIT 1) END,
        \(RecordQuery.document)
        """
}
