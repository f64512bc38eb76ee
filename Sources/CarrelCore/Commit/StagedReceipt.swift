import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// A receipt whose document is staged, with the name that it is to get.
struct StagedReceipt {
    /// What is settled before its name is; in one place, since a group is gone through several times.
    final class Arrived: Sendable {
        let receipt: Receipt
        let representation: Receipt.Representation
        /// Why it is set aside; `nil` if it is to be stored.
        let aside: (reason: String, isWhole: Bool)?
        let document: StagedDocument
        /// The stored version, if there is one; its file may be missing.
        let stored: StoredDocument?
        /// The SHA-256 of the version that was last looked at, if none is stored.
        let read: String?

        init(
            receipt: Receipt, representation: Receipt.Representation, aside: (reason: String, isWhole: Bool)?,
            document: StagedDocument, stored: StoredDocument?, read: String?
        ) {
            (self.receipt, self.representation, self.aside) = (receipt, representation, aside)
            (self.document, self.stored, self.read) = (document, stored, read)
        }
    }

    private let arrived: Arrived
    var name: String
    /// The name of the stored version if somebody edited it: it keeps that name, and the new version gets another.
    var edited: String?

    init(_ arrived: Arrived, name: String) {
        (self.arrived, self.name) = (arrived, name)
    }

    var receipt: Receipt { arrived.receipt }
    var aside: (reason: String, isWhole: Bool)? { arrived.aside }
    var document: StagedDocument { arrived.document }
    var stored: StoredDocument? { arrived.stored }
    var key: ItemKey { arrived.receipt.job.key }

    /// Whether it would replace the stored version without being asked to; an edited one must not be replaced so.
    var replacesUnasked: Bool { aside == nil && !receipt.isRestored && stored?.name == name }

    /// Whether it gets a name that it does not have yet.
    var isNewName: Bool { aside == nil && stored?.name != name }

    /// The receipt once the document has its name, or is set aside.
    func concluded(at date: Date) -> Receipt {
        guard aside == nil else { return receipt }
        var concluded = remarked.ending(.stored(document(storedAt: date)))
        concluded.news = News(of: document.digest, after: stored?.sha256, read: arrived.read)
        return concluded
    }

    /// The receipt, with a remark on an edited version that stays.
    var remarked: Receipt {
        var receipt = receipt
        if let edited { receipt.remark = "\(edited) was changed on disk, and stays" }
        return receipt
    }

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
        let representation = arrived.representation
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
            let representation = arrived.representation
            let document = QuarantinedDocument(
                key: key, token: publication.name, name: name, reason: aside.reason,
                digest: document.digest, mediaType: representation.mediaType,
                origin: representation.origin, date: date, isWhole: aside.isWhole)
            records.append(.quarantined(document, publication))
            records.append(.attempt(receipt.attempt(.quarantined), updateAvailable: false))
        } else {
            records.append(.stored(key, title: receipt.job.title, document(storedAt: date), publication))
            records.append(.attempt(remarked.attempt(.stored), updateAvailable: false))
        }
    }
}
