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
    /// Learns what became of receipts, in order.
    let conclude: @Sendable ([Receipt]) -> Void

    /// Commits a group.
    ///
    /// - Parameters:
    ///   - receipts: of what has come.
    ///   - changes: what is recorded beside them.
    ///   - pending: the publications of the group before, whose names this group's flush makes durable.
    /// - Returns: the publications to be settled with the next group.
    /// - Throws: `StoreError` where the library cannot be written to any further; every receipt is concluded then, too.
    func commit(
        _ receipts: [Receipt], changes: [LibraryChange], settling pending: [Publication]
    ) async throws(StoreError) -> [Publication] {
        var changes = changes
        let (staged, failure) = await stage(receipts, changes: &changes)
        let group: [(staged: StagedReceipt, publication: Publication)]
        let refused: [RefusedPublication]
        let date = now()
        do {
            try await store.flush(staged.map(\.document))
            group = try await named(staged).map { ($0, $0.publication) }
            var records: [LibraryChange] = []
            for (staged, publication) in group { staged.addRecords(publication, at: date, to: &records) }
            // What is said beside may be about a document that is recorded here.
            records += changes
            try await library.commit(records, settling: pending)
            refused = try await store.publish(group.map(\.publication))
        } catch {
            refuse(staged.map(\.receipt), because: error)
            throw error
        }
        try await conclude(group, refused: refused, at: date)
        if let failure { throw failure }
        return group.map(\.publication)
    }

    /// Concludes receipts that are not committed.
    func refuse(_ receipts: [Receipt], because error: StoreError) {
        conclude(receipts.map { $0.ending(error.endsRun ? .stopped(error) : .failed(reason: error.reason)) })
    }

    /// Settles the last publications of a run, and records what was only true once they were done.
    func settle(_ pending: [Publication], recording changes: [LibraryChange] = []) async throws(StoreError) {
        try await store.flush([])
        try await library.commit(changes, settling: pending)
    }

    /// Stages what is in memory and sorts out what fails, or is stored already.
    private func stage(
        _ receipts: [Receipt], changes: inout [LibraryChange]
    ) async -> (staged: [StagedReceipt], failure: StoreError?) {
        var contents: [DocumentContent] = []
        for receipt in receipts {
            guard case .content(let bytes) = receipt.arrival?.body else { continue }
            contents.append(DocumentContent(key: receipt.job.key, bytes: bytes))
        }
        var results = await store.stage(contents).makeIterator()
        var staged: [StagedReceipt] = []
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
                    if error.endsRun {
                        failure = failure ?? error
                        refuse([receipt], because: error)
                    } else {
                        fail(receipt, reason: error.description, changes: &changes)
                    }
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
            let isKnown =
                aside == nil
                ? !isMissing && stored?.isCurrent(document.digest.sha256) == true
                : owner.discarded(receipt.job.key) == document.digest.sha256
            if isKnown {
                await keep(receipt, arrival, document, stored: stored, changes: &changes)
            } else {
                staged.append(
                    StagedReceipt(
                        receipt: receipt, arrival: arrival, aside: aside, document: document, stored: stored,
                        read: stored == nil ? owner.read(receipt.job.key) : nil,
                        name: owner.name(of: receipt.job, arrival.representation)))
            }
        }
        return (staged, failure)
    }

    private func fail(_ receipt: Receipt, reason: String, changes: inout [LibraryChange]) {
        let hasStored = assignment(receipt.job.assignment)?.recorded(receipt.job.key).document != nil
        let failed = receipt.ending(.failed(reason: reason, updateAvailable: hasStored))
        changes += failed.changes
        conclude([failed])
    }

    /// Keeps the stored document where the server sent the same bytes again, or has nothing but what was thrown away.
    private func keep(
        _ receipt: Receipt, _ arrival: Receipt.Arrival, _ document: StagedDocument,
        stored: StoredDocument?, changes: inout [LibraryChange]
    ) async {
        await store.discard(document)
        var receipt = receipt
        if receipt.aside != nil { receipt.remark = "it is what was discarded before" }
        // The validators of what was thrown away say nothing of the document that is stored.
        let origin = receipt.aside == nil ? nil : stored?.origin
        let unchanged = receipt.ending(.unchanged(origin ?? arrival.representation.origin))
        changes += unchanged.changes
        conclude([unchanged])
    }

    // MARK: The end

    private func conclude(
        _ group: [(staged: StagedReceipt, publication: Publication)], refused: [RefusedPublication],
        at date: Date
    ) async throws(StoreError) {
        var failure: StoreError?
        var concluded: [Receipt] = []
        concluded.reserveCapacity(group.count)
        let refusals = Dictionary(refused.map { ($0.publication, $0) }) { first, _ in first }
        for (staged, publication) in group {
            guard !refusals.isEmpty, let refusal = refusals[publication] else {
                concluded.append(staged.concluded(at: date))
                continue
            }
            let change = await store.change(after: refusal, of: staged.key)
            do {
                // Settled with its record: the next start must not publish what this record denies.
                try await library.commit([change], settling: [publication])
            } catch {
                failure = failure ?? error
            }
            concluded.append(staged.receipt.ending(.failed(reason: refusal.reason)))
        }
        conclude(concluded)
        if let failure { throw failure }
    }
}
