import CarrelBasics
import CarrelStages
import Foundation

/// What a worker knows of itself and of the queue, from one call to the next.
struct WorkerState {
    /// What it has done.
    var report = WorkerReport()
    /// The most jobs of a lease: one after leases could not be carried out, so that no server is asked for many again and
    /// again.
    private(set) var mostJobs = Self.batch
    var queue: (any SharedQueue)?
    var worker: QueueWorker?
    /// What it does while there is nothing to do.
    var resting: Task<Void, Never>?
    /// Whether documents could not be kept: that the queue answers does not say that they can by now.
    private var isTroubleOfStore = false
    /// Whether somebody waits to have the library alone.
    private var isWaitedFor = false
    /// Whether documents wait for their names that a worker has recorded which is gone.
    private var hasUnnamedDocuments = false
    /// When it last set out to finish what others had left, which it does whenever it opens the library.
    private var finishing: ContinuousClock.Instant?
    /// Whether the queue has forgotten it.
    private var isForgotten = false
    /// The documents of others that are its own to finish from now on: the queue no longer tells of them.
    private var claimed: [Publication] = []

    /// The most jobs of a lease, as a rule.
    private static let batch = 50

    /// Whether the library is to be closed as soon as what was leased is done: somebody waits, or the queue has forgotten this
    /// worker, whose leases are lost.
    var hasToClose: Bool { isWaitedFor || worker == nil }

    /// Whether documents are to get their names that a worker left which is gone; whoever waits to have the library alone does
    /// so himself.
    var hasToFinish: Bool { (hasUnnamedDocuments || !claimed.isEmpty) && !hasToClose }

    // MARK: Trouble

    /// Notes what keeps it from working.
    ///
    /// - Returns: whether nothing did before.
    mutating func note(_ error: StoreError) -> Bool {
        isTroubleOfStore = error.code != .database && error.code != .busy
        defer { report.trouble = error.description }
        return report.trouble == nil
    }

    /// Notes that the queue answers, which ends the trouble unless documents could not be kept.
    ///
    /// - Parameter isIdle: whether no job and no document is left that trouble could be with.
    /// - Returns: whether it was in trouble until now.
    mutating func noteRecovery(isIdle: Bool) -> Bool {
        if isIdle { mostJobs = Self.batch }
        guard !isTroubleOfStore || mostJobs == Self.batch else { return false }
        defer { report.trouble = nil }
        return report.trouble != nil
    }

    /// Notes that leases could not be carried out, or documents not get their names.
    mutating func noteFailure() { mostJobs = 1 }

    /// Notes that a lease was carried out.
    ///
    /// Documents can be kept if one was stored; otherwise a lease twice as large tells more.
    ///
    /// - Parameters:
    ///   - jobs: how many jobs it had.
    ///   - hasStored: whether any document was stored since these leases began.
    mutating func noteCarriedOut(_ jobs: Int, hasStored: Bool) {
        mostJobs = max(mostJobs, hasStored ? Self.batch : min(2 * jobs, Self.batch))
    }

    /// The place at which it enters the list.
    ///
    /// One that was forgotten has nothing to take over from itself, and another worker may have the same place, such as that of
    /// a copied disk: they would take it from each other again and again.
    ///
    /// - Parameter own: where it works.
    func place(_ own: String) -> String { isForgotten ? UUID().uuidString.lowercased() : own }

    // MARK: The library

    /// Notes that the library is about to be opened, which finishes all that is its own.
    mutating func noteOpening(at now: ContinuousClock.Instant) {
        (isWaitedFor, claimed) = (false, [])
        noteFinishing(at: now)
    }

    /// Notes that what others have left is about to be finished.
    mutating func noteFinishing(at now: ContinuousClock.Instant) {
        (hasUnnamedDocuments, finishing) = (false, now)
    }

    /// Notes documents of others that it has claimed.
    ///
    /// - Returns: all that are its own to finish.
    mutating func claim(_ left: [Publication]) -> [Publication] {
        claimed += left.filter { !claimed.contains($0) }
        return claimed
    }

    /// Notes that what it has claimed is finished.
    mutating func noteFinished() { claimed = [] }

    /// Notes what the queue said.
    mutating func note(_ news: LeaseNews, asked: ContinuousClock.Instant) {
        isWaitedFor = news.isWaitedFor
        // What cannot be finished is not tried again and again.
        let isDue = finishing.map { asked - $0 > news.lasts } ?? true
        hasUnnamedDocuments = news.hasUnnamedDocuments && isDue
        if !news.isKnown { (worker, isForgotten) = (nil, true) }
    }
}
