import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// A receipt whose document is staged and has its name settled: what is recorded of it, and how it is concluded.
final class NamedReceipt: Sendable {
    let staged: StagedReceipt
    /// Gives it its name, or a new one in the quarantine.
    let publication: Publication
    /// The record of the document under its name; `nil` if it is set aside.
    private let document: StoredDocument?
    /// The record of the document in the quarantine; `nil` if it is stored.
    private let aside: AsideDocument?

    /// Settles the name.
    ///
    /// - Parameters:
    ///   - staged: the receipt.
    ///   - date: when the document is stored.
    init(_ staged: StagedReceipt, at date: Date) {
        let aside = Self.aside(of: staged, at: date)
        (self.staged, self.aside) = (staged, aside)
        publication = aside?.publication ?? Self.publication(of: staged)
        document = aside == nil ? Self.document(of: staged, at: date) : nil
    }

    private static func aside(of staged: StagedReceipt, at date: Date) -> AsideDocument? {
        guard let why = staged.aside else { return nil }
        let representation = staged.representation
        var aside = AsideDocument(
            staged.document, of: staged.key, named: staged.name, reason: why.reason,
            mediaType: representation.mediaType, origin: representation.origin, at: date)
        aside.record.isWhole = why.isWhole
        return aside
    }

    private static func publication(of staged: StagedReceipt) -> Publication {
        // A document does not become a version of itself.
        let replaced = staged.isThere ? nil : staged.stored?.digest
        var publication = Publication(document: staged.document, name: staged.name, replaces: replaced)
        publication.keepsReplaced = staged.receipt.isRestored
        publication.succeeds = staged.edited
        return publication
    }

    private static func document(of staged: StagedReceipt, at date: Date) -> StoredDocument {
        let (representation, stored) = (staged.representation, staged.stored)
        let origin = representation.origin
        // Any other is fetched whole by the next sync, and what comes twice as it is is right.
        let isProven = representation.isUnproven != true
        var document = StoredDocument(
            name: staged.name, size: staged.document.digest.size, sha256: staged.document.digest.sha256,
            mediaType: representation.mediaType, validators: isProven ? origin.validators : Validators(),
            url: origin.url, storedAt: date)
        if let url = origin.requestedURL { document.requestedURL = url }
        if isProven, let listed = origin.listed { document.listed = listed }
        document.fileTime = staged.document.fileTime
        if let copy = staged.edited ?? stored?.editedCopy { document.editedCopy = copy }
        let suggested =
            representation.contentDisposition.flatMap { ContentDispositionField.suggestedName(in: $0) }
            ?? stored?.suggestedName
        if let promise = staged.receipt.importedPromise { document.importedPromise = promise }
        if let suggested { document.suggestedName = suggested }
        if staged.receipt.isRestored {
            // The server's version stays what it was taken as.
            if let promise = stored?.acceptedPromise { document.acceptedPromise = promise }
        } else if let promise = staged.receipt.job.promise.excusedSize(of: document) {
            document.acceptedPromise = promise
        }
        return document
    }

    /// The receipt once the document has its name, or is set aside.
    var concluded: Receipt {
        guard let document else { return staged.receipt }
        return staged.remarked.ending(
            .stored(document),
            news: News(of: staged.document.digest, after: staged.stored?.sha256, read: staged.read))
    }

    /// Adds the changes to record before it is published.
    func addRecords(to records: inout [LibraryChange]) {
        let receipt = staged.remarked.noting(staged.document.digest)
        if let document {
            records.append(.stored(staged.key, title: receipt.job.title, document, publication))
            records.append(.attempt(receipt.attempt(.stored), updateAvailable: false))
        } else if let aside {
            records.append(aside.change)
            records.append(.attempt(receipt.attempt(.quarantined), updateAvailable: false))
        }
    }
}
