import CarrelHTTP
import CarrelModel
import CarrelRecords
import CarrelSQLite
import CarrelStages
import Foundation

extension SQLiteLibrary {
    func record(_ document: QuarantinedDocument, _ publication: Publication?) throws(StoreError) {
        var item: Int64?
        if let key = document.key { item = try row(of: key, title: key.item, url: document.origin.url) }
        try database.run(
            """
            INSERT OR REPLACE INTO quarantine
                (item, token, name, reason, size, sha256, media_type, entity_tag, last_modified, url, at,
                is_whole, was_stored, requested_url)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, SQLiteValue(item), .text(document.token), .text(document.name), .text(document.reason),
            .integer(document.digest.size), .text(document.digest.sha256),
            SQLiteValue(document.mediaType?.description), SQLiteValue(document.origin.validators.entityTag),
            SQLiteValue(document.origin.validators.lastModified), .text(document.origin.url),
            SQLiteValue(document.date),
            SQLiteValue(document.isWhole), SQLiteValue(document.wasStored),
            SQLiteValue(document.origin.requestedURL))
        if let item { noteChange(of: item) }
        if let publication { try record(publication) }
    }

    /// What is in the quarantine, the newest first.
    public func quarantinedDocuments() throws(StoreError) -> [QuarantinedDocument] {
        try database.rows(RecordQuery.quarantine) { $0.quarantined }
    }

    // MARK: Hosts

    func record(_ hold: HostHold) throws(StoreError) {
        try database.run(
            "INSERT OR REPLACE INTO host (name, held_until, reason) VALUES (?, ?, ?)", .text(hold.name),
            SQLiteValue(hold.until), .text(hold.reason))
    }

    /// The hosts that asked for patience beyond an instant.
    public func heldHosts(after date: Date) throws(StoreError) -> [HostHold] {
        try database.rows(
            "SELECT name, held_until, reason FROM host WHERE held_until > ? ORDER BY name", SQLiteValue(date)
        ) { $0.hostHold }
    }
}
