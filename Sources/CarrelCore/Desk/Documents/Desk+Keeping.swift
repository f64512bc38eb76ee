import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// Verification and the quarantine.
extension Desk {
    /// Reads every stored document again and compares it with its record.
    ///
    /// Without `repairs`, another process may write to the library meanwhile.
    ///
    /// - Parameters:
    ///   - repairs: whether to set damaged documents aside, so that they are fetched again, unless nothing could fetch them;
    ///     takes the lock.
    ///   - isFast: whether only documents are read that do not seem to be as recorded.
    ///   - report: called for each name, in order.
    /// - Throws: `PipelineError`, `StoreError`.
    public func verify(
        repairs: Bool = false, isFast: Bool = false, report: @escaping @Sendable (Verification) -> Void
    ) async throws {
        guard !repairs else {
            let others = parts.listed
            return try await writing(with: .exclusive) {
                try await $0.verify(repairs: true, isFast: isFast, others: others, report: report)
            }
        }
        let isUnlisted = Locked(false)
        try await pipeline().verify(
            repairs: false, isFast: isFast,
            report: { result in
                if result.state == .unlisted { isUnlisted.withLock { $0 = true } }
                report(result)
            }, isWritten: { await self.isWritten() })
        // If another process holds the lock, a later verification lists it.
        if isUnlisted.value { try? await writing { try await $0.adoptUnlisted() } }
    }

    /// Whether somebody writes to the library, as far as can be known.
    private func isWritten() async -> Bool {
        guard writing == nil, !parts.pipeline.queues.isShared else { return true }
        return await !isFree()
    }

    /// The documents in the quarantine, newest first.
    public func quarantinedDocuments() async throws(StoreError) -> [QuarantinedDocument] {
        try await library.quarantinedDocuments()
    }

    /// The documents in the quarantine as lists show them, newest first.
    ///
    /// - Parameter view: the recorded library; read if it is `nil`.
    /// - Throws: `StoreError`, `PipelineError`.
    public func quarantine(in view: LibraryView? = nil) async throws -> [QuarantineEntry] {
        let documents = try await quarantinedDocuments()
        guard !documents.isEmpty else { return [] }
        let known = if let view { view } else { try await self.view() }
        return QuarantineEntry.entries(of: documents, in: known)
    }

    /// The file of a document of the quarantine; `nil` if it is not a file on this machine, or is gone.
    public func localFile(of document: QuarantinedDocument) async -> URL? {
        try? await store.quarantine?.localFile(quarantined: document.token)
    }

    /// Whether somebody removed the file of a document of the quarantine.
    package func isGone(_ document: QuarantinedDocument) async -> Bool {
        do throws(StoreError) {
            _ = try await store.quarantine?.localFile(quarantined: document.token)
            return false
        } catch {
            return error.code == .notFound
        }
    }

    /// Stores a document of the quarantine after all.
    ///
    /// - Parameter entry: the document.
    /// - Throws: `PipelineError`, with `.notFound` if its file is gone, `.incomplete` if only its beginning came, and
    ///   `.beingFetched` while its item is being fetched; `StoreError` if the library cannot be written to.
    public func accept(_ entry: QuarantineEntry) async throws -> StoredDocument {
        let document = entry.document
        return try await indexing {
            try await writing(document.key?.catalog, with: .exclusive) { pipeline in
                if let key = document.key { try await pipeline.recordMoves(in: key.catalog) }
                return try await pipeline.accept(document, title: entry.title)
            }
        }
    }

    /// Removes documents of the quarantine for good.
    public func discard(_ documents: [QuarantinedDocument]) async throws {
        try await writing { try await $0.discard(documents) }
    }
}
