import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// Commits one group: stage, flush, record, publish.
struct CommitWork: Sendable {
    let store: any Store
    let library: any Library
    let now: @Sendable () -> Date
    /// What a run knows of the documents of an assignment.
    let assignment: @Sendable (Int) -> (any AssignedDocuments)?
    /// Learns what became of each receipt, in order.
    let conclude: @Sendable (Receipt) -> Void

    /// A receipt whose bytes are beside their place.
    private struct Staged {
        var receipt: Receipt
        var arrival: Receipt.Arrival
        var aside: (reason: String, isWhole: Bool)?
        var document: StagedDocument
        /// The stored version, if there is one; its file may be missing.
        var stored: StoredDocument?
        var name: String

        var key: ItemKey { receipt.job.key }

        /// Where it goes: to its name, or to a new one in the quarantine.
        var publication: Publication {
            if aside != nil {
                let token = QuarantinedDocument.newToken(for: name)
                return Publication(document: document, in: .quarantine, name: token)
            }
            return Publication(document: document, name: name, replaces: stored?.digest)
        }
    }

    /// Commits a group.
    ///
    /// - Parameters:
    ///   - receipts: of what has come.
    ///   - changes: what is recorded beside them.
    ///   - pending: the publications of the group before, whose names this group's flush makes durable.
    /// - Returns: the publications to be settled with the next group.
    /// - Throws: `StoreError` where the library can take no more; every receipt is concluded then, too.
    func commit(
        _ receipts: [Receipt], changes: [LibraryChange], settling pending: [Publication]
    ) async throws(StoreError) -> [Publication] {
        var changes = changes
        let (staged, failure) = await stage(receipts, changes: &changes)
        let group: [(staged: Staged, publication: Publication)]
        let refused: [RefusedPublication]
        let date = now()
        do {
            try await store.flush(staged.map(\.document))
            group = try await named(staged).map { ($0, $0.publication) }
            let records = group.flatMap { Self.records($0.staged, $0.publication, at: date) }
            try await library.commit(records + changes, settling: pending)
            refused = try await store.publish(group.map(\.publication))
        } catch {
            refuse(staged.map(\.receipt), reason: error.reason)
            throw error
        }
        try await conclude(group, refused: refused, at: date)
        if let failure { throw failure }
        return group.map(\.publication)
    }

    /// Concludes receipts that are not committed.
    func refuse(_ receipts: [Receipt], reason: String) {
        for receipt in receipts { conclude(receipt, .failed(reason: reason)) }
    }

    /// Settles the last publications of a run, and records what was only true once they were done.
    func settle(_ pending: [Publication], recording changes: [LibraryChange] = []) async throws(StoreError) {
        try await store.flush([])
        try await library.commit(changes, settling: pending)
    }

    private func conclude(_ receipt: Receipt, _ ending: Receipt.Ending) {
        conclude(receipt.ending(ending))
    }

    /// Stages what is in memory and sorts out what fails, or is stored already.
    private func stage(
        _ receipts: [Receipt], changes: inout [LibraryChange]
    ) async -> (staged: [Staged], failure: StoreError?) {
        var contents: [DocumentContent] = []
        for receipt in receipts {
            guard case .content(let bytes) = receipt.arrival?.body else { continue }
            contents.append(DocumentContent(key: receipt.job.key, bytes: bytes))
        }
        var results = await store.stage(contents).makeIterator()
        var staged: [Staged] = []
        staged.reserveCapacity(receipts.count)
        var failure: StoreError?
        for receipt in receipts {
            guard let arrival = receipt.arrival else { continue }
            let document: StagedDocument
            switch arrival.body {
            case .staged(let staged): document = staged
            case .content:
                switch results.next() {
                case .success(let staged): document = staged
                case .failure(let error):
                    if error.endsRun { failure = failure ?? error }
                    fail(receipt, reason: error.description, changes: &changes)
                    continue
                case nil:
                    fail(receipt, reason: "the store took no document", changes: &changes)
                    continue
                }
            }
            guard let owner = assignment(receipt.job.assignment) else { continue }
            let (stored, isMissing) = owner.recorded(receipt.job.key)
            let aside = receipt.aside
            if let aside, store.quarantine == nil {
                await store.discard(document)
                fail(receipt, reason: aside.reason, changes: &changes)
                continue
            }
            if aside == nil, !isMissing, stored?.sha256 == document.digest.sha256 {
                await keep(receipt, arrival, document, changes: &changes)
            } else {
                staged.append(
                    Staged(
                        receipt: receipt, arrival: arrival, aside: aside, document: document, stored: stored,
                        name: owner.name(of: receipt.job, arrival.representation)))
            }
        }
        return (staged, failure)
    }

    private func fail(_ receipt: Receipt, reason: String, changes: inout [LibraryChange]) {
        let hasStored = assignment(receipt.job.assignment)?.recorded(receipt.job.key).document != nil
        let failed = receipt.ending(.failed(reason: reason, updateAvailable: hasStored))
        changes += failed.changes
        conclude(receipt, failed.ending)
    }

