import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

extension Pipeline {
    /// Restores an earlier version; the stored document becomes a version.
    ///
    /// Like every document it is flushed, recorded with a pending publication, and then named. The validators and the
    /// digest of the server's version are kept, so that the next run finds it unchanged and keeps the restored version
    /// until the server has another one.
    ///
    /// - Parameters:
    ///   - version: the version.
    ///   - key: the item.
    ///   - title: its title, for the record.
    /// - Returns: the stored document.
    /// - Throws: `PipelineError`, with `.notFound` if the version is gone and `.nameTaken` if it is the same as the
    ///   stored document.
    func restore(
        _ version: DocumentVersion, of key: ItemKey, title: String
    ) async throws(PipelineError) -> StoredDocument {
        do throws(StoreError) {
            return try await restored(version, of: key, title: title)
        } catch {
            throw PipelineError(error)
        }
    }

    private func restored(
        _ version: DocumentVersion, of key: ItemKey, title: String
    ) async throws(StoreError) -> StoredDocument {
        guard let versions = store.versions, var stored = try await library.document(of: key) else {
            throw StoreError(.notFound, subject: title, reason: "no versions of it are kept")
        }
        let staged = try await versions.staged(version)
        let current = stored.restoredOver ?? stored.sha256
        stored.restoredOver = nil
        let document = AcceptedDocument(
            stored.name, stored: stored,
            NameAllocator(runParts.plainNames(of: key.catalog), among: runs.names))
        let job = TransferJob(
            key: key, title: title, url: stored.origin.requestedURL ?? stored.url, action: .keep,
            promise: DocumentPromise(Item(title: title, url: stored.url)), name: stored.name)
        let representation = Receipt.Representation(origin: stored.origin, mediaType: stored.mediaType)
        let receipt = Receipt(
            job, .staged(Receipt.Arrival(body: .staged(staged), representation: representation)),
            at: context.now(), isRestored: true, remark: "version \(version.number) was restored")
        let ending = Locked(receipt.ending)
        let work = CommitWork(store: store, library: library, now: context.now) { _ in
            document
        } conclude: { concluded in
            for receipt in concluded { ending.withLock { $0 = receipt.ending } }
        }
        let over = current == staged.digest.sha256 ? nil : current
        let isStored = stored.sha256 == staged.digest.sha256
        let pending = try await work.commit(
            [receipt], others: CommitRecords(changes: isStored ? [] : [.restored(key, over: over)]),
            settling: [])
        try await work.settle(pending)
        switch ending.value {
        case .stored(var document):
            document.restoredOver = over
            // Whoever restores a version has seen it.
            try await library.setRead(true, [key])
            return document
        case .failed(let reason, _):
            throw StoreError(.nameTaken, subject: stored.name, reason: reason)
        default:
            throw StoreError(
                .nameTaken, subject: stored.name,
                reason: "version \(version.number) is the same as the stored document")
        }
    }
}
