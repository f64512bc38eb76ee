import CarrelModel
import Foundation

/// A row that a database gives; its columns are counted from 0.
///
/// What reads many rows is inlinable, so that it costs nothing to be the same for all databases.
package protocol RecordRow {
    /// A text; `nil` for NULL.
    func text(_ column: Int32) -> String?
    /// A number; `nil` for NULL.
    func integer(_ column: Int32) -> Int64?
    /// A truth; false for NULL.
    func flag(_ column: Int32) -> Bool
    /// A time.
    func date(_ column: Int32) -> Date
    /// Whether a column holds exactly this text, or NULL for none.
    func equals(_ column: Int32, _ text: String?) -> Bool
}

extension RecordRow {
    /// An item in three columns: its catalogue, its collection and itself.
    ///
    /// - Parameter first: the first of them.
    @inlinable package func key(from first: Int32) -> ItemKey {
        ItemKey(catalog: text(first) ?? "", collection: text(first + 1) ?? "", item: text(first + 2) ?? "")
    }
}

/// The columns of what rows hold, in the order in which they are read, and the queries that all databases answer.
package enum RecordQuery {
    /// A document, of a table `d`.
    package static let document = """
        d.name, d.size, d.sha256, d.media_type, d.entity_tag, d.last_modified, d.url, d.stored_at, d.requested_url,
        d.restored_over, d.file_time, d.edited_copy, d.suggested_name, d.imported_promise,
        d.accepted_promise, d.listed_version
        """

    /// What the row of a document that is stored again takes from the new one.
    package static let storedAgain = """
        name = excluded.name, collision_key = excluded.collision_key, size = excluded.size,
        sha256 = excluded.sha256, media_type = excluded.media_type, entity_tag = excluded.entity_tag,
        last_modified = excluded.last_modified, url = excluded.url, requested_url = excluded.requested_url,
        stored_at = excluded.stored_at, file_time = excluded.file_time, edited_copy = excluded.edited_copy,
        suggested_name = excluded.suggested_name, imported_promise = excluded.imported_promise,
        accepted_promise = excluded.accepted_promise, listed_version = excluded.listed_version,
        restored_over = NULL
        """

    /// The number of the columns of a document: what else a query selects comes behind them.
    package static let documentCount: Int32 = 16

    /// The number of the columns of an item in front of its document's.
    package static let itemCount: Int32 = 9

    /// The address of an item of a table `i` with TLS instead of without, or the other way round; null for any other text.
    package static let otherScheme = """
        CASE WHEN substr(i.url, 1, 8) = 'https://' THEN 'http://' || substr(i.url, 9)
            WHEN substr(i.url, 1, 7) = 'http://' THEN 'https://' || substr(i.url, 8) END
        """

    /// Whether an item of a table `i` has kept the identity that it had with TLS, or without it.
    package static let keepsAddress = "i.ident <> i.url AND i.ident = \(otherScheme)"

    /// What was discarded, of a table `d`, with its item in `c` and `i`.
    package static let discarded =
        "c.ident, i.ident, i.title, d.reason, d.sha256, d.entity_tag, d.last_modified, d.url, d.requested_url"

    /// A publication.
    package static let publication =
        "token, name, size, sha256, replaces_size, replaces_sha256, area, succeeds, keeps_replaced, moves"

    /// An attempt.
    package static let attempt = "at, action, outcome, status, bytes, url, reason, detail"

    /// Everything in the quarantine, the newest first.
    package static let quarantine = """
        SELECT k.location, c.ident, i.ident, q.token, q.name, q.reason, q.size, q.sha256, q.media_type,
            q.entity_tag, q.last_modified, q.url, q.at, q.is_whole, q.was_stored, q.requested_url
        FROM quarantine q LEFT JOIN item i ON i.id = q.item
        LEFT JOIN collection c ON c.id = i.collection LEFT JOIN catalog k ON k.id = c.catalog
        ORDER BY q.id DESC
        """

    /// The locations of the recorded catalogues, the one read last first.
    package static let locations = """
        SELECT location FROM catalog ORDER BY read_at DESC, id DESC
        """

    /// The known catalogues, in the order in which they were added.
    package static let known = "SELECT location, name, profile, settings, added_at FROM known ORDER BY id"

    /// The last visits of catalogues.
    package static let visits = "SELECT location, at, not_before, failures FROM visit"
}
