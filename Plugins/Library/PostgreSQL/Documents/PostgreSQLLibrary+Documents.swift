import CarrelHTTP
import CarrelModel
import CarrelPostgreSQL
import CarrelRecords
import CarrelStages

extension PostgreSQLLibrary {
    /// What is recorded of one item's document.
    func document(of key: ItemKey) throws(StoreError) -> StoredDocument? {
        try session.run([
            PostgreSQLStatement(
                """
                WITH found AS (\(ItemRows.found))
                SELECT \(Self.documentColumns) FROM found JOIN document d ON d.item = found.id
                """, ItemRows([key]).values)
        ]).first?.first.flatMap { Self.document($0, from: 0) }
    }

    /// The item in three columns, the first of them by its number.
    static func key(_ row: PostgreSQLRows.Row, from first: Int32) -> ItemKey {
        ItemKey(
            catalog: row.text(first) ?? "", collection: row.text(first + 1) ?? "",
            item: row.text(first + 2) ?? "")
    }

    /// The columns that `document(_:from:)` reads, of a table `d`.
    static let documentColumns = """
        d.name, d.size, d.sha256, d.media_type, d.entity_tag, d.last_modified, d.url, d.stored_at, d.requested_url,
        d.restored_over, d.file_time, d.edited_copy, d.suggested_name, d.imported_promise,
        d.accepted_promise
        """

    /// How many they are.
    static let documentColumnCount: Int32 = 15

    /// Reads a document from its columns, the first of them by its number; `nil` if there is none.
    static func document(_ row: PostgreSQLRows.Row, from first: Int32) -> StoredDocument? {
        guard let name = row.text(first) else { return nil }
        var document = StoredDocument(
            name: name, size: row.integer(first + 1) ?? 0, sha256: row.text(first + 2) ?? "",
            mediaType: row.text(first + 3).flatMap(MediaType.init),
            validators: Validators(entityTag: row.text(first + 4), lastModified: row.text(first + 5)),
            url: row.text(first + 6) ?? "", storedAt: row.date(first + 7))
        // Few have any of them, and each makes them room.
        if let url = row.text(first + 8) { document.requestedURL = url }
        if let sha256 = row.text(first + 9) { document.restoredOver = sha256 }
        document.fileTime = row.integer(first + 10).map { FileTime(nanoseconds: $0) }
        if let copy = row.text(first + 11) { document.editedCopy = copy }
        if let name = row.text(first + 12) { document.suggestedName = name }
        if let promise = row.text(first + 13) { document.importedPromise = promise }
        if let promise = row.text(first + 14) { document.acceptedPromise = promise }
        return document
    }

    /// The publications that were recorded and not settled, in order; beside others that work, without theirs.
    func pendingPublications() throws(StoreError) -> [Publication] {
        try session.run(
            """
            SELECT \(PublicationRow.columns) FROM publication
            WHERE NOT $1::boolean OR worker IS NULL OR NOT EXISTS (
                SELECT 1 FROM queue_worker w WHERE w.id = worker AND w.until > statement_timestamp())
            ORDER BY id
            """, .flag(isJoined)
        ).map { row in
            PublicationRow.publication(
                token: row.text(0), name: row.text(1), size: row.integer(2), sha256: row.text(3),
                replacedSize: row.integer(4), replacedSHA256: row.text(5), area: row.text(6),
                succeeds: row.text(7), keepsReplaced: row.flag(8), moves: row.text(9))
        }
    }

    /// The recorded attempts for an item, the newest first.
    func attempts(for key: ItemKey, limit: Int) throws(StoreError) -> [Attempt] {
        try session.run([
            PostgreSQLStatement(
                """
                WITH found AS (\(ItemRows.found))
                SELECT at, action, outcome, status, bytes, url, reason, detail FROM attempt
                WHERE item = (SELECT id FROM found) ORDER BY attempt.id DESC LIMIT $4
                """, ItemRows([key]).values + [.integer(Int64(max(0, limit)))])
        ]).first?.map { row in
            Attempt(
                key: key, date: row.date(0), action: row.text(1).flatMap(PlanEntry.Action.init) ?? .download,
                outcome: row.text(2).flatMap(Attempt.Outcome.init) ?? .failed,
                status: row.integer(3).map { Int($0) }, bytes: row.integer(4) ?? 0, url: row.text(5) ?? "",
                reason: row.text(6), exchanges: AttemptDetail.exchanges(in: row.text(7)))
        } ?? []
    }
}
