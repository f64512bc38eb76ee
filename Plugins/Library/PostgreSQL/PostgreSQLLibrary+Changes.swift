import CarrelModel
import CarrelPostgreSQL
import CarrelRecords
import CarrelStages

/// The change feed: each item and catalogue has the number of its last change.
///
/// Numbers ascend in the order in which transactions become visible, which those of a sequence do not: who changes
/// something locks the row with the last number until its transaction has ended.
extension PostgreSQLLibrary {
    /// Locks the numbers and gives the next one.
    ///
    /// What is asked for after it sees all earlier changes.
    static let nextNumber = PostgreSQLStatement("SELECT number + 1 FROM sequence FOR UPDATE")

    /// The number of the last change, and everything that changed after the one of number `$1`.
    static let changed = """
        SELECT s.number, NULL::text, NULL::text, NULL::text, 0::bigint, 0::bigint FROM sequence s
        UNION ALL
        SELECT NULL, location, NULL, NULL, changed, id FROM catalog WHERE changed > $1::bigint
        UNION ALL
        SELECT NULL, k.location, c.ident, i.ident, i.changed, i.id FROM item i
        JOIN collection c ON c.id = i.collection JOIN catalog k ON k.id = c.catalog
        WHERE i.changed > $1::bigint AND i.changed > 0
        ORDER BY 5, 6
        """

    /// What has changed since a change of that number.
    func changes(since number: Int64) throws(StoreError) -> LedgerChanges {
        // Who looks for changes goes on for a long time.
        try lookForLibrary()
        let number = PostgreSQLValue.integer(number)
        // One statement, so that all of it is of one moment.
        let rows = try session.run(Self.changed, number)
        var changes = LedgerChanges(number: 0)
        rows.forEach { row in
            guard let location = row.text(1) else {
                changes.number = row.integer(0) ?? 0
                return
            }
            if let collection = row.text(2), let item = row.text(3) {
                changes.items.append(ItemKey(catalog: location, collection: collection, item: item))
            } else {
                changes.catalogs.append(location)
            }
        }
        return changes
    }

    /// Counts a change and tells everybody who listens.
    ///
    /// - Parameters:
    ///   - number: the number that `nextNumber` gave.
    ///   - isSure: whether something has changed; else it is only counted if some row has that number.
    ///   - schema: the library's.
    /// - Returns: the statement.
    static func counting(_ number: Int64, isSure: Bool, schema: String) -> PostgreSQLStatement {
        PostgreSQLStatement(
            """
            WITH counted AS (
                UPDATE sequence SET number = $1 WHERE $2::boolean OR EXISTS (SELECT 1 FROM item WHERE changed = $1 AND changed > 0)
                    OR EXISTS (SELECT 1 FROM catalog WHERE changed = $1)
                RETURNING number
            )
            SELECT pg_notify($3::text, number::text) FROM counted
            """, [.integer(number), .flag(isSure), .text(channel(schema))])
    }

    /// The channel on which the changes of a schema are told.
    static func channel(_ schema: String) -> String { "carrel_\(schema)" }

    /// Does something as one transaction, whose changes have one number.
    ///
    /// - Parameters:
    ///   - catalogs: the catalogues whose items it changes, or themselves; `nil` for all.
    ///   - isSure: whether it changes something in any case.
    ///   - body: what to do, with the number.
    /// - Returns: what it gave.
    /// - Throws: `StoreError`.
    @discardableResult func change<Value>(
        of catalogs: Set<String>? = [], isSure: Bool = false, _ body: (Int64) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try transaction { () throws(StoreError) in
            let number =
                try session.run(Self.sharing(catalogs, schema: schema) + [Self.nextNumber]).last?.first?
                .integer(0) ?? 0
            let value = try body(number)
            try session.run([Self.counting(number, isSure: isSure, schema: schema)])
            return value
        }
    }

    /// Does something as one transaction, where the library's folder is still the one that was locked, if it has one.
    func transaction<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        try lock?.check()
        return try session.transaction(body)
    }
}
