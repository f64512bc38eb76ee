import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// What rows say of documents.
extension RecordRow {
    /// A document in the columns `RecordQuery.document`; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - first: the first of them.
    ///   - known: what the row before had.
    @inlinable package func document(from first: Int32, _ known: inout RepeatedValues) -> StoredDocument? {
        guard let name = text(first) else { return nil }
        var document = StoredDocument(
            name: name, size: integer(first + 1) ?? 0, sha256: text(first + 2) ?? "",
            mediaType: known.mediaType(self, first + 3),
            validators: Validators(entityTag: text(first + 4), lastModified: known.date(self, first + 5)),
            url: text(first + 6) ?? "", storedAt: date(first + 7))
        // Few have any of them, and each makes them room.
        if let url = text(first + 8) { document.requestedURL = url }
        if let sha256 = text(first + 9) { document.restoredOver = sha256 }
        document.fileTime = integer(first + 10).map { FileTime(nanoseconds: $0) }
        if let copy = text(first + 11) { document.editedCopy = copy }
        if let name = text(first + 12) { document.suggestedName = name }
        if let promise = text(first + 13) { document.importedPromise = promise }
        if let promise = text(first + 14) { document.acceptedPromise = promise }
        if let listed = text(first + 15) { document.listed = ListedVersion(rawValue: listed) }
        return document
    }

    /// What is remembered of an item of a catalogue, with its document's columns behind its own.
    @inlinable package func item(
        of location: String, _ known: inout RepeatedValues
    ) -> (key: ItemKey, memory: ItemMemory) {
        let key = ItemKey(catalog: location, collection: known.collection(self, 0), item: text(1) ?? "")
        var item = ItemMemory(
            title: text(2), document: document(from: RecordQuery.itemCount, &known), lastFailure: text(3),
            updateAvailable: flag(4), news: text(5).flatMap(News.init))
        if let read = text(6) { item.readSHA256 = read }
        item.isToldUnlisted = flag(7)
        if let reason = text(8) { item.asideReason = reason }
        return (key, item)
    }

    /// What was discarded, in the columns `RecordQuery.discarded`.
    package var discarded: DiscardedDocument {
        let origin = DocumentOrigin(
            url: text(7) ?? "", requestedURL: text(8),
            validators: Validators(entityTag: text(5), lastModified: text(6)))
        return DiscardedDocument(reason: text(3) ?? "", sha256: text(4) ?? "", origin: origin)
    }

    /// What was set aside, in a row of `RecordQuery.quarantine`.
    package var quarantined: QuarantinedDocument {
        var document = QuarantinedDocument(
            key: text(2) == nil ? nil : key(from: 0), token: text(3) ?? "", name: text(4) ?? "",
            reason: text(5) ?? "", digest: ContentDigest(size: integer(6) ?? 0, sha256: text(7) ?? ""),
            mediaType: text(8).flatMap(MediaType.init),
            origin: DocumentOrigin(
                url: text(11) ?? "", requestedURL: text(15),
                validators: Validators(entityTag: text(9), lastModified: text(10))),
            date: date(12), isWhole: flag(13))
        document.wasStored = flag(14)
        return document
    }

    /// A publication in the columns `RecordQuery.publication`.
    package var publication: Publication {
        var replaces: ContentDigest?
        if let size = integer(4), let sha256 = text(5) {
            replaces = ContentDigest(size: size, sha256: sha256)
        }
        let digest = ContentDigest(size: integer(2) ?? 0, sha256: text(3) ?? "")
        var publication = Publication(
            document: StagedDocument(token: text(0) ?? "", digest: digest),
            in: text(6).flatMap(Publication.Area.init) ?? .documents, name: text(1) ?? "", replaces: replaces)
        (publication.succeeds, publication.keepsReplaced) = (text(7), flag(8))
        publication.moves = text(9)
        return publication
    }

    /// An attempt for an item, in the columns `RecordQuery.attempt`.
    package func attempt(for key: ItemKey) -> Attempt {
        Attempt(
            key: key, date: date(0), action: text(1).flatMap(PlanEntry.Action.init) ?? .download,
            outcome: text(2).flatMap(Attempt.Outcome.init) ?? .failed, status: integer(3).map { Int($0) },
            bytes: integer(4) ?? 0, url: text(5) ?? "", reason: text(6),
            exchanges: AttemptDetail.exchanges(in: text(7)))
    }

    /// A host that asked for patience: its name, until when, and why.
    package var hostHold: HostHold {
        HostHold(named: text(0) ?? "", until: date(1), reason: text(2) ?? "")
    }
}
