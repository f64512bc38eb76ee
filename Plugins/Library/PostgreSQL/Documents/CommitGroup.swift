import CarrelHTTP
import CarrelModel
import CarrelPostgreSQL
import CarrelRecords
import CarrelStages

/// The statements that record a group of changes, in order.
///
/// Most are attempts and stored documents. Those are gathered: what happens to different items has no order.
/// Everything else is a few statements of its own.
struct CommitGroup {
    let rows: [ItemKey: Int64]
    /// The number of the change.
    let number: Int64
    /// The worker that does the publications; `nil` for whoever has the library alone.
    let worker: Int64?
    private(set) var statements: [PostgreSQLStatement] = []
    private var attempts: [(row: Int64, attempt: Attempt, updateAvailable: Bool)] = []
    private var attempted = Set<Int64>()
    private var stored: [(row: Int64, document: StoredDocument, publication: Publication)] = []
    private var storedRows = Set<Int64>()

    init(rows: [ItemKey: Int64], number: Int64, worker: Int64? = nil) {
        (self.rows, self.number, self.worker) = (rows, number, worker)
    }

    /// Adds a change; one of an item that is not recorded does nothing.
    mutating func add(_ change: LibraryChange) {
        switch change {
        case .attempt(let attempt, let updateAvailable):
            guard let row = rows[attempt.key] else { return }
            if !attempted.insert(row).inserted {
                flush()
                attempted.insert(row)
            }
            attempts.append((row, attempt, updateAvailable))
        case .stored(let key, _, let document, let publication):
            guard let row = rows[key] else { return }
            if !storedRows.insert(row).inserted {
                flush()
                storedRows.insert(row)
            }
            stored.append((row, document, publication))
        default:
            flush()
            statements += ChangeStatements(of: change, rows: rows, number: number, worker: worker).all
        }
    }

    /// Adds what was gathered.
    mutating func flush() {
        if !attempts.isEmpty { statements += attemptStatements }
        if !stored.isEmpty { statements += documentStatements }
        (attempts, stored) = ([], [])
        attempted.removeAll(keepingCapacity: true)
        storedRows.removeAll(keepingCapacity: true)
    }

    // MARK: What happens to most items

    private var attemptStatements: [PostgreSQLStatement] {
        let statements: [PostgreSQLStatement?] = [insertion, consequences, pauses, clearance]
        return statements.compactMap(\.self)
    }

    /// Adds the attempts themselves.
    private var insertion: PostgreSQLStatement {
        let rows = attempts.map(\.row)
        let all = attempts.map(\.attempt)
        return PostgreSQLStatement(
            """
            INSERT INTO attempt (item, at, action, outcome, status, bytes, url, reason, detail)
            SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::bigint[],
                $7::text[], $8::text[], $9::text[])
            """,
            [
                .integers(rows), .integers(all.map { PostgreSQLValue.microseconds($0.date) }),
                .texts(all.map(\.action.rawValue)), .texts(all.map(\.outcome.rawValue)),
                .integers(all.map { $0.status.map(Int64.init) }), .integers(all.map(\.bytes)),
                .texts(all.map(\.url)), .texts(all.map(\.reason)),
                .texts(all.map { AttemptDetail.text(of: $0.exchanges) }),
            ])
    }

    /// Notes with their items what attempts found.
    private var consequences: PostgreSQLStatement? {
        let telling = attempts.filter { $0.attempt.tells($0.updateAvailable) }
        guard !telling.isEmpty else { return nil }
        // As a rule neither was set and neither is to be.
        return PostgreSQLStatement(
            """
            UPDATE item SET failure = new.failure, update_available = new.available, changed = $4
            FROM unnest($1::bigint[], $2::text[], $3::boolean[]) AS new (id, failure, available)
            WHERE item.id = new.id
                AND (item.failure IS DISTINCT FROM new.failure OR update_available <> new.available)
            """,
            [
                .integers(telling.map(\.row)), .texts(telling.map(\.attempt.failure)),
                .flags(telling.map(\.updateAvailable)), .integer(number),
            ])
    }

    /// Tells of items whose attempts were cancelled: there may be parts of their documents.
    private var pauses: PostgreSQLStatement? {
        let rows = attempts.filter { !$0.attempt.tells($0.updateAvailable) }.map(\.row)
        guard !rows.isEmpty else { return nil }
        return PostgreSQLStatement(
            "UPDATE item SET changed = $2 WHERE id = ANY ($1::bigint[])", [.integers(rows), .integer(number)])
    }

    /// Removes what is older than the attempts that are kept, of about one item in sixteen.
    private var clearance: PostgreSQLStatement? {
        // To look at every item each time would cost as much as to record it.
        let looked = attempts.map(\.row).filter { _ in Int.random(in: 0..<16) == 0 }
        guard !looked.isEmpty else { return nil }
        return PostgreSQLStatement(
            """
            DELETE FROM attempt USING unnest($1::bigint[]) AS old (item)
            WHERE attempt.item = old.item AND id <=
                (SELECT id FROM attempt a WHERE a.item = old.item ORDER BY id DESC LIMIT 1 OFFSET \(Attempt.kept))
            """, [.integers(looked)])
    }

    private var documentStatements: [PostgreSQLStatement] {
        let documents = stored.map(\.document)
        let rows = PostgreSQLValue.integers(stored.map(\.row))
        return [
            PostgreSQLStatement(
                """
                INSERT INTO document (item, name, name_key, collision_key, size, sha256, media_type, entity_tag,
                    last_modified, url, requested_url, stored_at, file_time, edited_copy, suggested_name,
                    imported_promise, accepted_promise, listed_version)
                SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[],
                    $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::bigint[], $13::bigint[],
                    $14::text[], $15::text[], $16::text[], $17::text[], $18::text[])
                ON CONFLICT (item) DO UPDATE SET name_key = excluded.name_key, \(RecordQuery.storedAgain)
                """,
                [
                    rows, .texts(documents.map(\.name)), .texts(documents.map { IndexedText.key($0.name) }),
                    .texts(documents.map { DocumentName.collisionKey($0.name) }),
                    .integers(documents.map(\.size)), .texts(documents.map(\.sha256)),
                    .texts(documents.map { $0.mediaType?.description }),
                    .texts(documents.map(\.validators.entityTag)),
                    .texts(documents.map(\.validators.lastModified)), .texts(documents.map(\.url)),
                    .texts(documents.map(\.requestedURL)),
                    .integers(documents.map { PostgreSQLValue.microseconds($0.storedAt) }),
                    .integers(documents.map { $0.fileTime?.nanoseconds }),
                    .texts(documents.map(\.editedCopy)), .texts(documents.map(\.suggestedName)),
                    .texts(documents.map(\.importedPromise)), .texts(documents.map(\.acceptedPromise)),
                    .texts(documents.map(\.listed?.rawValue)),
                ]),
            PostgreSQLStatement("DELETE FROM discarded WHERE item = ANY ($1::bigint[])", [rows]),
            ChangeStatements.recording(stored.map(\.publication), worker: worker),
            PostgreSQLStatement(
                "UPDATE item SET changed = $2 WHERE id = ANY ($1::bigint[])", [rows, .integer(number)]),
        ]
    }
}
