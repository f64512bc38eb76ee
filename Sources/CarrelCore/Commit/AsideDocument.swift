import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// A document that is set aside: what is recorded of it, and how it gets a new name in the quarantine.
struct AsideDocument: Sendable {
    /// What is recorded of it.
    var record: QuarantinedDocument
    /// Gives it its name in the quarantine.
    let publication: Publication

    /// Chooses its name in the quarantine.
    ///
    /// - Parameters:
    ///   - staged: its bytes.
    ///   - key: the item that it was fetched for.
    ///   - name: the name that it gets when it is accepted.
    ///   - reason: why it is set aside.
    ///   - mediaType: the media type that the server declared, if any.
    ///   - origin: where it came from.
    ///   - date: when it is set aside.
    init(
        _ staged: StagedDocument, of key: ItemKey, named name: String, reason: String, mediaType: MediaType?,
        origin: DocumentOrigin, at date: Date
    ) {
        let token = QuarantinedDocument.newToken(for: name)
        record = QuarantinedDocument(
            key: key, token: token, name: name, reason: reason, digest: staged.digest, mediaType: mediaType,
            origin: origin, date: date)
        publication = Publication(document: staged, in: .quarantine, name: token)
    }

    /// What to record before it is published.
    var change: LibraryChange { .quarantined(record, publication) }
}
