import Foundation

/// Commits one group: stage, flush, record, publish.
struct CommitWork: Sendable {
    let store: any Store
    let library: any Library
    /// Learns what became of each arrival, in order.
    let onVerdict: @Sendable (Committer.Arrival, Committer.Verdict) -> Void
    /// Another name for an item whose wanted name something foreign holds.
    let alternativeName: @Sendable (_ name: String, ItemKey, _ attempt: Int) -> String
    /// Other names that an item may have had, the likeliest first: which of several got the name that all of them
    /// want is a matter of which came first.
    var formerNames: @Sendable (_ name: String, ItemKey) -> [String] = { _, _ in [] }
    /// Has an item own a name instead of another one, unless some other item does.
    var claims: @Sendable (_ name: String, _ instead: String, ItemKey) -> Bool = { _, _, _ in false }

    /// An arrival whose bytes are beside their place.
    private struct Staged {
        var arrival: Committer.Arrival
        var document: StagedDocument
        var name: String

        /// Where it goes: to its name, or to a new one in the quarantine.
        var publication: Publication {
            if arrival.aside != nil {
                let token = QuarantinedDocument.newToken(for: name)
                return Publication(document: document, in: .quarantine, name: token)
            }
            return Publication(
                document: document, name: name,
                replaces: arrival.stored?.digest)
        }
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
        let refused: [RefusedPublication]
        do {
            try await store.flush(staged.map(\.document))
            group = try await named(staged).map { ($0, $0.publication) }
            let records = group.flatMap { Self.records($0.staged, $0.publication) }
            try await library.commit(records + changes, settling: pending)
            refused = try await store.publish(group.map(\.publication))
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

    /// Settles the last publications of a run, and records what was only true once they were done.
    func settle(_ pending: [Publication], recording changes: [LibraryChange] = []) async throws(StoreError) {
        try await store.flush([])
        try await library.commit(changes, settling: pending)
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
            if arrival.aside == nil, !arrival.isMissing, arrival.stored?.sha256 == document.digest.sha256 {
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
        let new = group.filter { $0.arrival.aside == nil && $0.arrival.stored?.name != $0.name }
        guard !new.isEmpty else { return group }
        let wanted = new.map(\.name) + new.flatMap { formerNames($0.name, $0.arrival.event.key) }
        let held = try await store.held(of: wanted)
        guard !held.isEmpty else { return group }
        var named: [Staged] = []
        for staged in group {
            guard staged.arrival.aside == nil, staged.arrival.stored?.name != staged.name else {
                named.append(staged)
                continue
            }
            if let found = await found(staged, among: held) {
                named.append(found)
            } else {
                named.append(held.contains(staged.name) ? try await moved(staged) : staged)
            }
        }
        return named
    }

    /// The document under a name that it had before the records were lost, where its content is there.
    private func found(_ staged: Staged, among held: Set<String>) async -> Staged? {
        let key = staged.arrival.event.key
        guard staged.arrival.stored == nil else { return nil }
        for name in formerNames(staged.name, key) where held.contains(name) {
            var found = staged
            found.name = name
            if await hasContent(found), claims(name, staged.name, key) { return found }
        }
        return nil
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
        return await hasContent(staged)
    }

    /// Whether a document's content is what stands under its name; what cannot be read is somebody else's.
    private func hasContent(_ staged: Staged) async -> Bool {
        do {
            guard try await store.entry(named: staged.name)?.size == staged.document.digest.size else {
                return false
            }
            return try await store.digest(ofDocumentNamed: staged.name) == staged.document.digest
        } catch {
            return false
        }
    }

    // MARK: Records

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
        let arrival = staged.arrival
        let event = arrival.event
        let isAside = arrival.aside != nil
        return [
            isAside
                ? .quarantined(quarantined(staged, publication.name), publication)
                : .stored(event.key, title: event.title, document(staged), publication),
            .attempt(arrival.attempt, updateAvailable: false),
        ]
    }

    private static func quarantined(_ staged: Staged, _ token: String) -> QuarantinedDocument {
        let (arrival, representation) = (staged.arrival, staged.arrival.representation)
        return QuarantinedDocument(
            key: arrival.event.key, token: token, name: staged.name, reason: arrival.aside?.reason ?? "",
            digest: staged.document.digest, mediaType: representation.mediaType,
            origin: representation.origin, date: arrival.date, isWhole: arrival.aside?.isWhole ?? true)
    }

    private func conclude(
        _ group: [(staged: Staged, publication: Publication)], refused: [RefusedPublication]
    ) async throws(StoreError) {
        let refusals = Dictionary(refused.map { ($0.publication, $0) }) { first, _ in first }
        for (staged, publication) in group {
            guard !refusals.isEmpty, let refusal = refusals[publication] else {
                onVerdict(
                    staged.arrival,
                    staged.arrival.aside.map { .setAside(reason: $0.reason) }
                        ?? .stored(Self.document(staged)))
                continue
            }
            let change = await store.change(after: refusal, of: staged.arrival.event.key)
            // Settled with its record: the next start must not publish what this record denies.
            try await library.commit([change], settling: [publication])
            onVerdict(staged.arrival, .failed(reason: refusal.reason))
        }
    }
}

extension Store {
    /// What is recorded where a publication that was recorded before could not be done.
    func change(after refusal: RefusedPublication, of key: ItemKey) async -> LibraryChange {
        let publication = refusal.publication
        if publication.area == .quarantine { return .released(token: publication.name) }
        if let before = publication.replaces, await holds(before, under: publication.name) {
            return .kept(key, before, reason: refusal.reason)
        }
        return .lost(key, reason: refusal.reason)
    }

    /// Whether a name still holds a document.
    ///
    /// What cannot be read now is no lost document: its size speaks for it.
    private func holds(_ digest: ContentDigest, under name: String) async -> Bool {
        do throws(StoreError) {
            return try await self.digest(ofDocumentNamed: name) == digest
        } catch {
            let entry = try? await entry(named: name)
            return entry?.size == digest.size
        }
    }
}
