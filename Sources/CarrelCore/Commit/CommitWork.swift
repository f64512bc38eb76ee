import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// Commits one group: stage, flush, record, publish.
struct CommitWork: Sendable {
    let store: any Store
    let library: any Library
    let now: @Sendable () -> Date
    /// The documents of the assignment with a number.
    let assignment: @Sendable (Int) -> (any AssignedDocuments)?
    /// Gets the concluded receipts, in order.
    let conclude: @Sendable ([Receipt]) -> Void

    /// Commits a group.
    ///
    /// - Parameters:
    ///   - receipts: the receipts with documents.
    ///   - earlier: what ended before them without a document, perhaps tries of the same items; it is recorded first.
    ///   - changes: what is recorded after them, perhaps of the same documents.
    ///   - pending: the publications of the previous group, whose names this group's flush makes durable.
    /// - Returns: the publications to settle with the next group.
    /// - Throws: `StoreError` if the library can no longer be written to; even then, every receipt is concluded.
    func commit(
        _ receipts: [Receipt], after earlier: CommitRecords = CommitRecords(),
        recording changes: [LibraryChange] = [], settling pending: [Publication]
    ) async throws(StoreError) -> [Publication] {
        let (first, repeated) = parted(receipts)
        guard repeated.isEmpty else {
            let published: [Publication]
            do throws(StoreError) {
                published = try await commit(first, after: earlier, settling: pending)
            } catch {
                await refuse(repeated, because: error)
                throw error
            }
            return try await commit(repeated, recording: changes, settling: published)
        }
        var later = CommitRecords(changes: changes)
        let (staged, failure) = await stage(receipts, &later)
        let (group, left): ([NamedReceipt], [String])
        do throws(StoreError) {
            try await store.flush(staged.map(\.document))
            (group, left) = try await record(staged, between: earlier, later, settling: pending, at: now())
        } catch {
            await refuse(staged.map(\.receipt), because: error)
            throw error
        }
        let publications = group.map(\.publication)
        let refused: [RefusedPublication]
        do throws(StoreError) {
            // Nobody else can have the names now.
            try await store.partVersions(from: left)
            refused = try await store.publish(publications)
        } catch {
            // What is recorded is stored: the next start gives it its name.
            conclude(group.map(\.concluded))
            throw error
        }
        try await conclude(group, refused: refused)
        if let failure { throw failure }
        return publications
    }

    /// Records documents under their names; again under others if another machine was faster to take one.
    ///
    /// - Returns: the documents, and those of their names under which others left versions.
    private func record(
        _ staged: [StagedReceipt], between earlier: CommitRecords, _ later: CommitRecords,
        settling pending: [Publication], at date: Date
    ) async throws(StoreError) -> (group: [NamedReceipt], versionsLeft: [String]) {
        var attempts = 0
        while true {
            let named = try await named(staged)
            let left = try await namesWithVersionsLeft(among: named)
            let group = named.map { NamedReceipt($0, at: date) }
            do throws(StoreError) {
                try await record(group, between: earlier, later, settling: pending)
            } catch {
                attempts += 1
                let isShared = staged.contains { assignment($0.receipt.job.assignment)?.lease != nil }
                guard error.code == .nameTaken, isShared, attempts < Self.mostAttempts else { throw error }
                continue
            }
            return (group, left)
        }
    }

    /// How often names are looked up that other machines take at the same moment.
    private static let mostAttempts = 10

    private func record(
        _ group: [NamedReceipt], between earlier: CommitRecords, _ later: CommitRecords,
        settling pending: [Publication]
    ) async throws(StoreError) {
        var records = earlier.changes
        records.reserveCapacity(records.count + 2 * group.count + later.changes.count)
        for named in group { named.addRecords(to: &records) }
        records += later.changes
        let tickets = earlier.tickets + group.compactMap(ticket) + later.tickets
        let lost = try await library.commit(records, settling: pending, ending: tickets)
        guard !lost.isEmpty else { return }
        for named in group { await store.discard(named.staged.document) }
        throw Self.lost
    }

    /// Another worker has the jobs by now.
    private static let lost = StoreError(
        .cancelled, subject: "a lease", reason: "it has ended, and another worker does its jobs")

    /// What takes a job out of the shared queue; `nil` for a job of this process alone.
    func ticket(_ receipt: Receipt) -> JobTicket? {
        assignment(receipt.job.assignment)?.lease.map { JobTicket(lease: $0, receipt: receipt) }
    }

    /// What takes the job of a staged document out of the shared queue: only there does its end go with the record.
    private func ticket(_ named: NamedReceipt) -> JobTicket? {
        assignment(named.staged.receipt.job.assignment)?.lease.map {
            JobTicket(lease: $0, receipt: named.concluded)
        }
    }

    /// Concludes receipts that cannot be committed, and leaves what came whole to the next run.
    func refuse(_ receipts: [Receipt], because error: StoreError) async {
        // Where the disk itself fails, nobody knows what is on it.
        if error.code == .unreachable || error.code == .cancelled {
            for receipt in receipts { await leave(receipt) }
        }
        conclude(receipts.map { $0.ending(Receipt.Ending(error)) })
    }

    private func leave(_ receipt: Receipt) async {
        guard let partials = store.partials, receipt.aside == nil, let response = receipt.response,
            let note = response.note,
            note.allowsResuming, case .staged(let document) = response.body
        else { return }
        // What cannot be left is fetched again.
        try? await partials.leave(document, of: receipt.job.key, note)
    }

    /// Settles the last publications of a run, and records changes that hold only once they are done.
    func settle(_ pending: [Publication], recording changes: [LibraryChange] = []) async throws(StoreError) {
        try await store.flush([])
        try await library.commit(changes, settling: pending)
    }

    // MARK: The end

    /// Whether another worker has recorded another document since, because this one was thought dead.
    private func isReplaced(_ staged: StagedReceipt) async throws(StoreError) -> Bool {
        guard assignment(staged.receipt.job.assignment)?.lease != nil, staged.aside == nil else {
            return false
        }
        return try await library.document(of: staged.key)?.sha256 != staged.document.digest.sha256
    }

    private func conclude(
        _ group: [NamedReceipt], refused: [RefusedPublication]
    ) async throws(StoreError) {
        var failure: StoreError?
        var concluded: [Receipt] = []
        concluded.reserveCapacity(group.count)
        let refusals = Dictionary(refused.map { ($0.publication, $0) }) { first, _ in first }
        for named in group {
            let staged = named.staged
            guard !refusals.isEmpty, let refusal = refusals[named.publication] else {
                concluded.append(named.concluded)
                continue
            }
            let changes = refusal.corrections(of: staged.key, before: staged.stored)
            // Whatever fails for one, each of the group is concluded.
            do {
                if try await isReplaced(staged) {
                    concluded.append(staged.remarked.ending(.parked()))
                    continue
                }
                // Settled in the same transaction: otherwise the next start would publish it after all.
                try await library.commit(changes, settling: [named.publication])
                // What is in its way may be there for long, and every run would fetch it.
                await leave(staged.receipt)
            } catch {
                failure = failure ?? error
            }
            concluded.append(staged.remarked.ending(.failed(reason: refusal.reason)))
        }
        conclude(concluded)
        if let failure { throw failure }
    }
}
