import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelRecords
import CarrelSQLite
import CarrelStages
import Foundation

/// What is left alone, and what was thrown away.
extension SQLiteLibrary {
    /// The items and patterns that are left alone.
    public func ignored() throws(StoreError) -> (items: [ItemKey], patterns: [String]) {
        let items = try database.rows("SELECT catalog, collection, item FROM ignored") { $0.key(from: 0) }
        return (items, try ignoredPatterns())
    }

    private func ignoredPatterns() throws(StoreError) -> [String] {
        try database.rows("SELECT pattern FROM ignored_pattern") { $0.text(0) ?? "" }
    }

    /// Leaves items and patterns alone, or no longer.
    public func setIgnored(
        _ isIgnored: Bool, _ items: [ItemKey], patterns: [String]
    ) throws(StoreError) {
        // What is empty to look at would forget them.
        guard isThere || !isIgnored else { throw .noLibrary(subject) }
        forgetFound()
        try change { () throws(StoreError) in
            try leaveAlone(isIgnored, items)
            guard !patterns.isEmpty else { return }
            for pattern in patterns {
                try database.run(
                    isIgnored
                        ? "INSERT OR IGNORE INTO ignored_pattern (pattern) VALUES (?)"
                        : "DELETE FROM ignored_pattern WHERE pattern = ?", .text(pattern))
            }
            // A pattern is for every catalogue.
            for id in try database.rows("SELECT id FROM catalog", make: { $0.integer(0) ?? 0 }) {
                try noteChange(ofCatalog: id)
            }
        }
    }

    /// The same for items, within a transaction.
    func leaveAlone(_ isIgnored: Bool, _ items: [ItemKey]) throws(StoreError) {
        for key in items {
            try database.run(
                isIgnored
                    ? "INSERT OR IGNORE INTO ignored (catalog, collection, item) VALUES (?, ?, ?)"
                    : "DELETE FROM ignored WHERE catalog = ? AND collection = ? AND item = ?",
                .text(key.catalog), .text(key.collection), .text(key.item))
            if key.isWholeCollection {
                try noteChange(ofCatalogAt: key.catalog)
            } else if let item = try existingRow(of: key) {
                noteChange(of: item)
            }
        }
    }

    /// What of a catalogue is left alone.
    public func ignoreRules(of location: String) throws(StoreError) -> IgnoreRules {
        let items = try database.rows(
            "SELECT collection, item FROM ignored WHERE catalog = ?", .text(location)
        ) { ItemKey(catalog: location, collection: $0.text(0) ?? "", item: $0.text(1) ?? "") }
        let name = try database.rows("SELECT name FROM catalog WHERE location = ?", .text(location)) {
            $0.text(0)
        }.first
        return IgnoreRules(
            items: Set(items), patterns: try ignoredPatterns().map(Glob.init), catalogName: name ?? nil)
    }

    // MARK: Discarded

    /// Notes that somebody threw away what was set aside.
    func discard(_ document: QuarantinedDocument) throws(StoreError) {
        try database.run("DELETE FROM quarantine WHERE token = ?", .text(document.token))
        guard let key = document.key, let item = try existingRow(of: key) else { return }
        let origin = document.origin
        try database.run(
            """
            INSERT OR REPLACE INTO discarded
                (item, reason, sha256, entity_tag, last_modified, url, requested_url)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, .integer(item), .text(document.reason), .text(document.digest.sha256),
            SQLiteValue(origin.validators.entityTag), SQLiteValue(origin.validators.lastModified),
            .text(origin.url), SQLiteValue(origin.requestedURL))
        try database.run("UPDATE item SET failure = NULL WHERE id = ?", .integer(item))
        noteChange(of: item)
    }

    /// Whether anything was ever thrown away, as is rare.
    func hasDiscarded() throws(StoreError) -> Bool {
        try database.hasRow("SELECT 1 FROM discarded LIMIT 1")
    }

    /// Completes what is remembered of a catalogue with what was thrown away.
    func addDiscarded(to memory: inout LibraryMemory) throws(StoreError) {
        guard try hasDiscarded() else { return }
        let catalog = memory.catalog
        try forEachDiscarded("c.catalog = (SELECT id FROM catalog WHERE location = ?)", .text(catalog)) {
            title, key, document in
            let key = ItemKey(catalog: catalog, collection: key.collection, item: key.item)
            memory.items[key, default: ItemMemory(title: title)].discarded = document
        }
    }

    /// Gives what was thrown away of the items that a condition of `i` and `c` names.
    func forEachDiscarded(
        _ condition: String, _ value: SQLiteValue,
        _ body: (String?, (collection: String, item: String), DiscardedDocument) -> Void
    ) throws(StoreError) {
        try database.forEachRow(
            """
            SELECT \(RecordQuery.discarded)
            FROM discarded d JOIN item i ON i.id = d.item JOIN collection c ON c.id = i.collection
            WHERE \(condition)
            """, value
        ) { row in
            body(row.text(2), (row.text(0) ?? "", row.text(1) ?? ""), row.discarded)
        }
    }
}
