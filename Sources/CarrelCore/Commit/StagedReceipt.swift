import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// A receipt whose document is staged.
struct StagedReceipt {
    var receipt: Receipt
    var arrival: Receipt.Arrival
    var aside: (reason: String, isWhole: Bool)?
    var document: StagedDocument
    /// The stored version, if there is one; its file may be missing.
    var stored: StoredDocument?
    /// The SHA-256 of the version that was last looked at, if none is stored.
    var read: String?
    var name: String
    /// The name of the stored version if somebody edited it: it keeps that name, and the new version gets another.
    var edited: String?

    /// Whether it would replace the stored version without being asked to; an edited one must not be replaced so.
    var replacesUnasked: Bool { aside == nil && !receipt.isRestored && stored?.name == name }

    /// Whether it gets a name that it does not have yet.
    var isNewName: Bool { aside == nil && stored?.name != name }

    /// The receipt once the document has its name, or is set aside.
    func concluded(at date: Date) -> Receipt {
        guard aside == nil else { return receipt }
        var receipt = receipt.ending(.stored(document(storedAt: date)))
        receipt.news = News(of: document.digest, after: stored?.sha256, read: read)
        return receipt
    }

    var key: ItemKey { receipt.job.key }

    /// Its publication: under its name, or under a new one in the quarantine.
    var publication: Publication {
        if aside != nil {
            let token = QuarantinedDocument.newToken(for: name)
            return Publication(document: document, in: .quarantine, name: token)
        }
        var publication = Publication(document: document, name: name, replaces: stored?.digest)
        publication.keepsReplaced = receipt.isRestored
        publication.succeeds = edited
        return publication
    }

    /// The record of the document under its name.
    func document(storedAt date: Date) -> StoredDocument {
        let representation = arrival.representation
        let origin = representation.origin
        var published = StoredDocument(
            name: name, size: document.digest.size, sha256: document.digest.sha256,
            mediaType: representation.mediaType, validators: origin.validators, url: origin.url,
            storedAt: date)
        if let url = origin.requestedURL { published.requestedURL = url }
        published.fileTime = document.fileTime
        if let copy = edited ?? stored?.editedCopy { published.editedCopy = copy }
        let suggested =
            representation.contentDisposition.flatMap { ContentDispositionField.suggestedName(in: $0) }
            ?? stored?.suggestedName
        if let promise = receipt.importedPromise { published.importedPromise = promise }
        if let suggested { published.suggestedName = suggested }
        return published
    }

    /// Adds the changes to record before it is published.
    func addRecords(_ publication: Publication, at date: Date, to records: inout [LibraryChange]) {
        if let aside {
            let representation = arrival.representation
            let document = QuarantinedDocument(
                key: key, token: publication.name, name: name, reason: aside.reason,
                digest: document.digest, mediaType: representation.mediaType,
                origin: representation.origin, date: date, isWhole: aside.isWhole)
            records.append(.quarantined(document, publication))
            records.append(.attempt(receipt.attempt(.quarantined), updateAvailable: false))
        } else {
            records.append(.stored(key, title: receipt.job.title, document(storedAt: date), publication))
            records.append(.attempt(receipt.attempt(.stored), updateAvailable: false))
        }
    }
}
