import CarrelHTTP
import CarrelModel
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
        try database.rows(
            """
            SELECT k.location, c.ident, i.ident, q.token, q.name, q.reason, q.size, q.sha256, q.media_type,
                q.entity_tag, q.last_modified, q.url, q.at, q.is_whole, q.was_stored, q.requested_url
            FROM quarantine q LEFT JOIN item i ON i.id = q.item
            LEFT JOIN collection c ON c.id = i.collection LEFT JOIN catalog k ON k.id = c.catalog
            ORDER BY q.id DESC
            """
        ) { row in
            var document = QuarantinedDocument(
                key: row.text(2).map {
                    ItemKey(catalog: row.text(0) ?? "", collection: row.text(1) ?? "", item: $0)
                },
                token: row.text(3) ?? "", name: row.text(4) ?? "", reason: row.text(5) ?? "",
                digest: ContentDigest(size: row.integer(6) ?? 0, sha256: row.text(7) ?? ""),
                mediaType: row.text(8).flatMap(MediaType.init),
                origin: DocumentOrigin(
                    url: row.text(11) ?? "", requestedURL: row.text(15),
                    validators: Validators(entityTag: row.text(9), lastModified: row.text(10))),
                date: row.date(12), isWhole: row.flag(13))
            document.wasStored = row.flag(14)
            return document
        }
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
        ) { row in
            HostHold(named: row.text(0) ?? "", until: row.date(1), reason: row.text(2) ?? "")
        }
    }
}
