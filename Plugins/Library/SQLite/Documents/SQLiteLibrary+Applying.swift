import CarrelHTTP
import CarrelModel
import CarrelRecords
import CarrelSQLite
import CarrelStages
import Foundation

/// What a change of an item changes in its rows. One of an item that is not recorded does nothing.
extension SQLiteLibrary {
    /// Records one change, in the transaction under way.
    func apply(_ change: LibraryChange) throws(StoreError) {
        switch change {
        case .attempt(let attempt, let updateAvailable):
            try record(attempt, updateAvailable: updateAvailable)
        case .stored(let key, let title, let document, let publication):
            let item = try row(of: key, title: title, url: document.url)
            try record(document, publication, item: item)
            noteChange(of: item)
        case .confirmed(let key, let origin): try confirm(key, origin)
        case .declared(let key, let mediaType):
            guard let item = try existingRow(of: key) else { return }
            try database.run(
                "UPDATE document SET media_type = ? WHERE item = ?", .text(mediaType.description),
                .integer(item))
            noteChange(of: item)
        case .restored(let key, let sha256):
            try update("UPDATE document SET restored_over = ? WHERE item = ?", SQLiteValue(sha256), of: key)
        case .accepted(let key, let promise):
            try update(
                """
                UPDATE document SET accepted_promise = coalesce(?, (
                    SELECT coalesce(expected_digest, 'size=' || expected_size, '') FROM item
                    WHERE id = document.item))
                WHERE item = ?
                """, SQLiteValue(promise), of: key)
        case .moved(let key, let name, let publication): try move(key, to: name, publication)
        case .fileTime(let key, let time):
            try update(
                "UPDATE document SET file_time = ? WHERE item = ?", .integer(time.nanoseconds), of: key)
        case .handedOver(let owner, let key):
            try handOver(from: owner, to: key)
            known.forget(owner)
            known.forget(key)
        case .removed(let key): try remove(key)
        case .lost(let key, let reason): try lose(key, reason)
        case .kept(let key, let document, let reason): try keep(key, document, reason)
        case .refused(let key, let reason): try refuse(key, reason)
        case .quarantined(let document, let publication): try record(document, publication)
        case .released(let token): try release(token)
        case .discarded(let document):
            known.hasDiscarded = nil
            try discard(document)
        case .toldUnlisted(let key): try update("UPDATE item SET is_told = 1 WHERE id = ?", of: key)
        // One process writes: what is recorded last was said last.
        case .held(let hold, _): try record(hold)
        case .answered(let hold, _):
            try database.run(
                "DELETE FROM host WHERE name = ? AND held_until = ?", .text(hold.name),
                SQLiteValue(hold.until))
        }
    }

    /// Runs a statement about an item, whose row is the last value; none if the item is not recorded.
    private func update(_ sql: String, _ values: SQLiteValue..., of key: ItemKey) throws(StoreError) {
        guard let item = try existingRow(of: key) else { return }
        try database.run(sql, values + [.integer(item)])
    }

    private func record(
        _ document: StoredDocument, _ publication: Publication, item: Int64
    ) throws(StoreError) {
        try database.run(Self.storing, Self.values(of: document, item))
        let hasDiscarded = if let known = known.hasDiscarded { known } else { try hasDiscarded() }
        known.hasDiscarded = hasDiscarded
        if hasDiscarded {
            try database.run("DELETE FROM discarded WHERE item = ?", .integer(item))
        }
        try record(publication)
    }

    private static let storing = """
        INSERT INTO document (item, name, collision_key, size, sha256, media_type, entity_tag, last_modified, url,
            requested_url, stored_at, file_time, edited_copy, suggested_name, imported_promise,
            accepted_promise, listed_version)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (item) DO UPDATE SET \(RecordQuery.storedAgain)
        """

