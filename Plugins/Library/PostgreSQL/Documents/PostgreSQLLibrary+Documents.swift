import CarrelHTTP
import CarrelModel
import CarrelPostgreSQL
import CarrelRecords
import CarrelStages

extension PostgreSQLLibrary {
    /// What is recorded of one item's document.
    func document(of key: ItemKey) throws(StoreError) -> StoredDocument? {
        var values = RepeatedValues()
        return try session.run([
            PostgreSQLStatement(
                """
                WITH found AS (\(ItemRows.found))
                SELECT \(RecordQuery.document) FROM found JOIN document d ON d.item = found.id
                """, ItemRows([key]).values)
        ]).first?.first?.document(from: 0, &values)
    }

    /// The publications that were recorded and not settled, in order; beside others that work, without theirs.
    ///
    /// Whoever works finishes them: what one has found is its own then, for two that name a document at once are in each
    /// other's way.
    func pendingPublications() throws(StoreError) -> [Publication] {
        let isBesideOthers = access == .joined || access == .working
        let found = try session.run(Self.pending(isBesideOthers ? Self.givenUp : "true")).map(\.publication)
        guard access == .working, !found.isEmpty else { return found }
        return try transaction { () throws(StoreError) in
            let answers = try session.run([
                // Locked by a statement of its own: the next one then sees what somebody else has just made his own.
                PostgreSQLStatement("SELECT 1 FROM publication WHERE \(Self.givenUp) ORDER BY id FOR UPDATE"),
                PostgreSQLStatement(
                    "UPDATE publication SET worker = -pg_backend_pid() WHERE \(Self.givenUp)"),
                PostgreSQLStatement(Self.pending("worker = -pg_backend_pid()")),
            ])
            guard answers.count == 3 else { throw session.noAnswer }
            return answers[2].map(\.publication)
        }
    }

    private static func pending(_ condition: String) -> String {
        "SELECT \(RecordQuery.publication) FROM publication WHERE \(condition) ORDER BY id"
    }

    /// Which publications nobody does any longer: those of workers that were not heard of in time, and those that somebody
    /// was finishing, noted with the number of a connection that no longer holds the library.
    private static let givenUp = """
        (worker IS NULL OR worker = -pg_backend_pid()
            OR worker > 0 AND NOT EXISTS (
                SELECT 1 FROM queue_worker w WHERE w.id = worker AND w.until > statement_timestamp())
            OR worker < 0 AND NOT \(LibraryHold.isHeld(by: "-worker")))
        """

    /// The recorded attempts for an item, the newest first.
    func attempts(for key: ItemKey, limit: Int) throws(StoreError) -> [Attempt] {
        try session.run([
            PostgreSQLStatement(
                """
                WITH found AS (\(ItemRows.found))
                SELECT \(RecordQuery.attempt) FROM attempt
                WHERE item = (SELECT id FROM found) ORDER BY attempt.id DESC LIMIT $4
                """, ItemRows([key]).values + [.integer(Int64(max(0, limit)))])
        ]).first?.map { $0.attempt(for: key) } ?? []
    }
}
