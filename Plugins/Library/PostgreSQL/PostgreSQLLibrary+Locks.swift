import CarrelPostgreSQL

/// Who waits for whom.
///
/// Whoever changes something locks the number of changes until that is done (`nextNumber`), and rows after it. Who lists a
/// catalogue anew changes many of its items, and locks the number last, so that others go on meanwhile. If those changed the
/// same items, each would wait for the other: so who lists a catalogue has it alone, and who changes anything else of it shares
/// it, before either locks anything else. Leases come behind that, and before the number (`QueueTables`).
extension PostgreSQLLibrary {
    /// Shares catalogues with all who do not list them, until the transaction ends.
    ///
    /// - Parameters:
    ///   - catalogs: their locations; `nil` for all that are recorded.
    ///   - schema: the library's.
    /// - Returns: a statement, if there is any catalogue.
    static func sharing(_ catalogs: Set<String>?, schema: String) -> [PostgreSQLStatement] {
        guard let catalogs else {
            return [PostgreSQLStatement("\(locking(by: shared)) FROM catalog", [.text(schema)])]
        }
        if catalogs.isEmpty { return [] }
        return [
            PostgreSQLStatement(
                "\(locking(by: shared)) FROM unnest($2::text[]) AS location",
                [.text(schema), .texts(catalogs.sorted())])
        ]
    }

    /// Has a catalogue alone, to list it anew, until the transaction ends.
    ///
    /// - Parameters:
    ///   - catalog: its location.
    ///   - schema: the library's.
    /// - Returns: a statement.
    static func holding(_ catalog: String, schema: String) -> PostgreSQLStatement {
        PostgreSQLStatement(
            "\(locking(by: "pg_advisory_xact_lock")) FROM (SELECT $2::text AS location) AS listed",
            [.text(schema), .text(catalog)])
    }

    private static let shared = "pg_advisory_xact_lock_shared"

    /// The beginning of a query that locks a catalogue for each `location`, and waits for as long as it takes to list a large one.
    private static func locking(by function: String) -> String {
        """
        SELECT set_config('lock_timeout', '60s', true),
            \(function)(hashtextextended('carrel catalog ' || $1::text || ' ' || location, 0)),
            set_config('lock_timeout', '10s', true)
        """
    }
}