    /// Keeps the stored document where the server sent the same bytes again.
    private func keep(
        _ receipt: Receipt, _ arrival: Receipt.Arrival, _ document: StagedDocument,
        changes: inout [LibraryChange]
    ) async {
        await store.discard(document)
        let unchanged = receipt.ending(.unchanged(arrival.representation.origin))
        changes += unchanged.changes
        conclude(receipt, unchanged.ending)
    }

    // MARK: Names

    /// Moves new documents to other names where something that Carrel does not know holds theirs.
    private func named(_ group: [Staged]) async throws(StoreError) -> [Staged] {
        let new = group.filter { $0.aside == nil && $0.stored?.name != $0.name }
        guard !new.isEmpty else { return group }
        let wanted = new.map(\.name) + new.flatMap { owner(of: $0)?.former($0.name, key: $0.key) ?? [] }
        let held = try await store.held(of: wanted)
        guard !held.isEmpty else { return group }
        var named: [Staged] = []
        for staged in group {
            guard staged.aside == nil, staged.stored?.name != staged.name else {
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
        guard staged.stored == nil, let owner = owner(of: staged) else { return nil }
        for name in owner.former(staged.name, key: staged.key) where held.contains(name) {
            var found = staged
            found.name = name
            if await hasContent(found), owner.claim(name, instead: staged.name, for: staged.key) {
                return found
            }
        }
        return nil
    }

    private func moved(_ staged: Staged) async throws(StoreError) -> Staged {
        var moved = staged
        for attempt in 0..<1000 {
            if try await isFree(moved) { return moved }
            guard let owner = owner(of: staged) else { break }
            moved.name = owner.alternative(to: staged.name, key: staged.key, attempt: attempt)
        }
        return moved
    }

    private func isFree(_ staged: Staged) async throws(StoreError) -> Bool {
        let name = staged.name
        if staged.stored?.name == name { return true }
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

    private static func document(_ staged: Staged, at date: Date) -> StoredDocument {
        let representation = staged.arrival.representation
        let origin = representation.origin
        var document = StoredDocument(
            name: staged.name, size: staged.document.digest.size, sha256: staged.document.digest.sha256,
            mediaType: representation.mediaType, validators: origin.validators, url: origin.url,
            storedAt: date)
        document.requestedURL = origin.requestedURL
        return document
    }

    private static func records(
        _ staged: Staged, _ publication: Publication, at date: Date
    ) -> [LibraryChange] {
        let receipt = staged.receipt
        if let aside = staged.aside {
            let representation = staged.arrival.representation
            let document = QuarantinedDocument(
                key: staged.key, token: publication.name, name: staged.name, reason: aside.reason,
                digest: staged.document.digest, mediaType: representation.mediaType,
                origin: representation.origin, date: date, isWhole: aside.isWhole)
            return [
                .quarantined(document, publication),
                .attempt(receipt.attempt(.quarantined), updateAvailable: false),
            ]
        }
        return [
            .stored(
                staged.key, title: receipt.job.title, document(staged, at: date), publication),
            .attempt(receipt.attempt(.stored), updateAvailable: false),
        ]
    }

    private func owner(of staged: Staged) -> (any AssignedDocuments)? {
        assignment(staged.receipt.job.assignment)
    }

    private func conclude(
        _ group: [(staged: Staged, publication: Publication)], refused: [RefusedPublication], at date: Date
    ) async throws(StoreError) {
        var failure: StoreError?
        let refusals = Dictionary(refused.map { ($0.publication, $0) }) { first, _ in first }
        for (staged, publication) in group {
            guard !refusals.isEmpty, let refusal = refusals[publication] else {
                conclude(
                    staged.receipt,
                    staged.aside == nil
                        ? .stored(Self.document(staged, at: date)) : staged.receipt.ending)
                continue
            }
            let change = await store.change(after: refusal, of: staged.key)
            do {
                // Settled with its record: the next start must not publish what this record denies.
                try await library.commit([change], settling: [publication])
            } catch {
                failure = failure ?? error
            }
            conclude(staged.receipt, .failed(reason: refusal.reason))
        }
        if let failure { throw failure }
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

/// What a run knows of the documents of one assignment.
protocol AssignedDocuments: AnyObject, Sendable {
    /// What is recorded as stored, whether its file is there or not.
    func recorded(_ key: ItemKey) -> (document: StoredDocument?, isMissing: Bool)

    /// The name that a document gets which has come.
    func name(of job: TransferJob, _ representation: Receipt.Representation) -> String

    /// Another name for an item whose wanted name something foreign holds.
    func alternative(to name: String, key: ItemKey, attempt: Int) -> String

    /// Other names that an item may have had, the likeliest first: which of several got the name that all of them
    /// want is a matter of which came first.
    func former(_ name: String, key: ItemKey) -> [String]

    /// Has an item own a name instead of another one, unless some other item does.
    func claim(_ name: String, instead other: String, for key: ItemKey) -> Bool
}

extension Receipt {
    /// What has come, if something has.
    var arrival: Arrival? {
        switch ending {
        case .staged(let arrival), .setAside(let arrival, _, _): arrival
        case .stored, .unchanged, .again, .failed, .parked, .stopped: nil
        }
    }

    /// Why what has come is not to be stored.
    fileprivate var aside: (reason: String, isWhole: Bool)? {
        guard case .setAside(_, let reason, let isWhole) = ending else { return nil }
        return (reason, isWhole)
    }
}
