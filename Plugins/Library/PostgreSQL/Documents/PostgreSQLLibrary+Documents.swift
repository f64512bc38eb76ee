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
    func pendingPublications() throws(StoreError) -> [Publication] {
        try session.run(
            """
            SELECT \(RecordQuery.publication) FROM publication
            WHERE NOT $1::boolean OR worker IS NULL OR NOT EXISTS (
                SELECT 1 FROM queue_worker w WHERE w.id = worker AND w.until > statement_timestamp())
            ORDER BY id
            """, .flag(isJoined)
        ).map(\.publication)
    }

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
