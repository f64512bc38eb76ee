import CarrelModel
import CarrelPostgreSQL
import CarrelRecords
import CarrelStages

/// Documents that several catalogues list.
extension PostgreSQLLibrary {
    /// The items of a catalogue without a document whose URL is stored for another catalogue.
    func sharedDocuments(of location: String) throws(StoreError) -> [ItemKey: SharedDocument] {
        guard try hasOthers(than: location) else { return [:] }
        return try shared(of: location, by: [Self.keptPairs, Self.pairs])
    }

    private func shared(
        of location: String, by queries: [String]
    ) throws(StoreError) -> [ItemKey: SharedDocument] {
        let values: [PostgreSQLValue] = [.text(IndexedText.key(location)), .text(reader)]
        return try shared(session.run(queries.map { PostgreSQLStatement($0, values) }), of: location)
    }

    /// Those of some items without a document whose URL is stored for another catalogue.
    func sharedDocuments(
        ofItems keys: [ItemKey], in location: String
    ) throws(StoreError) -> [ItemKey: SharedDocument] {
        guard try hasOthers(than: location) else { return [:] }
        let values = ItemRows(keys).values + [.text(reader)]
        let statements = [Self.keptPairsOfItems, Self.pairsOfItems].map { PostgreSQLStatement($0, values) }
        return try shared(session.run(statements), of: location)
    }

    private func hasOthers(than location: String) throws(StoreError) -> Bool {
        try session.run(
            "SELECT 1 FROM catalog WHERE location_key <> $1 LIMIT 1", .text(IndexedText.key(location))
        ).count > 0
    }

    private func shared(
        _ results: [PostgreSQLRows], of location: String
    ) throws(StoreError) -> [ItemKey: SharedDocument] {
        try SharedPair.documents(
            of: results.flatMap { rows in rows.map { SharedPair($0, of: location) }.compactMap(\.self) },
            known: { () throws(StoreError) in try knownCatalogs() },
            rules: { (location) throws(StoreError) in try ignoreRules(of: location) })
    }

    /// The pairs of a listed item `i` of a catalogue `$1`, which has no document, and an item `o` of another one with
    /// the same URL and promises, which has the document `d`.
    ///
    /// A URL that takes a key at the last moment may lead each catalogue to a document of its own, and so may one that
    /// is asked for with other credentials.
    static let pairs = pairsOfCatalog("i.listed")

    /// The same pairs of items that kept the address which they had with TLS, or without it, while the other catalogue lists
    /// that still.
    private static let keptPairs = pairsOfCatalog("i.listed AND \(RecordQuery.keepsAddress)", at: "i.ident")

    /// The same pairs of items `i` that their catalogue no longer lists.
    private static let pairsOfUnlisted = pairsOfCatalog("NOT i.listed")

    private static func pairsOfCatalog(_ condition: String, at url: String = "i.url") -> String {
        """
        SELECT \(sharedColumns)
        FROM catalog k JOIN collection c ON c.catalog = k.id JOIN item i ON i.collection = c.id
        \(owners(url)) \(marks("o.id", of: "$2"))
        WHERE k.location_key = $1 AND \(condition) AND \(sharing)
        """
    }

    /// The same pairs of the items `$1` to `$3` for a reader `$4`.
    static let pairsOfItems = pairsOfItems("i.listed")
    private static let keptPairsOfItems = pairsOfItems(
        "i.listed AND \(RecordQuery.keepsAddress)", at: "i.ident")

    private static func pairsOfItems(_ condition: String, at url: String = "i.url") -> String {
        """
        WITH found AS (\(ItemRows.found))
        SELECT \(sharedColumns)
        FROM found f JOIN item i ON i.id = f.id JOIN collection c ON c.id = i.collection
        \(owners(url)) \(marks("o.id", of: "$4"))
        WHERE \(condition) AND \(sharing)
        """
    }

    private static let sharedColumns = SharedPair.columns(read: "r.read_sha256")
    private static let sharing = SharedPair.condition(position: "strpos")

    private static func owners(_ url: String) -> String {
        """
        JOIN item o ON o.url = \(url) JOIN collection oc ON oc.id = o.collection
        JOIN catalog ok ON ok.id = oc.catalog JOIN document d ON d.item = o.id
        """
    }

    /// Has documents of a catalogue that goes be those of the catalogues that list them, too, or else did.
    func handOverShared(of location: String, _ number: Int64) throws(StoreError) {
        let others = try locations().filter { $0 != location }
        // What is listed still comes first.
        let queries = [[Self.keptPairs, Self.pairs], [Self.pairsOfUnlisted]]
        for (queries, other) in queries.flatMap({ queries in others.map { (queries, $0) } }) {
            let shared = try shared(of: other, by: queries).filter { $0.value.owner.catalog == location }
            let rows = try existingRows(of: shared.flatMap { [$0.key, $0.value.owner] })
            // Two items may share it: the first one gets it.
            var given = Set<ItemKey>()
            for (key, shared) in shared.sorted(by: { $0.key.item < $1.key.item }) {
                guard given.insert(shared.owner).inserted, let from = rows[shared.owner], let to = rows[key]
                else { continue }
                try session.run(ChangeStatements.handingOver(from: from, to: to, number))
            }
        }
    }
}
