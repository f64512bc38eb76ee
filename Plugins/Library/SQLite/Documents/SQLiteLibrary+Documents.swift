import CarrelHTTP
import CarrelModel
import CarrelRecords
import CarrelSQLite
import CarrelStages
import Foundation

extension SQLiteLibrary {
    /// What is recorded of one item's document.
    public func document(of key: ItemKey) throws(StoreError) -> StoredDocument? {
        forgetFound()
        guard let item = try existingRow(of: key) else { return nil }
        var values = RepeatedValues()
        return try database.rows(
            "SELECT \(Self.documentColumns) FROM document d WHERE item = ?", .integer(item)
        ) { Self.document($0, from: 0, &values) }.first ?? nil
    }

    /// The columns that `document(_:from:_:)` reads, of a table `d`.
    static let documentColumns = """
        d.name, d.size, d.sha256, d.media_type, d.entity_tag, d.last_modified, d.url, d.stored_at, d.requested_url,
        d.restored_over, d.file_time, d.edited_copy, d.suggested_name, d.imported_promise
        """

    /// The number of these columns: what else a query selects comes behind them.
    static let documentColumnCount: Int32 = 14

    /// Reads a document from its columns, the first of them by its number; `nil` if there is none.
    static func document(
        _ row: borrowing Statement, from first: Int32, _ known: inout RepeatedValues
    ) -> StoredDocument? {
        guard let name = row.text(first) else { return nil }
        var document = StoredDocument(
            name: name, size: row.integer(first + 1) ?? 0, sha256: row.text(first + 2) ?? "",
            mediaType: known.mediaType(row, first + 3),
            validators: Validators(
                entityTag: row.text(first + 4), lastModified: known.date(row, first + 5)),
            url: row.text(first + 6) ?? "", storedAt: row.date(first + 7))
        // Few have any of them, and each makes them room.
        if let url = row.text(first + 8) { document.requestedURL = url }
        if let sha256 = row.text(first + 9) { document.restoredOver = sha256 }
        document.fileTime = row.integer(first + 10).map { FileTime(nanoseconds: $0) }
        if let copy = row.text(first + 11) { document.editedCopy = copy }
        if let name = row.text(first + 12) { document.suggestedName = name }
        if let promise = row.text(first + 13) { document.importedPromise = promise }
        return document
    }

    /// Records what happened to items, and that publications are done.
    public func commit(
        _ changes: [LibraryChange], settling publications: [Publication], ending tickets: [JobTicket]
    ) throws(StoreError) -> Set<HostLease.Number> {
        // Nobody leases jobs of a library that one process writes.
        guard tickets.isEmpty else { throw .notJoinable("the library") }
        guard !changes.isEmpty || !publications.isEmpty else { return [] }
        forgetFound()
        defer { forgetFound() }
        try change { () throws(StoreError) in
            try settle(publications)
            known.lookAhead = changes.count
            for change in changes { try apply(change) }
        }
        lastPublications = known.publications
        return []
    }

    private func apply(_ change: LibraryChange) throws(StoreError) {
        switch change {
        case .attempt(let attempt, let updateAvailable):
            try record(attempt, updateAvailable: updateAvailable)
        case .stored(let key, let title, let document, let publication):
            let item = try row(of: key, title: title, url: document.url)
            try record(document, publication, item: item)
            noteChange(of: item)
        case .confirmed(let key, let origin):
            guard let item = try existingRow(of: key) else { return }
            try database.run(
                """
                UPDATE document SET entity_tag = ?1, last_modified = ?2, url = ?3, requested_url = ?4,
                    imported_promise = NULL
                WHERE item = ?5 AND (entity_tag IS NOT ?1 OR last_modified IS NOT ?2 OR url IS NOT ?3
                    OR requested_url IS NOT ?4 OR imported_promise IS NOT NULL)
                """, SQLiteValue(origin.validators.entityTag), SQLiteValue(origin.validators.lastModified),
                .text(origin.url), SQLiteValue(origin.requestedURL), .integer(item))
        case .restored(let key, let sha256):
            guard let item = try existingRow(of: key) else { return }
            try database.run(
                "UPDATE document SET restored_over = ? WHERE item = ?", SQLiteValue(sha256), .integer(item))
        case .moved(let key, let name, let publication):
            guard let item = try existingRow(of: key) else { return }
            try database.run(
                "UPDATE document SET name = ?, collision_key = ? WHERE item = ?", .text(name),
                .text(DocumentName.collisionKey(name)), .integer(item))
            if let publication { try record(publication) }
            noteChange(of: item)
        case .fileTime(let key, let time):
            guard let item = try existingRow(of: key) else { return }
            try database.run(
                "UPDATE document SET file_time = ? WHERE item = ?", .integer(time.nanoseconds), .integer(item)
            )
        case .handedOver(let owner, let key):
            try handOver(from: owner, to: key)
            known.forget(owner)
            known.forget(key)
        case .removed(let key):
            guard let item = try existingRow(of: key) else { return }
            try database.run("DELETE FROM document WHERE item = ?", .integer(item))
            try database.run(
                "UPDATE item SET failure = NULL, update_available = 0 WHERE id = ?", .integer(item))
            known.forget(key)
            noteChange(of: item)
        case .lost(let key, let reason):
            guard let item = try existingRow(of: key) else { return }
            try database.run("DELETE FROM document WHERE item = ?", .integer(item))
            try database.run("UPDATE item SET failure = ? WHERE id = ?", .text(reason), .integer(item))
            known.forget(key)
            noteChange(of: item)
        case .kept(let key, let digest, let reason):
            guard let item = try existingRow(of: key) else { return }
            try database.run(
                """
                UPDATE document SET size = ?, sha256 = ?, entity_tag = NULL, last_modified = NULL,
                    file_time = NULL, imported_promise = NULL WHERE item = ?
                """, .integer(digest.size), .text(digest.sha256), .integer(item))
            try database.run("UPDATE item SET failure = ? WHERE id = ?", .text(reason), .integer(item))
            known.forget(key)
            noteChange(of: item)
        case .quarantined(let document, let publication): try record(document, publication)
        case .released(let token):
            let item = try database.rows(
                "DELETE FROM quarantine WHERE token = ? RETURNING item", .text(token)
            ) { $0.integer(0) }.first
            if let item, let item { noteChange(of: item) }
        case .discarded(let document):
            known.hasDiscarded = nil
            try discard(document)
        case .toldUnlisted(let key):
            guard let item = try existingRow(of: key) else { return }
            try database.run("UPDATE item SET is_told = 1 WHERE id = ?", .integer(item))
        case .held(let hold): try record(hold)
        }
    }

