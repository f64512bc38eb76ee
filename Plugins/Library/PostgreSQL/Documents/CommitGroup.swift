import CarrelHTTP
import CarrelModel
import CarrelPostgreSQL
import CarrelRecords
import CarrelStages

/// The statements that record a group of changes, in order.
///
/// Most are attempts and stored documents. Those are gathered: what happens to different items has no order.
/// Everything else is a statement or two of its own.
struct CommitGroup {
    /// The rows of items.
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
            addOther(change)
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

    private mutating func add(_ sql: String, _ values: PostgreSQLValue...) {
        statements.append(PostgreSQLStatement(sql, values))
    }

    private mutating func noteChange(of row: Int64) {
        add("UPDATE item SET changed = $1 WHERE id = $2", .integer(number), .integer(row))
    }

    // MARK: What happens now and then

    private mutating func addOther(_ change: LibraryChange) {
        switch change {
        case .attempt, .stored: break
        case .confirmed(let key, let origin): if let row = rows[key] { confirm(row, origin) }
        case .restored(let key, let sha256):
            guard let row = rows[key] else { return }
            add(
                "UPDATE document SET restored_over = $1 WHERE item = $2", PostgreSQLValue(sha256),
                .integer(row))
        case .moved(let key, let name, let publication):
            guard let row = rows[key] else { return }
            add(
                "UPDATE document SET name = $1, name_key = $2, collision_key = $3 WHERE item = $4",
                .text(name), .text(IndexedText.key(name)), .text(DocumentName.collisionKey(name)),
                .integer(row))
            if let publication { statements.append(recording([publication])) }
            noteChange(of: row)
        case .fileTime(let key, let time):
            guard let row = rows[key] else { return }
            add(
                "UPDATE document SET file_time = $1 WHERE item = $2", .integer(time.nanoseconds),
                .integer(row))
        case .handedOver(let owner, let key):
            guard let from = rows[owner], let to = rows[key] else { return }
            statements += Self.handingOver(from: from, to: to, number)
        case .removed(let key):
            guard let row = rows[key] else { return }
            add("DELETE FROM document WHERE item = $1", .integer(row))
            add(
                "UPDATE item SET failure = NULL, update_available = false, changed = $1 WHERE id = $2",
                .integer(number), .integer(row))
        case .lost(let key, let reason):
            guard let row = rows[key] else { return }
            add("DELETE FROM document WHERE item = $1", .integer(row))
            fail(row, reason)
        case .kept(let key, let digest, let reason):
            guard let row = rows[key] else { return }
            add(
                """
                UPDATE document SET size = $1, sha256 = $2, entity_tag = NULL, last_modified = NULL,
                    file_time = NULL, imported_promise = NULL WHERE item = $3
                """, .integer(digest.size), .text(digest.sha256), .integer(row))
            fail(row, reason)
        case .quarantined(let document, let publication): setAside(document, publication)
        case .released(let token):
            add(
                """
                WITH gone AS (DELETE FROM quarantine WHERE token = $1 RETURNING item)
                UPDATE item SET changed = $2 FROM gone WHERE item.id = gone.item
                """, .text(token), .integer(number))
        case .discarded(let document): discard(document)
        case .toldUnlisted(let key):
            guard let row = rows[key] else { return }
            add("UPDATE item SET is_told = true WHERE id = $1", .integer(row))
        case .held(let hold):
            add(
                """
                INSERT INTO host (key, name, held_until, reason) VALUES ($1, $2, $3, $4)
                ON CONFLICT (key) DO UPDATE SET held_until = excluded.held_until, reason = excluded.reason
                """, .text(IndexedText.key(hold.host)), .text(hold.host), PostgreSQLValue(hold.until),
                .text(hold.reason))
        }
    }

    private mutating func fail(_ row: Int64, _ reason: String) {
        add(
            "UPDATE item SET failure = $1, changed = $2 WHERE id = $3", .text(reason), .integer(number),
            .integer(row))
    }

