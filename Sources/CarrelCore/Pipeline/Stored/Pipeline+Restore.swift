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
    /// - Throws: `PipelineError`, with `.notFound` if the version is gone, `.nameTaken` if it is the same as the stored
    ///   document, and `.beingFetched` while the item is being fetched.
    func restore(
        _ version: DocumentVersion, of key: ItemKey, title: String
    ) async throws(PipelineError) -> StoredDocument {
        try await asPipelineError { () async throws(StoreError) in
            try await runs.claiming(key, title: title, runParts) { () async throws(StoreError) in
                try await restored(version, of: key, title: title)
            }
        }
    }

    private func restored(
        _ version: DocumentVersion, of key: ItemKey, title: String
    ) async throws(StoreError) -> StoredDocument {
        guard let versions = store.versions, let stored = try await library.document(of: key) else {
            throw StoreError(.notFound, subject: title, reason: "no versions of it are kept")
        }
        let staged = try await versions.staged(version)
        let current = stored.restoredOver ?? stored.sha256
        var document = LoneDocument(
            staged: staged, key: key, title: title, name: stored.name, origin: stored.origin,
            mediaType: try await library.mediaType(of: version, before: stored, of: key), stored: stored,
            remark: "version \(version.number) was restored")
        document.isRestored = true
        let over = current == staged.digest.sha256 ? nil : current
        switch try await commit(document, recording: [.restored(key, over: over)]) {
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