    private func record(
        _ document: StoredDocument, _ publication: Publication, item: Int64
    ) throws(StoreError) {
        try database.run(
            """
            INSERT INTO document (item, name, collision_key, size, sha256, media_type, entity_tag, last_modified, url,
                requested_url, stored_at, file_time, edited_copy, suggested_name, imported_promise)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (item) DO UPDATE SET name = excluded.name, collision_key = excluded.collision_key,
                size = excluded.size, sha256 = excluded.sha256, media_type = excluded.media_type, entity_tag = excluded.entity_tag,
                last_modified = excluded.last_modified, url = excluded.url,
                requested_url = excluded.requested_url, stored_at = excluded.stored_at,
                file_time = excluded.file_time,
                edited_copy = excluded.edited_copy, suggested_name = excluded.suggested_name,
                imported_promise = excluded.imported_promise, restored_over = NULL
            """, .integer(item), .text(document.name), .text(DocumentName.collisionKey(document.name)),
            .integer(document.size), .text(document.sha256),
            SQLiteValue(document.mediaType?.description), SQLiteValue(document.validators.entityTag),
            SQLiteValue(document.validators.lastModified), .text(document.url),
            SQLiteValue(document.requestedURL), SQLiteValue(document.storedAt),
            SQLiteValue(document.fileTime?.nanoseconds), SQLiteValue(document.editedCopy),
            SQLiteValue(document.suggestedName), SQLiteValue(document.importedPromise)
        )
        let hasDiscarded = if let known = known.hasDiscarded { known } else { try hasDiscarded() }
        known.hasDiscarded = hasDiscarded
        if hasDiscarded {
            try database.run("DELETE FROM discarded WHERE item = ?", .integer(item))
        }
        try record(publication)
    }

    // MARK: Publications

    /// Notes that a publication is about to be done.
    func record(_ publication: Publication) throws(StoreError) {
        known.publications.append(publication.document.token)
        try database.run(
            """
            INSERT INTO publication (token, name, size, sha256, replaces_size, replaces_sha256, area, succeeds,
                keeps_replaced, moves)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, .text(publication.document.token), .text(publication.name),
            .integer(publication.document.digest.size), .text(publication.document.digest.sha256),
            SQLiteValue(publication.replaces?.size), SQLiteValue(publication.replaces?.sha256),
            .text(publication.area.rawValue), SQLiteValue(publication.succeeds),
            SQLiteValue(publication.keepsReplaced), SQLiteValue(publication.moves))
    }

    /// The publications that were recorded and not settled, in order.
    public func pendingPublications() throws(StoreError) -> [Publication] {
        try database.rows("SELECT \(PublicationRow.columns) FROM publication ORDER BY id") { row in
            PublicationRow.publication(
                token: row.text(0), name: row.text(1), size: row.integer(2), sha256: row.text(3),
                replacedSize: row.integer(4), replacedSHA256: row.text(5), area: row.text(6),
                succeeds: row.text(7), keepsReplaced: row.flag(8), moves: row.text(9))
        }
    }

    /// Notes that publications are done.
    private func settle(_ publications: [Publication]) throws(StoreError) {
        guard !publications.isEmpty else { return }
        let tokens = publications.map(\.document.token)
        if tokens.count > 1, tokens == lastPublications {
            let recorded = try database.rows("SELECT count(*) FROM publication") { $0.integer(0) ?? 0 }.first
            // Nothing else is pending, as a rule.
            if recorded == Int64(tokens.count) { return try database.execute("DELETE FROM publication") }
        }
        for publication in publications {
            try database.run("DELETE FROM publication WHERE token = ?", .text(publication.document.token))
        }
    }
}
