import CarrelHTTP
import CarrelModel
import CarrelPostgreSQL
import CarrelRecords
import CarrelStages

extension PostgreSQLLibrary {
    /// What is recorded of one item's document.
    func document(of key: ItemKey) throws(StoreError) -> StoredDocument? {
        var values = RepeatedValues()
        return try session.run(
            """
            WITH found AS (\(ItemRows.found))
            SELECT \(RecordQuery.document) FROM found JOIN document d ON d.item = found.id
            """, ItemRows([key]).values
        ).first?.document(from: 0, &values)
    }

    /// The publications that were recorded and not settled, in order, whoever does them.
    func pendingPublications() throws(StoreError) -> [Publication] {
        try session.run(Self.pending("true")).map(\.publication)
    }

    /// Gives a worker the publications that nobody does any longer: two that name a document at once are in each other's way.
    func claimPublications(for worker: QueueWorker) throws(StoreError) -> [Publication] {
        self.worker = worker.number
        let number = [PostgreSQLValue.integer(worker.number)]
        return try transaction { () throws(StoreError) in
            let answers = try session.run([
                // Locked by a statement of its own: the next one then sees what somebody else has just made his own.
                PostgreSQLStatement(
                    "SELECT 1 FROM publication WHERE \(PublicationOwner.isGone) ORDER BY id FOR UPDATE"),
                PostgreSQLStatement(
                    "UPDATE publication SET worker = $1 WHERE \(PublicationOwner.isGone)", number),
                PostgreSQLStatement(Self.pending("worker = $1"), number),
                PostgreSQLStatement(LibraryHold.naming, number),
            ])
            guard answers.count == 4 else { throw session.noAnswer }
            return answers[2].map(\.publication)
        }
    }

    /// Gives a worker the documents that somebody has left without their names, but none of those that are its own.
    func claimLeftPublications(for worker: QueueWorker) throws(StoreError) -> [Publication] {
        let number = [PostgreSQLValue.integer(worker.number)]
        let left = "\(PublicationOwner.isLeft) AND worker IS DISTINCT FROM $1::bigint"
        return try transaction { () throws(StoreError) in
            let answers = try session.run([
                PostgreSQLStatement("SELECT 1 FROM publication WHERE \(left) ORDER BY id FOR UPDATE", number),
                PostgreSQLStatement(
                    """
                    WITH claimed AS (UPDATE publication SET worker = $1::bigint WHERE \(left) RETURNING *)
                    SELECT \(RecordQuery.publication) FROM claimed ORDER BY id
                    """, number),
            ])
            guard answers.count == 2 else { throw session.noAnswer }
            return answers[1].map(\.publication)
        }
    }

    private static func pending(_ condition: String) -> String {
        "SELECT \(RecordQuery.publication) FROM publication WHERE \(condition) ORDER BY id"
    }

    /// Those of some names that recorded documents have not got yet, whoever gives them.
    func pendingNames(among names: [String]) throws(StoreError) -> Set<String> {
        let rows = try session.run(
            "SELECT name FROM publication WHERE area = 'documents' AND name = ANY ($1::text[])", .texts(names)
        )
        return Set(rows.map { $0.text(0) ?? "" })
    }

    /// The recorded attempts for an item, the newest first.
    func attempts(for key: ItemKey, limit: Int) throws(StoreError) -> [Attempt] {
        try session.run(
            """
            WITH found AS (\(ItemRows.found))
            SELECT \(RecordQuery.attempt) FROM attempt
            WHERE item = (SELECT id FROM found) ORDER BY attempt.id DESC LIMIT $4
            """, ItemRows([key]).values + [.integer(Int64(max(0, limit)))]
        ).map { $0.attempt(for: key) }
    }
}
