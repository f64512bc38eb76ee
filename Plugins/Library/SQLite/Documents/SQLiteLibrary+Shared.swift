import CarrelHTTP
import CarrelModel
import CarrelRecords
import CarrelSQLite
import CarrelStages
import Foundation

/// Documents that several catalogues list.
extension SQLiteLibrary {
    /// The items of a catalogue without a document whose URL is stored for another catalogue.
    public func sharedDocuments(of location: String) throws(StoreError) -> [ItemKey: SharedDocument] {
        guard try hasOthers(than: location) else { return [:] }
        return try shared(of: location, by: [Self.keptPairs, Self.pairs])
    }

    private func shared(
        of location: String, by queries: [String]
    ) throws(StoreError) -> [ItemKey: SharedDocument] {
        var pairs: [SharedPair] = []
        for query in queries {
            pairs += try database.rows(query, .text(location)) { SharedPair($0, of: location) }.compactMap(
                \.self)
        }
        return try shared(pairs)
    }

    /// Those of some items without a document whose URL is stored for another catalogue.
    public func sharedDocuments(
        ofItems keys: [ItemKey], in location: String
    ) throws(StoreError) -> [ItemKey: SharedDocument] {
        guard try hasOthers(than: location) else { return [:] }
        forgetFound()
        defer { forgetFound() }
        var pairs: [SharedPair] = []
        known.lookAhead = keys.count
        for key in keys {
            guard let item = try existingRow(of: key) else { continue }
            for query in [Self.keptPairsOfItem, Self.pairsOfItem] {
                try database.forEachRow(query, .integer(item)) { row in
                    if let pair = SharedPair(row, of: location) { pairs.append(pair) }
                }
            }
        }
        return try shared(pairs)
    }

    private func hasOthers(than location: String) throws(StoreError) -> Bool {
        try database.hasRow("SELECT 1 FROM catalog WHERE location <> ? LIMIT 1", .text(location))
    }

    private func shared(_ pairs: [SharedPair]) throws(StoreError) -> [ItemKey: SharedDocument] {
        try SharedPair.documents(
            of: pairs, known: { () throws(StoreError) in try knownCatalogs() },
            rules: { (location) throws(StoreError) in try ignoreRules(of: location) })
    }

    /// The pairs of a listed item `i` of a catalogue, which has no document, and an item `o` of another one with the
    /// same URL and promises, which has the document `d`.
    ///
    /// A URL that takes a key at the last moment may lead each catalogue to a document of its own, and so may one that is
    /// asked for with other credentials.
    static let pairs = pairsOfCatalog("i.listed = 1")

    /// The same pairs of items that kept the address which they had with TLS, or without it, while the other catalogue lists
    /// that still.
    private static let keptPairs = pairsOfCatalog(
        "i.listed = 1 AND \(RecordQuery.keepsAddress)", at: "i.ident")

    /// The same pairs of items `i` that their catalogue no longer lists.
    private static let pairsOfUnlisted = pairsOfCatalog("i.listed = 0")

    private static func pairsOfCatalog(_ condition: String, at url: String = "i.url") -> String {
        """
        SELECT \(sharedColumns)
        FROM catalog k CROSS JOIN collection c ON c.catalog = k.id CROSS JOIN item i ON i.collection = c.id
        \(owners(url)) WHERE k.location = ? AND \(condition) AND \(sharing)
        """
    }

    /// The same pairs of one item `i`.
    static let pairsOfItem = pairsOfItem("i.listed = 1")
    private static let keptPairsOfItem = pairsOfItem(
        "i.listed = 1 AND \(RecordQuery.keepsAddress)", at: "i.ident")

    private static func pairsOfItem(_ condition: String, at url: String = "i.url") -> String {
        """
        SELECT \(sharedColumns)
        FROM item i CROSS JOIN collection c ON c.id = i.collection \(owners(url))
        WHERE i.id = ? AND \(condition) AND \(sharing)
        """
    }

    private static let sharedColumns = SharedPair.columns(read: "o.read_sha256")
    private static let sharing = SharedPair.condition(position: "instr")

    private static func owners(_ url: String) -> String {
        """
        CROSS JOIN item o ON o.url = \(url) CROSS JOIN collection oc ON oc.id = o.collection
        CROSS JOIN catalog ok ON ok.id = oc.catalog CROSS JOIN document d ON d.item = o.id
        """
    }

    /// Has a document be that of another item, and when it was viewed; within its catalogue, what is left alone, what was
    /// tried and what was set aside follow.
    func handOver(from owner: ItemKey, to key: ItemKey) throws(StoreError) {
        guard let from = try existingRow(of: owner), let to = try existingRow(of: key) else { return }
        try database.run("UPDATE document SET item = ? WHERE item = ?", .integer(to), .integer(from))
        try database.run(
            """
            UPDATE item SET failure = NULL, update_available = 0,
                read_sha256 = (SELECT read_sha256 FROM item WHERE id = ?2),
                viewed_at = (SELECT max(viewed_at) FROM item WHERE id IN (?1, ?2)) WHERE id = ?1
            """, .integer(to), .integer(from))
        try database.run("UPDATE item SET viewed_at = NULL WHERE id = ?", .integer(from))
        if owner.catalog == key.catalog {
            try database.run(
                """
                UPDATE OR REPLACE ignored SET collection = ?, item = ?
                WHERE catalog = ? AND collection = ? AND item = ?
                """, .text(key.collection), .text(key.item), .text(owner.catalog), .text(owner.collection),
                .text(owner.item))
            try takeAlong(from: from, to: to)
        }
        noteChange(of: from)
        noteChange(of: to)
    }

    /// Has what was tried for an item, set aside and thrown away be another's; its failure, too, if there is no document.
    private func takeAlong(from: Int64, to: Int64) throws(StoreError) {
        for table in ["attempt", "quarantine"] {
            try database.run("UPDATE \(table) SET item = ? WHERE item = ?", .integer(to), .integer(from))
        }
        try database.run(
            "UPDATE OR IGNORE discarded SET item = ? WHERE item = ?", .integer(to), .integer(from))
        try database.run(
            """
            UPDATE item SET failure = (SELECT failure FROM item WHERE id = ?2)
            WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM document WHERE item = ?1)
            """, .integer(to), .integer(from))
        try database.run("UPDATE item SET failure = NULL WHERE id = ?", .integer(from))
    }

    /// Has documents of a catalogue that goes be those of the catalogues that list them, too, or else did.
    func handOverShared(of location: String) throws(StoreError) {
        let others = try locations().filter { $0 != location }
        // What is listed still comes first.
        let queries = [[Self.keptPairs, Self.pairs], [Self.pairsOfUnlisted]]
        for (queries, other) in queries.flatMap({ queries in others.map { (queries, $0) } }) {
            let shared = try shared(of: other, by: queries).filter { $0.value.owner.catalog == location }
            for (key, shared) in shared.sorted(by: { $0.key.item < $1.key.item }) {
                // Two items may share it: the first one gets it.
                guard try document(of: shared.owner) != nil else { continue }
                try handOver(from: shared.owner, to: key)
            }
        }
    }

    /// Makes URLs quick to find, once there is more than one catalogue: until then nothing looks them up.
    func indexURLs() throws(StoreError) {
        guard try database.number("SELECT count(*) FROM catalog") ?? 0 > 1 else { return }
        try database.execute(Self.urlIndex)
    }

    static let urlIndex = "CREATE INDEX IF NOT EXISTS item_url ON item (url) WHERE url IS NOT NULL"
}
