import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// What keeps a library whole: verification and the quarantine.
extension Desk {
    /// Reads every stored document again and compares it with what was recorded.
    ///
    /// What only looks may do so beside a process that writes.
    ///
    /// - Parameters:
    ///   - repairs: whether what is wrong is set aside, so that the next sync fetches it anew; takes the lock.
    ///   - report: called with each name, in their order.
    /// - Throws: `PipelineError`, `StoreError`.
    public func verify(
        repairs: Bool = false, report: @escaping @Sendable (Verification) -> Void
    ) async throws {
        guard !repairs else {
            return try await writing { try await $0.verify(repairs: true, report: report) }
        }
        let isUnlisted = Locked(false)
        try await pipeline().verify(repairs: false) { result in
            if result.state == .unlisted { isUnlisted.withLock { $0 = true } }
            report(result)
        }
        // Where another process writes, that one or the next to look lists it.
        if isUnlisted.value { try? await writing { try await $0.adoptUnlisted() } }
    }

    /// What is in the quarantine, the newest first.
    public func quarantinedDocuments() async throws(StoreError) -> [QuarantinedDocument] {
        try await library.quarantinedDocuments()
    }

    /// The file that holds a document of the quarantine; `nil` if that is none of this machine, or is gone.
    public func localFile(of document: QuarantinedDocument) async -> URL? {
        try? await store.quarantine?.localFile(quarantined: document.token)
    }

    /// Stores a document of the quarantine after all.
    ///
    /// - Parameters:
    ///   - document: what the library says of it.
    ///   - title: the item's title, for the record.
    /// - Returns: the stored document.
    /// - Throws: `PipelineError`; with `.notFound` where its file is gone, with `.incomplete` where only a beginning of
    ///   the document came. `StoreError` where the library cannot be written to.
    public func accept(_ document: QuarantinedDocument, title: String) async throws -> StoredDocument {
        try await writing(document.key?.catalog) { pipeline in
            if let key = document.key { try await pipeline.recordMoves(in: key.catalog) }
            return try await pipeline.accept(document, title: title)
        }
    }

    /// Removes documents of the quarantine for good.
    public func discard(_ documents: [QuarantinedDocument]) async throws {
        try await writing { try await $0.discard(documents) }
    }
}
