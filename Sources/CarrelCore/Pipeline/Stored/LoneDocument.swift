import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// A document that is committed outside of a run: it is accepted from the quarantine, or an earlier version.
struct LoneDocument {
    /// Its bytes.
    let staged: StagedDocument
    let key: ItemKey
    /// The item's title, for the record.
    let title: String
    /// The name for it, unless the item's stored document has one.
    let name: String
    /// Where it came from.
    let origin: DocumentOrigin
    let mediaType: MediaType?
    /// The stored version, if there is one.
    let stored: StoredDocument?
    /// Why it is stored, for the record.
    let remark: String
    /// Whether it is an earlier version, so that the one that it replaces is kept.
    var isRestored = false

    /// The receipt of a job that brought it.
    ///
    /// - Parameter date: when it is committed.
    func receipt(at date: Date) -> Receipt {
        let job = TransferJob(
            key: key, title: title, url: origin.requestedURL ?? origin.url, action: .keep,
            promise: DocumentPromise(Item(title: title, url: origin.url)), name: name)
        let representation = Receipt.Representation(origin: origin, mediaType: mediaType)
        return Receipt(
            job, .staged(Receipt.Response(body: .staged(staged), representation: representation)),
            at: date, isRestored: isRestored, remark: remark)
    }
}

/// What is known of a document that is committed outside of a run.
private final class LoneAssignment: AssignedDocuments {
    let areNamesKnown = false
    private let document: LoneDocument
    /// Whether the stored version has its bytes, and its name holds them.
    private let isStored: Bool
    private let allocator: Locked<NameAllocator>

    init(_ document: LoneDocument, isStored: Bool, _ allocator: NameAllocator) {
        (self.document, self.isStored, self.allocator) = (document, isStored, Locked(allocator))
    }

    func recorded(_ key: ItemKey) -> (document: StoredDocument?, isMissing: Bool) {
        // Whatever else is recorded of the server's version, somebody wants to have this document.
        (document.stored, !isStored)
    }

    func read(_ key: ItemKey) -> String? { nil }

    func discarded(_ key: ItemKey) -> DiscardedDocument? { nil }

    func name(of job: TransferJob, _ response: Receipt.Response) -> String {
        document.stored?.name ?? allocator.withLock { $0.allocate(document.name, for: job.key) }
    }

    func alternative(to name: String, key: ItemKey, attempt: Int) -> String {
        allocator.withLock { $0.alternative(to: name, key: key, attempt: attempt) }
    }

    func former(_ name: String, key: ItemKey) -> [String] { [] }

    func claim(_ name: String, instead other: String, for key: ItemKey) -> Bool { false }
}

extension Pipeline {
    /// Commits a document outside of a run: flushes it, records it with a pending publication, names it and settles that.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - names: recorded names of other items that it must not get.
    ///   - changes: what to record with it.
    ///   - completing: what to record once it has its name, or was stored already.
    /// - Returns: how its job ended.
    func commit(
        _ document: LoneDocument, beside names: [ItemKey: String] = [:],
        recording changes: [LibraryChange] = [], completing: [LibraryChange] = []
    ) async throws(StoreError) -> Receipt.Ending {
        let allocator = NameAllocator(
            runParts.plainNames(of: document.key.catalog), among: runs.names, recorded: names)
        let assignment = LoneAssignment(document, isStored: try await isStored(document), allocator)
        let receipt = document.receipt(at: context.now())
        let ending = Locked(receipt.ending)
        let work = CommitWork(store: store, library: library, now: context.now) { _ in
            assignment
        } conclude: { concluded in
            for receipt in concluded { ending.withLock { $0 = receipt.ending } }
        }
        let pending = try await work.commit([receipt], recording: changes, settling: [])
        if case .failed = ending.value {
            try await work.settle(pending)
        } else {
            try await work.settle(pending, recording: completing)
        }
        return ending.value
    }

    /// Whether a document is recorded as stored, and its name holds it: its file may be gone, or another one by now.
    private func isStored(_ document: LoneDocument) async throws(StoreError) -> Bool {
        guard let stored = document.stored, stored.digest == document.staged.digest else { return false }
        return try await store.digest(ofDocumentNamed: stored.name) == stored.digest
    }
}
