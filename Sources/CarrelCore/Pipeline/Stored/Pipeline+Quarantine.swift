import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

extension Pipeline {
    /// Stores a document of the quarantine after all.
    ///
    /// Like every document it is flushed, recorded with a pending publication, and then named. Until then it stays in
    /// the quarantine and on its list. A stored version is kept as an earlier one.
    ///
    /// - Parameters:
    ///   - entry: its record.
    ///   - title: the item's title, for the record.
    /// - Throws: `PipelineError`, with `.notFound` if its file is gone, `.incomplete` if only its beginning came, and
    ///   `.beingFetched` while the item is being fetched.
    public func accept(_ entry: QuarantinedDocument, title: String) async throws(PipelineError)
        -> StoredDocument
    {
        try await asPipelineError { () async throws(StoreError) in
            guard entry.isWhole else {
                throw StoreError(
                    .incomplete, subject: entry.name,
                    reason: "only its first \(ByteCount(entry.digest.size)) came: \(entry.reason)",
                    remedy: "Discard it, or raise download.max-size and sync again")
            }
            guard let key = entry.key else {
                throw StoreError(
                    .notFound, subject: entry.name, reason: "the records do not say which item it belongs to",
                    remedy: "Copy the file that carrel quarantine list names, or discard it")
            }
            return try await runs.claiming(key, title: title, runParts) { () async throws(StoreError) in
                try await accept(entry, title: title, of: key)
            }
        }
    }

    private func accept(
        _ entry: QuarantinedDocument, title: String, of key: ItemKey
    ) async throws(StoreError) -> StoredDocument {
        guard let quarantine = store.quarantine else {
            throw StoreError(
                .notFound, subject: entry.name, reason: "this library's store has no quarantine",
                remedy: "Discard it, and fetch it again with carrel get")
        }
        let stored = try await library.document(of: key)
        let names = try await library.names(meeting: [entry.name]).names.filter { $0.key != key }
        let document = LoneDocument(
            staged: try await staged(entry, in: quarantine), key: key, title: title,
            name: entry.name, origin: entry.origin, mediaType: entry.mediaType, stored: stored,
            remark: "accepted from the quarantine")
        // Noted, so that the same promise does not have it fetched and set aside again.
        let ending = try await commit(
            document, beside: names,
            completing: [
                .released(token: entry.token), .restored(key, over: nil), .accepted(key, promise: nil),
            ])
        if case .failed(let reason, _) = ending {
            throw StoreError(.nameTaken, subject: entry.name, reason: reason)
        }
        let accepted: StoredDocument? =
            switch ending {
            case .stored(let document): document
            case .unchanged: stored
            default: nil
            }
        guard let accepted else {
            throw StoreError(.system, subject: entry.name, reason: "the document was not recorded")
        }
        // If its name holds the same bytes already, they are still in the quarantine.
        try await quarantine.discard(quarantined: [entry.token])
        return accepted
    }

    private func staged(
        _ entry: QuarantinedDocument, in quarantine: any Quarantine
    ) async throws(StoreError) -> StagedDocument {
        do throws(StoreError) {
            return try await quarantine.staged(quarantined: entry.token)
        } catch {
            guard error.code == .notFound else { throw error }
            // Somebody removed its file, unless it is off the list, too.
            let isListed = try await library.quarantinedDocuments().contains { $0.token == entry.token }
            guard !isListed else { throw error }
            throw Self.settled(entry)
        }
    }

    /// The error for a document that is set aside no longer.
    private static func settled(_ entry: QuarantinedDocument) -> StoreError {
        StoreError(
            .notFound, subject: entry.name, reason: "somebody accepted or discarded it meanwhile",
            remedy: "Look at what is set aside now")
    }

    /// Removes documents of the quarantine for good, and remembers their digests and origins.
    ///
    /// What the store does not remove is listed still, so that it can be discarded again.
    ///
    /// - Parameter documents: the documents; those that somebody accepted or discarded meanwhile are left as they are.
    /// - Throws: `PipelineError`, with `.notFound` if all of them are, and one belonged to an item.
    public func discard(_ documents: [QuarantinedDocument]) async throws(PipelineError) {
        try await asPipelineError { () async throws(StoreError) in
            let listed = Set(try await library.quarantinedDocuments().map(\.token))
            let entries = documents.filter { listed.contains($0.token) }
            // A stray, which nobody can accept, is gone as wanted.
            if entries.isEmpty, let first = documents.first(where: { $0.key != nil }) {
                throw Self.settled(first)
            }
            // Recorded first: what was removed without a record would be fetched and set aside again. The content of a
            // document that was changed on disk did not come from a server.
            try await library.commit(
                entries.map { $0.wasStored ? .released(token: $0.token) : .discarded($0) })
            do throws(StoreError) {
                try await store.quarantine?.discard(quarantined: entries.map(\.token))
            } catch {
                // What is gone all the same is taken off the list by the next recovery.
                try? await library.commit(entries.map { .quarantined($0, nil) })
                throw error
            }
        }
    }

    /// The files in the quarantine without a record: a killed process of an earlier version left them, or somebody put
    /// them there.
    func unlistedInQuarantine() async throws(StoreError) -> [String] {
        let names = try await store.quarantine?.quarantinedNames() ?? []
        guard !names.isEmpty else { return [] }
        // Read after the names, because another process records a document before it puts it there.
        let listed = Set(try await library.quarantinedDocuments().map(\.token))
        return names.filter { !listed.contains($0) }
    }

    /// Records a file of the quarantine that has no record, so that it can be accepted or discarded.
    ///
    /// - Parameter token: its name in the quarantine.
    func adopt(unlisted token: String) async throws(StoreError) {
        guard let quarantine = store.quarantine else { return }
        let name = DocumentName.removingSuffix(from: token)
        let digest = try await quarantine.staged(quarantined: token).digest
        var document = QuarantinedDocument(
            key: try await library.names(meeting: [name]).names.first { $0.value == name }?.key, token: token,
            name: name,
            reason: "found in the quarantine without a record", digest: digest, mediaType: nil,
            origin: DocumentOrigin(url: "", validators: Validators()), date: context.now())
        document.wasStored = true
        try await library.commit([.quarantined(document, nil)])
    }
}
