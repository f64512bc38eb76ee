import CarrelHTTP
import CarrelModel
import CarrelPostgreSQL
import CarrelRecords
import CarrelStages
import Foundation

/// The statements that record one change, of the kinds that happen now and then.
struct ChangeStatements {
    /// The statements, in order; none for a change of an item that is not recorded.
    private(set) var all: [PostgreSQLStatement] = []
    private let rows: [ItemKey: Int64]
    private let number: Int64
    private let worker: Int64?

    /// - Parameters:
    ///   - change: the change; `CommitGroup` makes those of attempts and stored documents.
    ///   - rows: the rows of items.
    ///   - number: the number of the change.
    ///   - worker: the worker that does the publications; `nil` for whoever has the library alone.
    init(of change: LibraryChange, rows: [ItemKey: Int64], number: Int64, worker: Int64?) {
        (self.rows, self.number, self.worker) = (rows, number, worker)
        add(change)
    }

    private mutating func add(_ sql: String, _ values: PostgreSQLValue...) {
        all.append(PostgreSQLStatement(sql, values))
    }

    /// Adds a statement about an item, whose row is the last value; none if the item is not recorded.
    private mutating func add(_ sql: String, _ values: PostgreSQLValue..., of key: ItemKey) {
        guard let row = rows[key] else { return }
        all.append(PostgreSQLStatement(sql, values + [.integer(row)]))
    }

    private mutating func noteChange(of row: Int64) {
        add("UPDATE item SET changed = $1 WHERE id = $2", .integer(number), .integer(row))
    }

    private mutating func add(_ change: LibraryChange) {
        switch change {
        // Those are many, and gathered.
        case .attempt, .stored: break
        case .confirmed(let key, let origin): if let row = rows[key] { confirm(row, origin) }
        case .declared(let key, let mediaType):
            guard let row = rows[key] else { return }
            add(
                "UPDATE document SET media_type = $1 WHERE item = $2", .text(mediaType.description),
                .integer(row))
            noteChange(of: row)
        case .restored(let key, let sha256):
            add("UPDATE document SET restored_over = $1 WHERE item = $2", PostgreSQLValue(sha256), of: key)
        case .accepted(let key, let promise):
            add(
                """
                UPDATE document SET accepted_promise = coalesce($1::text, (
                    SELECT coalesce(expected_digest, 'size=' || expected_size::text, '') FROM item
                    WHERE id = document.item))
                WHERE item = $2
                """, PostgreSQLValue(promise), of: key)
        case .moved(let key, let name, let publication):
            guard let row = rows[key] else { return }
            add(
                "UPDATE document SET name = $1, name_key = $2, collision_key = $3 WHERE item = $4",
                .text(name), .text(IndexedText.key(name)), .text(DocumentName.collisionKey(name)),
                .integer(row))
            if let publication { all.append(Self.recording([publication], worker: worker)) }
            noteChange(of: row)
        case .fileTime(let key, let time):
            add("UPDATE document SET file_time = $1 WHERE item = $2", .integer(time.nanoseconds), of: key)
        case .handedOver(let owner, let key):
            guard let from = rows[owner], let to = rows[key] else { return }
            all += Self.handingOver(from: from, to: to, number)
            if owner.catalog == key.catalog {
                leaveAlone(key, insteadOf: owner)
                all += Self.takingAlong(from: from, to: to)
            }
        case .removed(let key):
            add("DELETE FROM document WHERE item = $1", of: key)
            add(
                "UPDATE item SET failure = NULL, update_available = false, changed = $1 WHERE id = $2",
                .integer(number), of: key)
        case .lost(let key, let reason):
            guard let row = rows[key] else { return }
            add("DELETE FROM document WHERE item = $1", .integer(row))
            fail(row, reason)
        case .kept(let key, let document, let reason):
            guard let row = rows[key] else { return }
            keep(document, row)
            fail(row, reason)
        case .refused(let key, let reason):
            add(
                """
                UPDATE attempt SET outcome = 'failed', reason = $1
                WHERE id = (SELECT max(id) FROM attempt WHERE item = $2) AND outcome = 'stored'
                """, .text(reason), of: key)
        case .quarantined(let document, let publication): setAside(document, publication)
        case .released(let token):
            add(
                """
                WITH gone AS (DELETE FROM quarantine WHERE token = $1 RETURNING item)
                UPDATE item SET changed = $2 FROM gone WHERE item.id = gone.item
                """, .text(token), .integer(number))
        case .discarded(let document): discard(document)
        case .toldUnlisted(let key): add("UPDATE item SET is_told = true WHERE id = $1", of: key)
        case .held(let hold, let said):
            add(
                """
                INSERT INTO host AS h (key, name, held_until, reason, said_at)
                VALUES ($1, $2, $3, $4, \(Self.heard("$5")))
                ON CONFLICT (key) DO UPDATE SET held_until = excluded.held_until, reason = excluded.reason,
                    said_at = excluded.said_at
                WHERE h.said_at <= excluded.said_at
                """, .text(IndexedText.key(hold.name)), .text(hold.name), PostgreSQLValue(hold.until),
                .text(hold.reason), time(said))
        case .answered(let hold, let date):
            // The row stays, so that what the host asked for before that does not count, should it come later.
            add(
                """
                UPDATE host SET held_until = 0, said_at = \(Self.heard("$3"))
                WHERE key = $1 AND held_until = $2 AND said_at <= \(Self.heard("$3"))
                """, .text(IndexedText.key(hold.name)), PostgreSQLValue(hold.until), time(date))
        }
    }

