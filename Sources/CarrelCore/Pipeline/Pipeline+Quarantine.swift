import Foundation

extension Pipeline {
    /// Stores a document of the quarantine after all.
    ///
    /// It goes the way of every document: flushed, recorded with a pending publication, named. Until it has its name it
    /// stays in the quarantine, and on its list. A stored version is kept as an earlier one.
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
            guard let key = entry.key else {
                throw StoreError(
                    .notFound, subject: entry.name, reason: "nothing says which item it came for",
                    remedy: "Copy it out of .carrel/quarantine, or discard it")
            }
            let staged = try await store.staged(quarantined: entry.token)
            let stored = try await library.document(of: key)
            let names = try await library.names().filter { $0.key != key }
            var allocator = NameAllocator(
                template: downloads.nameTemplate, isPortable: downloads.hasPortableNames, recorded: names)
            let arrival = Committer.Arrival(
                event: ItemEvent(key: key, title: title, url: entry.origin.url),
                received: .staged(staged),
                representation: ItemTransfer.Representation(
                    origin: entry.origin, mediaType: entry.mediaType),
                name: stored?.name ?? allocator.allocate(entry.name, for: key), date: context.now(),
                stored: stored, isMissing: false,
                attempt: Attempt(
                    key: key, date: context.now(), action: .keep, outcome: .stored, status: nil,
                    bytes: 0, url: entry.origin.url, reason: "accepted from the quarantine"))
            let verdict = Locked<Committer.Verdict?>(nil)
            let fallback = Locked(allocator)
            let work = CommitWork(
                store: store, library: library, onVerdict: { _, result in verdict.withLock { $0 = result } },
                alternativeName: { name, key, attempt in
                    fallback.withLock { $0.alternative(to: name, key: key, attempt: attempt) }
                })
            let pending = try await work.commit([arrival], changes: [], settling: [])
            guard case .failed(let reason) = verdict.value else {
                try await work.settle(pending, recording: [.released(token: entry.token)])
                // Where the same bytes were stored already, they are still in the quarantine.
                try await store.discard(quarantined: [entry.token])
                return try accepted(verdict.value, instead: stored, entry)
            }
            try await work.settle(pending)
            throw StoreError(.nameTaken, subject: entry.name, reason: reason)
        } catch {
            throw .library(error)
        }
    }

    private func accepted(
        _ verdict: Committer.Verdict?, instead stored: StoredDocument?, _ entry: QuarantinedDocument
    ) throws(StoreError) -> StoredDocument {
        if case .stored(let document) = verdict { return document }
        if case .unchanged = verdict, let stored { return stored }
        throw StoreError(.system, subject: entry.name, reason: "the document was not recorded")
    }

    /// Removes documents of the quarantine for good.
    public func discard(_ entries: [QuarantinedDocument]) async throws(PipelineError) {
        do throws(StoreError) {
            try await store.discard(quarantined: entries.map(\.token))
            try await library.commit(entries.map { .released(token: $0.token) })
        } catch {
            throw .library(error)
        }
    }

    /// The files in the quarantine that no record names: what a killed process of an earlier version left, or somebody
    /// put there.
    func unlistedInQuarantine() async throws(StoreError) -> [String] {
        let names = try await store.quarantinedNames()
        guard !names.isEmpty else { return [] }
        // Read after the names: what another process puts there is recorded before.
        let listed = Set(try await library.quarantinedDocuments().map(\.token))
        return names.filter { !listed.contains($0) }
    }

    /// Lists a file of the quarantine that no record names, so that it can be accepted or discarded.
    ///
    /// - Parameter token: its name in the quarantine.
    /// - Throws: `StoreError`.
    func adopt(unlisted token: String) async throws(StoreError) {
        let name = DocumentName.removingSuffix(from: token)
        let digest = try await store.staged(quarantined: token).digest
        var document = QuarantinedDocument(
            key: try await library.names().first { $0.value == name }?.key, token: token, name: name,
            reason: "found in the quarantine without a record", digest: digest, mediaType: nil,
            origin: DocumentOrigin(url: "", validators: Validators()), date: context.now())
        document.wasStored = true
        try await library.commit([.quarantined(document, nil)])
    }
}
