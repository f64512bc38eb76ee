import Foundation

extension Pipeline {
    /// Stores a document of the quarantine after all.
    ///
    /// It goes the way of every document: flushed, recorded with a pending publication, named. A stored version is
    /// kept as an earlier one.
    ///
    /// - Parameters:
    ///   - entry: what the library says of it.
    ///   - title: the item's title, for the record.
    /// - Returns: the stored document.
    /// - Throws: `PipelineError`; with `.notFound` where its file is gone, with `.incomplete` where only a beginning
    ///   of the document came.
    public func accept(_ entry: QuarantinedDocument, title: String) async throws(PipelineError)
        -> StoredDocument
    {
        do throws(StoreError) {
            guard entry.isWhole else {
                throw StoreError(
                    .incomplete, subject: entry.name,
                    reason: "only its first \(ByteCount(entry.digest.size)) came: \(entry.reason)",
                    remedy: "Let it be fetched whole, or discard it")
            }
            let staged = try await store.release(quarantined: entry.token)
            let stored = try await library.memory(of: entry.key.catalog).items[entry.key]?.document
            let names = try await library.names().filter { $0.key != entry.key }
            var allocator = NameAllocator(
                template: downloads.nameTemplate, isPortable: downloads.hasPortableNames, recorded: names)
            let arrival = Committer.Arrival(
                event: ItemEvent(key: entry.key, title: title, url: entry.origin.url),
                received: .staged(staged),
                representation: ItemTransfer.Representation(
                    origin: entry.origin, mediaType: entry.mediaType),
                name: stored?.name ?? allocator.allocate(entry.name, for: entry.key), date: context.now(),
                stored: stored, isMissing: false,
                attempt: Attempt(
                    key: entry.key, date: context.now(), action: .keep, outcome: .stored, status: nil,
                    bytes: 0, url: entry.origin.url, reason: "accepted from the quarantine"))
            let verdict = Locked<Committer.Verdict?>(nil)
            let fallback = Locked(allocator)
            let work = CommitWork(
                store: store, library: library, onVerdict: { _, result in verdict.withLock { $0 = result } },
                alternativeName: { name, key, attempt in
                    fallback.withLock { $0.alternative(to: name, key: key, attempt: attempt) }
                })
            let pending = try await work.commit([arrival], changes: [.released(entry.key)], settling: [])
            try await work.settle(pending)
            switch verdict.value {
            case .stored(let document): return document
            case .unchanged:
                if let stored { return stored }
                throw StoreError(.system, subject: entry.name, reason: "the document was not recorded")
            case .failed(let reason): throw StoreError(.nameTaken, subject: entry.name, reason: reason)
            case nil: throw StoreError(.system, subject: entry.name, reason: "the document was not stored")
            }
        } catch {
            throw .library(error)
        }
    }

    /// Removes documents of the quarantine for good.
    public func discard(_ entries: [QuarantinedDocument]) async throws(PipelineError) {
        do throws(StoreError) {
            try await store.discard(quarantined: entries.map(\.token))
            try await library.commit(entries.map { .released($0.key) })
        } catch {
            throw .library(error)
        }
    }
}