    /// When something was said that a worker tells; `null` for now: nobody told whoever has the library alone the database's
    /// time, and what that records last was said last.
    private func time(_ date: Date) -> PostgreSQLValue { worker == nil ? .null : PostgreSQLValue(date) }

    /// When something was said, by the clock of a machine: no later than now, should that be ahead.
    private static func heard(_ time: String) -> String {
        "LEAST(\(time)::bigint, (extract(epoch FROM statement_timestamp()) * 1000000)::bigint)"
    }

    private mutating func fail(_ row: Int64, _ reason: String) {
        add(
            "UPDATE item SET failure = $1, changed = $2 WHERE id = $3", .text(reason), .integer(number),
            .integer(row))
    }

    private mutating func keep(_ document: StoredDocument, _ row: Int64) {
        add(
            """
            UPDATE document SET name = $1, name_key = $2, collision_key = $3, size = $4, sha256 = $5,
                media_type = $6, entity_tag = $7, last_modified = $8, url = $9, requested_url = $10,
                stored_at = $11, file_time = $12, restored_over = $13, edited_copy = $14, suggested_name = $15,
                imported_promise = $16, accepted_promise = $17, listed_version = $18
            WHERE item = $19
            """, .text(document.name), .text(IndexedText.key(document.name)),
            .text(DocumentName.collisionKey(document.name)), .integer(document.size),
            .text(document.sha256), PostgreSQLValue(document.mediaType?.description),
            PostgreSQLValue(document.validators.entityTag), PostgreSQLValue(document.validators.lastModified),
            .text(document.url), PostgreSQLValue(document.requestedURL), PostgreSQLValue(document.storedAt),
            PostgreSQLValue(document.fileTime?.nanoseconds), PostgreSQLValue(document.restoredOver),
            PostgreSQLValue(document.editedCopy), PostgreSQLValue(document.suggestedName),
            PostgreSQLValue(document.importedPromise), PostgreSQLValue(document.acceptedPromise),
            PostgreSQLValue(document.listed?.rawValue), .integer(row))
    }

