import CarrelHTTP
import CarrelModel
import CarrelPostgreSQL
import CarrelStages
import Foundation

extension PostgreSQLLibrary {
    /// What is in the quarantine, the newest first.
    func quarantinedDocuments() throws(StoreError) -> [QuarantinedDocument] {
        try session.run(
            """
            SELECT k.location, c.ident, i.ident, q.token, q.name, q.reason, q.size, q.sha256, q.media_type,
                q.entity_tag, q.last_modified, q.url, q.at, q.is_whole, q.was_stored, q.requested_url
            FROM quarantine q LEFT JOIN item i ON i.id = q.item
            LEFT JOIN collection c ON c.id = i.collection LEFT JOIN catalog k ON k.id = c.catalog
            ORDER BY q.id DESC
            """
        ).map { row in
            var document = QuarantinedDocument(
                key: row.text(2) == nil ? nil : Self.key(row, from: 0),
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

    /// The hosts that asked for patience beyond an instant.
    func heldHosts(after date: Date) throws(StoreError) -> [HostHold] {
        try session.run(
            "SELECT name, held_until, reason FROM host WHERE held_until > $1 ORDER BY key",
            PostgreSQLValue(date)
        ).map { row in
            HostHold(named: row.text(0) ?? "", until: row.date(1), reason: row.text(2) ?? "")
        }
    }
}