    /// What is written of a document: its item first, then the columns in the order of `storing`.
    private static func values(of document: StoredDocument, _ item: Int64) -> [SQLiteValue] {
        [
            .integer(item), .text(document.name), .text(DocumentName.collisionKey(document.name)),
            .integer(document.size), .text(document.sha256),
            SQLiteValue(document.mediaType?.description), SQLiteValue(document.validators.entityTag),
            SQLiteValue(document.validators.lastModified), .text(document.url),
            SQLiteValue(document.requestedURL), SQLiteValue(document.storedAt),
            SQLiteValue(document.fileTime?.nanoseconds), SQLiteValue(document.editedCopy),
            SQLiteValue(document.suggestedName), SQLiteValue(document.importedPromise),
            SQLiteValue(document.acceptedPromise), SQLiteValue(document.listed?.rawValue),
        ]
    }

    private func confirm(_ key: ItemKey, _ origin: DocumentOrigin) throws(StoreError) {
        guard let item = try existingRow(of: key) else { return }
        try database.run(
            """
            UPDATE document SET entity_tag = ?1, last_modified = ?2, url = ?3, requested_url = ?4,
                imported_promise = NULL, listed_version = ?6
            WHERE item = ?5 AND (entity_tag IS NOT ?1 OR last_modified IS NOT ?2 OR url IS NOT ?3
                OR requested_url IS NOT ?4 OR imported_promise IS NOT NULL OR listed_version IS NOT ?6)
            """, SQLiteValue(origin.validators.entityTag), SQLiteValue(origin.validators.lastModified),
            .text(origin.url), SQLiteValue(origin.requestedURL), .integer(item),
            SQLiteValue(origin.listed?.rawValue))
    }

    private func move(
        _ key: ItemKey, to name: String, _ publication: Publication?
    ) throws(StoreError) {
        guard let item = try existingRow(of: key) else { return }
        try database.run(
            "UPDATE document SET name = ?, collision_key = ? WHERE item = ?", .text(name),
            .text(DocumentName.collisionKey(name)), .integer(item))
        if let publication { try record(publication) }
        noteChange(of: item)
    }

    private func remove(_ key: ItemKey) throws(StoreError) {
        guard let item = try existingRow(of: key) else { return }
        try database.run("DELETE FROM document WHERE item = ?", .integer(item))
        try database.run(
            "UPDATE item SET failure = NULL, update_available = 0 WHERE id = ?", .integer(item))
        known.forget(key)
        noteChange(of: item)
    }

    private func lose(_ key: ItemKey, _ reason: String) throws(StoreError) {
        guard let item = try existingRow(of: key) else { return }
        try database.run("DELETE FROM document WHERE item = ?", .integer(item))
        try fail(key, item, reason)
    }

    private func keep(_ key: ItemKey, _ document: StoredDocument, _ reason: String) throws(StoreError) {
        guard let item = try existingRow(of: key) else { return }
        try database.run(
            """
            UPDATE document SET name = ?2, collision_key = ?3, size = ?4, sha256 = ?5, media_type = ?6,
                entity_tag = ?7, last_modified = ?8, url = ?9, requested_url = ?10, stored_at = ?11,
                file_time = ?12, edited_copy = ?13, suggested_name = ?14, imported_promise = ?15,
                accepted_promise = ?16, listed_version = ?17, restored_over = ?18
            WHERE item = ?1
            """, Self.values(of: document, item) + [SQLiteValue(document.restoredOver)])
        try fail(key, item, reason)
    }

    private func refuse(_ key: ItemKey, _ reason: String) throws(StoreError) {
        try update(
            """
            UPDATE attempt SET outcome = 'failed', reason = ?1
            WHERE id = (SELECT max(id) FROM attempt WHERE item = ?2) AND outcome = 'stored'
            """, .text(reason), of: key)
    }

    private func fail(_ key: ItemKey, _ item: Int64, _ reason: String) throws(StoreError) {
        try database.run("UPDATE item SET failure = ? WHERE id = ?", .text(reason), .integer(item))
        known.forget(key)
        noteChange(of: item)
    }

    private func release(_ token: String) throws(StoreError) {
        let item = try database.number(
            "DELETE FROM quarantine WHERE token = ? RETURNING item", .text(token))
        if let item { noteChange(of: item) }
    }
}
