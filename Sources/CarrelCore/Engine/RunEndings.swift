import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// What becomes of jobs that have ended: they are recorded and told, or go back to the queue that all machines share.
struct RunEndings: Sendable {
    let queue: any JobQueue
    let assignments: RunningAssignments
    let committer: Committer
    /// The time of day.
    let now: @Sendable () -> Date
    /// What hosts asked for, each the last time, and when.
    private let holds = Locked([String: (hold: HostHold, said: Date)]())
    /// What hosts asked for in earlier runs, until they answer all the same, and when that was known.
    private let formerHolds = Locked([String: FormerHold]())
    /// What hosts asked for in earlier runs that have answered since.
    private let answered = Locked([FormerHold]())

    private typealias FormerHold = (hold: HostHold, known: Date)

    /// What hosts asked for in earlier runs that have answered since, and when that was known.
    var answeredHolds: [(hold: HostHold, known: Date)] { answered.value.filter { $0.hold.url == nil } }

    /// What hosts asked for, each the last time, and when, with what is left of it.
    var lastHolds: [(hold: HostHold, said: Date, left: Duration)] {
        let now = now()
        return holds.value.values.map { (hold: $0.hold, said: $0.said, left: $0.hold.wait(from: now)) }
    }

    /// Notes what hosts asked for in earlier runs.
    func note(_ holds: [HostHold]) {
        let own = self.holds.value
        let now = now()
        formerHolds.withLock { former in
            for hold in holds where own[hold.name] == nil { former[hold.name] = (hold: hold, known: now) }
        }
    }

    /// Whether a host has asked for something else since, or answered.
    func hasHeard(since hold: HostHold) -> Bool {
        holds.value[hold.name] != nil || answered.value.contains { $0.hold == hold }
    }

    /// Ends what hosts asked for in earlier runs that answer all the same, as to somebody who asks by name.
    private func endHolds(after receipts: [Receipt]) {
        let ended = formerHolds.withLock { former -> [FormerHold] in
            guard !former.isEmpty else { return [] }
            // A host that redirects to another one has answered, too.
            return receipts.filter(\.isAnswered).flatMap { [$0.answeringHost, $0.job.host, $0.job.url] }
                .compactMap { former.removeValue(forKey: $0) }
        }
        guard !ended.isEmpty else { return }
        answered.withLock { $0 += ended }
        committer.add(ended.map { .answered($0.hold, after: $0.known) })
    }

    /// Has receipts recorded, and documents stored.
    ///
    /// - Parameters:
    ///   - settlement: what the queue says of a lease that has ended.
    ///   - stop: called with an error that ends the run.
    func settle(_ settlement: Settlement, stop: (StoreError) -> Void) async {
        if !settlement.holds.isEmpty {
            let said = now()
            committer.add(settlement.holds.map { .held($0, said: said) })
            holds.withLock { holds in
                for hold in settlement.holds { holds[hold.name] = (hold: hold, said: said) }
            }
            // What is still on its way was asked for before.
            formerHolds.withLock { former in for hold in settlement.holds { former[hold.name] = nil } }
        }
        endHolds(after: settlement.receipts)
        assignments.noteEnding(ofOthers: settlement.ofOthers, heirs: settlement.heirs)
        passOn(settlement.passedOn)
        var come: [Receipt] = []
        var others: [Receipt] = []
        for receipt in settlement.receipts {
            if case .stopped(let error) = receipt.ending { stop(error) }
            if passesOn(receipt) { continue }
            if receipt.response != nil { come.append(receipt) } else { others.append(receipt) }
        }
        if !others.isEmpty {
            committer.add(
                others.flatMap(changes), ending: others.compactMap(ticket),
                canWait: others.allSatisfy { $0.outcome == .unchanged })
            Self.conclude(others, queue, assignments)
        }
        if !come.isEmpty { await committer.add(come, canWait: !settlement.isLast) }
    }

    /// What to record for a receipt without a document.
    private func changes(_ receipt: Receipt) -> [LibraryChange] {
        guard let charset = receipt.confirmedCharset,
            let stored = assignments[receipt.job]?.recorded(receipt.job.key).document, !stored.isRestored,
            let former = stored.mediaType, former.essence == charset.essence, former != charset
        else { return receipt.changes }
        return receipt.changes + [.declared(receipt.job.key, charset)]
    }

    /// Tells the queue and the assignments how jobs ended.
    static func conclude(
        _ receipts: [Receipt], _ queue: any JobQueue, _ assignments: RunningAssignments
    ) {
        guard !receipts.isEmpty else { return }
        assignments.bequeath(receipts)
        // First, so that whoever hears of the end can request the item again.
        queue.landed(receipts.map(\.job.key))
        assignments.conclude(receipts)
    }

    /// Concludes what was cancelled while it waited; what others want, too, is left to them.
    ///
    /// - Parameters:
    ///   - cancelled: what was cancelled.
    ///   - isIgnored: whether it was because somebody ignores it.
    func drop(_ cancelled: CancelledJobs, isIgnored: Bool) {
        if isIgnored {
            for job in cancelled.leased { assignments[job]?.counts.noteIgnored(job.key) }
        }
        assignments.leave(cancelled.left)
        assignments.noteEnding(ofOthers: cancelled.ofOthers)
        for job in cancelled.waiting { drop(job, isIgnored: isIgnored) }
    }

    /// Concludes a job that was cancelled while it waited; the queue no longer has it.
    private func drop(_ job: TransferJob, isIgnored: Bool) {
        guard let assignment = assignments[job] else { return }
        if assignment.leased != nil { return passOn([DelayedJob(job)]) }
        // Nobody has heard of one that was not begun, unless its result was taken back.
        guard job.tries != nil || assignment.planned?.isRepetition == true else {
            return assignments.drop(job, isIgnored: isIgnored)
        }
        if isIgnored { assignment.counts.noteIgnored(job.key) }
        let parked = Receipt(job, .parked(), at: now())
        committer.add(parked.changes)
        assignments.conclude([parked])
    }

    /// Has jobs go back to the queue that all machines share.
    private func passOn(_ jobs: [DelayedJob]) {
        for (number, jobs) in Dictionary(grouping: jobs, by: \.job.assignment) {
            guard let assignment = assignments[number] else { continue }
            assignment.leased?.passOn(jobs)
            assignment.drop(jobs.count)
        }
    }

    /// Whether a job that was interrupted goes back to the queue that all machines share; then it does.
    private func passesOn(_ receipt: Receipt) -> Bool {
        guard assignments[receipt.job]?.leased != nil else { return false }
        switch receipt.ending {
        // For a reason of its own, such as that its time is used up, which no other machine could change.
        case .parked(_?): return false
        case .parked(nil), .stopped:
            queue.landed(receipt.job.key)
            passOn([DelayedJob(receipt.job)])
            return true
        case .staged, .stored, .unchanged, .again, .failed, .setAside: return false
        }
    }

    private func ticket(_ receipt: Receipt) -> JobTicket? {
        assignments[receipt.job]?.lease.map { JobTicket(lease: $0, receipt: receipt) }
    }
}
