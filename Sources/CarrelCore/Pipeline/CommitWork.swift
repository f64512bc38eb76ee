import Foundation

/// Commits one group: stage, flush, record, publish.
struct CommitWork: Sendable {
    let store: any Store
    let library: any Library
    /// Learns what became of each arrival, in order.
    let onVerdict: @Sendable (Committer.Arrival, Committer.Verdict) -> Void
    /// Another name for an item whose wanted name something foreign holds.
    let alternativeName: @Sendable (_ name: String, ItemKey, _ attempt: Int) -> String

    /// An arrival whose bytes are beside their place.
    private struct Staged {
        var arrival: Committer.Arrival
        var document: StagedDocument
        var name: String
    }

    /// Commits a group.
    ///
    /// - Parameters:
    ///   - arrivals: the documents.
    ///   - changes: what is recorded beside them.
    ///   - pending: the publications of the group before, whose names this group's flush makes durable.
    /// - Returns: the publications to be settled with the next group.
    /// - Throws: `StoreError` where the library can take no more; every arrival has its verdict then, too.
    func commit(
        _ arrivals: [Committer.Arrival], changes: [LibraryChange], settling pending: [Publication]
    ) async throws(StoreError) -> [Publication] {
        var changes = changes
        let (staged, failure) = await stage(arrivals, changes: &changes)
        let group: [(staged: Staged, publication: Publication)]
        let refused: Set<Publication>
        do {
            try await store.flush(staged.map(\.document))
            group = try await named(staged).map { ($0, Self.publication(of: $0)) }
            let records = group.flatMap { Self.records($0.staged, $0.publication) }
            try await library.commit(records + changes, settling: pending)
            refused = Set(try await store.publish(group.map(\.publication)))
        } catch {
            refuse(staged.map(\.arrival), reason: error.reason)
            throw error
        }
        try await conclude(group, refused: refused)
        if let failure { throw failure }
        return group.map(\.publication)
    }

    /// Gives arrivals that are not committed their verdict.
    func refuse(_ arrivals: [Committer.Arrival], reason: String) {
        for arrival in arrivals { onVerdict(arrival, .failed(reason: reason)) }
    }

    /// Settles the last publications of a run.
    func settle(_ pending: [Publication]) async throws(StoreError) {
        try await store.flush([])
        try await library.commit([], settling: pending)
    }

    /// Stages what is in memory and sorts out what fails, or is stored already.
    private func stage(
        _ arrivals: [Committer.Arrival], changes: inout [LibraryChange]
    ) async -> (staged: [Staged], failure: StoreError?) {
        var contents: [DocumentContent] = []
        for arrival in arrivals {
            guard case .content(let bytes) = arrival.received else { continue }
            contents.append(DocumentContent(key: arrival.event.key, bytes: bytes))
        }
        var results = await store.stage(contents).makeIterator()
        var staged: [Staged] = []
        var failure: StoreError?
        for arrival in arrivals {
            let document: StagedDocument
            switch arrival.received {
            case .staged(let staged): document = staged
            case .content:
                switch results.next() {
                case .success(let staged): document = staged
                case .failure(let error):
                    if error.endsRun { failure = failure ?? error }
                    fail(arrival, reason: error.description, changes: &changes)
                    continue
                case nil:
                    fail(arrival, reason: "the store took no document", changes: &changes)
                    continue
                }
            }
            if !arrival.isMissing, arrival.stored?.sha256 == document.digest.sha256 {
                await keep(arrival, document, changes: &changes)
            } else {
                staged.append(Staged(arrival: arrival, document: document, name: arrival.name))
            }
        }
        return (staged, failure)
    }

    private func fail(_ arrival: Committer.Arrival, reason: String, changes: inout [LibraryChange]) {
        var attempt = arrival.attempt
        (attempt.outcome, attempt.reason) = (.failed, reason)
        changes.append(.attempt(attempt, updateAvailable: arrival.stored != nil))
        onVerdict(arrival, .failed(reason: reason))
    }

    /// Keeps the stored document where the server sent the same bytes again.
    private func keep(
        _ arrival: Committer.Arrival, _ document: StagedDocument, changes: inout [LibraryChange]
    ) async {
        await store.discard(document)
        var attempt = arrival.attempt
        attempt.outcome = .unchanged
        changes.append(.confirmed(arrival.event.key, arrival.representation.origin))
        changes.append(.attempt(attempt, updateAvailable: false))
        onVerdict(arrival, .unchanged)
    }

    // MARK: Names

    /// Moves new documents to other names where something that Carrel does not know holds theirs.
    private func named(_ group: [Staged]) async throws(StoreError) -> [Staged] {
        let wanted = group.filter { $0.arrival.stored?.name != $0.name }.map(\.name)
        guard !wanted.isEmpty else { return group }
        let held = try await store.held(of: wanted)
        guard !held.isEmpty else { return group }
        var named: [Staged] = []
        for staged in group { named.append(held.contains(staged.name) ? try await moved(staged) : staged) }
        return named
    }

    private func moved(_ staged: Staged) async throws(StoreError) -> Staged {
        var moved = staged
        for attempt in 0..<1000 {
            if try await isFree(moved) { return moved }
            moved.name = alternativeName(staged.name, staged.arrival.event.key, attempt)
        }
        return moved
    }

    private func isFree(_ staged: Staged) async throws(StoreError) -> Bool {
        let name = staged.name
        if staged.arrival.stored?.name == name { return true }
        guard !(try await store.held(of: [name]).isEmpty) else { return true }
        // The same content, as after the loss of the database, is taken for the document.
        guard try await store.entry(named: name)?.size == staged.document.digest.size else { return false }
        return try await store.digest(ofDocumentNamed: name) == staged.document.digest
    }

    // MARK: Records

    private static func publication(of staged: Staged) -> Publication {
        Publication(
            document: staged.document, name: staged.name,
            replaces: staged.arrival.stored.map { ContentDigest(size: $0.size, sha256: $0.sha256) })
    }

    private static func document(_ staged: Staged) -> StoredDocument {
        let representation = staged.arrival.representation
        let origin = representation.origin
        var document = StoredDocument(
            name: staged.name, size: staged.document.digest.size, sha256: staged.document.digest.sha256,
            mediaType: representation.mediaType, validators: origin.validators, url: origin.url,
            storedAt: staged.arrival.date)
        document.requestedURL = origin.requestedURL
        return document
    }

    private static func records(_ staged: Staged, _ publication: Publication) -> [LibraryChange] {
        let event = staged.arrival.event
        return [
            .stored(event.key, title: event.title, document(staged), publication),
            .attempt(staged.arrival.attempt, updateAvailable: false),
        ]
    }

    private func conclude(
        _ group: [(staged: Staged, publication: Publication)], refused: Set<Publication>
    ) async throws(StoreError) {
        for (staged, publication) in group {
            guard !refused.isEmpty, refused.contains(publication) else {
                onVerdict(staged.arrival, .stored(Self.document(staged)))
                continue
            }
            let reason = "something else took the name \(publication.name)"
            try await library.commit([.lost(staged.arrival.event.key, reason: reason)], settling: [])
            onVerdict(staged.arrival, .failed(reason: reason))
        }
    }
}