    private mutating func confirm(_ row: Int64, _ origin: DocumentOrigin) {
        add(
            """
            UPDATE document SET entity_tag = $1, last_modified = $2, url = $3, requested_url = $4,
                imported_promise = NULL, listed_version = $6
            WHERE item = $5 AND (entity_tag IS DISTINCT FROM $1 OR last_modified IS DISTINCT FROM $2
                OR url <> $3 OR requested_url IS DISTINCT FROM $4 OR imported_promise IS NOT NULL
                OR listed_version IS DISTINCT FROM $6)
            """, PostgreSQLValue(origin.validators.entityTag),
            PostgreSQLValue(origin.validators.lastModified),
            .text(origin.url), PostgreSQLValue(origin.requestedURL), .integer(row),
            PostgreSQLValue(origin.listed?.rawValue))
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
        if let publication { all.append(Self.recording([publication], worker: worker)) }
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

    /// Has an item of the same catalogue be left alone in place of another one, if that is.
    private mutating func leaveAlone(_ key: ItemKey, insteadOf former: ItemKey) {
        add(
            """
            WITH gone AS (
                DELETE FROM ignored WHERE catalog_key = $1 AND collection_key = $2 AND item_key = $3
                RETURNING catalog_key, catalog
            )
            INSERT INTO ignored (catalog_key, collection_key, item_key, catalog, collection, item)
            SELECT catalog_key, $4::text, $5::text, catalog, $6::text, $7::text FROM gone
            ON CONFLICT DO NOTHING
            """, .text(IndexedText.key(former.catalog)), .text(IndexedText.key(former.collection)),
            .text(IndexedText.key(former.item)), .text(IndexedText.key(key.collection)),
            .text(IndexedText.key(key.item)), .text(key.collection), .text(key.item))
    }

    /// Has a document be that of another item, for everybody who has looked at it.
    static func handingOver(from: Int64, to: Int64, _ number: Int64) -> [PostgreSQLStatement] {
        let both: [PostgreSQLValue] = [.integer(to), .integer(from)]
        return [
            PostgreSQLStatement("UPDATE document SET item = $1 WHERE item = $2", both),
            PostgreSQLStatement("UPDATE reading SET read_sha256 = NULL WHERE item = $1", [.integer(to)]),
            PostgreSQLStatement(
                """
                INSERT INTO reading (reader, item, viewed_at, read_sha256)
                SELECT reader, $1, viewed_at, read_sha256 FROM reading WHERE item = $2
                ON CONFLICT (reader, item) DO UPDATE SET read_sha256 = excluded.read_sha256,
                    viewed_at = greatest(reading.viewed_at, excluded.viewed_at)
                """, both),
            PostgreSQLStatement("UPDATE reading SET viewed_at = NULL WHERE item = $1", [.integer(from)]),
            PostgreSQLStatement(
                "UPDATE item SET failure = NULL, update_available = false, changed = $2 WHERE id = $1",
                [.integer(to), .integer(number)]),
            PostgreSQLStatement(
                "UPDATE item SET changed = $2 WHERE id = $1", [.integer(from), .integer(number)]),
        ]
    }

    /// Has what was tried for an item, set aside and thrown away be another's; its failure, too, if there is no document.
    private static func takingAlong(from: Int64, to: Int64) -> [PostgreSQLStatement] {
        let both: [PostgreSQLValue] = [.integer(to), .integer(from)]
        return [
            PostgreSQLStatement("UPDATE attempt SET item = $1 WHERE item = $2", both),
            PostgreSQLStatement("UPDATE quarantine SET item = $1 WHERE item = $2", both),
            PostgreSQLStatement(
                """
                UPDATE discarded SET item = $1
                WHERE item = $2 AND NOT EXISTS (SELECT 1 FROM discarded WHERE item = $1)
                """, both),
            PostgreSQLStatement(
                """
                UPDATE item SET failure = (SELECT failure FROM item WHERE id = $2)
                WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM document WHERE item = $1)
                """, both),
            PostgreSQLStatement("UPDATE item SET failure = NULL WHERE id = $1", [.integer(from)]),
        ]
    }

    /// Notes that publications are about to be done.
    static func recording(_ publications: [Publication], worker: Int64?) -> PostgreSQLStatement {
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