    private mutating func confirm(_ row: Int64, _ origin: DocumentOrigin) {
        add(
            """
            UPDATE document SET entity_tag = $1, last_modified = $2, url = $3, requested_url = $4,
                imported_promise = NULL
            WHERE item = $5 AND (entity_tag IS DISTINCT FROM $1 OR last_modified IS DISTINCT FROM $2
                OR url <> $3 OR requested_url IS DISTINCT FROM $4 OR imported_promise IS NOT NULL)
            """, PostgreSQLValue(origin.validators.entityTag),
            PostgreSQLValue(origin.validators.lastModified),
            .text(origin.url), PostgreSQLValue(origin.requestedURL), .integer(row))
    }

    private mutating func setAside(_ document: QuarantinedDocument, _ publication: Publication?) {
        let row = document.key.flatMap { rows[$0] }
        add("DELETE FROM quarantine WHERE token = $1", .text(document.token))
        add(
            """
            INSERT INTO quarantine (item, token, name, reason, size, sha256, media_type, entity_tag,
                last_modified, url, requested_url, at, is_whole, was_stored)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
            """, PostgreSQLValue(row), .text(document.token), .text(document.name), .text(document.reason),
            .integer(document.digest.size), .text(document.digest.sha256),
            PostgreSQLValue(document.mediaType?.description),
            PostgreSQLValue(document.origin.validators.entityTag),
            PostgreSQLValue(document.origin.validators.lastModified), .text(document.origin.url),
            PostgreSQLValue(document.origin.requestedURL), PostgreSQLValue(document.date),
            .flag(document.isWhole), .flag(document.wasStored))
        if let row { noteChange(of: row) }
        if let publication { statements.append(recording([publication])) }
    }

    /// Notes that somebody threw away what was set aside.
    private mutating func discard(_ document: QuarantinedDocument) {
        add("DELETE FROM quarantine WHERE token = $1", .text(document.token))
        guard let row = document.key.flatMap({ rows[$0] }) else { return }
        let origin = document.origin
        add(
            """
            INSERT INTO discarded (item, reason, sha256, entity_tag, last_modified, url, requested_url)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (item) DO UPDATE SET reason = excluded.reason, sha256 = excluded.sha256,
                entity_tag = excluded.entity_tag, last_modified = excluded.last_modified, url = excluded.url,
                requested_url = excluded.requested_url
            """, .integer(row), .text(document.reason), .text(document.digest.sha256),
            PostgreSQLValue(origin.validators.entityTag), PostgreSQLValue(origin.validators.lastModified),
            .text(origin.url), PostgreSQLValue(origin.requestedURL))
        add("UPDATE item SET failure = NULL, changed = $1 WHERE id = $2", .integer(number), .integer(row))
    }

    /// Has a document be that of another item, for everybody who has looked at it.
    static func handingOver(from: Int64, to: Int64, _ number: Int64) -> [PostgreSQLStatement] {
        let both: [PostgreSQLValue] = [.integer(to), .integer(from)]
        return [
            PostgreSQLStatement("UPDATE document SET item = $1 WHERE item = $2", both),
            PostgreSQLStatement("UPDATE reading SET read_sha256 = NULL WHERE item = $1", [.integer(to)]),
            PostgreSQLStatement(
                """
                INSERT INTO reading (reader, item, read_sha256)
                SELECT reader, $1, read_sha256 FROM reading WHERE item = $2 AND read_sha256 IS NOT NULL
                ON CONFLICT (reader, item) DO UPDATE SET read_sha256 = excluded.read_sha256
                """, both),
            PostgreSQLStatement(
                "UPDATE item SET failure = NULL, update_available = false, changed = $2 WHERE id = $1",
                [.integer(to), .integer(number)]),
            PostgreSQLStatement(
                "UPDATE item SET changed = $2 WHERE id = $1", [.integer(from), .integer(number)]),
        ]
    }

    // MARK: What happens to most items

    private var attemptStatements: [PostgreSQLStatement] {
        let rows = attempts.map(\.row)
        let all = attempts.map(\.attempt)
        var statements = [
            PostgreSQLStatement(
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
        ]
        // A cancelled try says nothing about the item: what the try before it found stays.
        let telling = attempts.filter { $0.attempt.outcome != .parked || $0.updateAvailable }
        if !telling.isEmpty {
            let failures = telling.map { telling -> String? in
                let hasFailed = [.failed, .quarantined].contains(telling.attempt.outcome)
                return hasFailed ? telling.attempt.reason : nil
            }
            // As a rule neither was set and neither is to be.
            statements.append(
                PostgreSQLStatement(
                    """
                    UPDATE item SET failure = new.failure, update_available = new.available, changed = $4
                    FROM unnest($1::bigint[], $2::text[], $3::boolean[]) AS new (id, failure, available)
                    WHERE item.id = new.id
                        AND (item.failure IS DISTINCT FROM new.failure OR update_available <> new.available)
                    """,
                    [
                        .integers(telling.map(\.row)), .texts(failures),
                        .flags(telling.map(\.updateAvailable)), .integer(number),
                    ]))
        }
        // To look at every item each time would cost as much as to record it.
        let looked = rows.filter { _ in Int.random(in: 0..<16) == 0 }
        if !looked.isEmpty {
            statements.append(
                PostgreSQLStatement(
                    """
                    DELETE FROM attempt USING unnest($1::bigint[]) AS old (item)
                    WHERE attempt.item = old.item AND id <=
                        (SELECT id FROM attempt a WHERE a.item = old.item ORDER BY id DESC LIMIT 1 OFFSET 50)
                    """, [.integers(looked)]))
        }
        return statements
    }

    private var documentStatements: [PostgreSQLStatement] {
        let documents = stored.map(\.document)
        let rows = PostgreSQLValue.integers(stored.map(\.row))
        return [
            PostgreSQLStatement(
                """
                INSERT INTO document (item, name, name_key, collision_key, size, sha256, media_type, entity_tag,
                    last_modified, url, requested_url, stored_at, file_time, edited_copy, suggested_name,
                    imported_promise)
                SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[],
                    $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::bigint[], $13::bigint[],
                    $14::text[], $15::text[], $16::text[])
                ON CONFLICT (item) DO UPDATE SET name = excluded.name, name_key = excluded.name_key,
                    collision_key = excluded.collision_key, size = excluded.size, sha256 = excluded.sha256,
                    media_type = excluded.media_type,
                    entity_tag = excluded.entity_tag, last_modified = excluded.last_modified,
                    url = excluded.url, requested_url = excluded.requested_url,
                    stored_at = excluded.stored_at, file_time = excluded.file_time,
                    edited_copy = excluded.edited_copy, suggested_name = excluded.suggested_name,
                    imported_promise = excluded.imported_promise, restored_over = NULL
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
                    .texts(documents.map(\.importedPromise)),
                ]),
            PostgreSQLStatement("DELETE FROM discarded WHERE item = ANY ($1::bigint[])", [rows]),
            recording(stored.map(\.publication)),
            PostgreSQLStatement(
                "UPDATE item SET changed = $2 WHERE id = ANY ($1::bigint[])", [rows, .integer(number)]),
        ]
    }

    /// Notes that publications are about to be done.
    private func recording(_ publications: [Publication]) -> PostgreSQLStatement {
        PostgreSQLStatement(
            """
            INSERT INTO publication (token, name, size, sha256, replaces_size, replaces_sha256, area, succeeds,
                keeps_replaced, moves, worker)
            SELECT token, name, size, sha256, replaces_size, replaces_sha256, area, succeeds, keeps, moves,
                $11::bigint
            FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[],
                $8::text[], $9::boolean[], $10::text[]) WITH ORDINALITY
                AS new (token, name, size, sha256, replaces_size, replaces_sha256, area, succeeds, keeps, moves, place)
            ORDER BY place
            """,
            [
                .texts(publications.map(\.document.token)), .texts(publications.map(\.name)),
                .integers(publications.map(\.document.digest.size)),
                .texts(publications.map(\.document.digest.sha256)),
                .integers(publications.map { $0.replaces?.size }),
                .texts(publications.map { $0.replaces?.sha256 }), .texts(publications.map(\.area.rawValue)),
                .texts(publications.map(\.succeeds)), .flags(publications.map(\.keepsReplaced)),
                .texts(publications.map(\.moves)), PostgreSQLValue(worker),
            ])
    }
}
