import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// The rules of a queue, without a lock, a clock or anybody who waits: every method is told the time and says what
/// follows.
struct QueueState {
    private(set) var limits: QueueLimits
    var hosts: HostQueues
    private var overdue = OverdueJobs()
    private(set) var leases = LeaseBook()
    private var items = ItemPlaces()
    private var shares = JobShares()
    /// Jobs of items whose cancelled try has not ended yet.
    private var afterCancelled: [ItemKey: (job: TransferJob, lane: JobLane)] = [:]
    /// The items that have landed and were not told of yet.
    private var landings: [ItemKey] = []
    private var isClosed = false

    init(_ limits: QueueLimits) {
        self.limits = limits
        hosts = HostQueues(limits)
    }

    mutating func tighten(to other: QueueLimits) {
        limits = limits.strictest(other)
        hosts.take(limits)
    }

    /// Whether nothing is left to do, and nothing will come.
    var hasEnded: Bool { isClosed && leases.isEmpty && waiting == 0 }

    /// How many jobs wait.
    var waiting: Int { hosts.count + overdue.count }

    /// When the next job that waits for time alone can be started; `nil` if none does, because there is none, or as many are
    /// being done as may be.
    var nextInstant: Duration? { JobLane.allCases.contains(where: hasRoom) ? hosts.nextInstant : nil }

    /// The earliest deadline of the jobs that wait for their hosts; `nil` if none has one.
    var nextDeadline: Date? { overdue.next }

    mutating func close() { isClosed = true }

    // MARK: Jobs

    mutating func prepare() -> JobMark { items.makeMark() }

    mutating func forget(_ mark: JobMark) { items.forget(mark) }

    mutating func add(_ jobs: [TransferJob], to lane: JobLane, since mark: JobMark?) -> [TransferJob] {
        var taken: [TransferJob] = []
        taken.reserveCapacity(jobs.count)
        items.reserve(jobs.count)
        // An item may be listed twice.
        var moved =
            lane == .requested ? takeOut(jobs.filter { !items.hasLanded($0.key, since: mark) }) : [:]
        for job in jobs where !items.hasLanded(job.key, since: mark) {
            switch items.begin(job.key) {
            case .waiting:
                shares.add(job)
                guard let waiting = moved.removeValue(forKey: job.key) else { continue }
                // However soon somebody wants it: what its server asked to wait is waited.
                if let instant = waiting.instant {
                    hosts.add(waiting.job, to: lane, at: instant)
                } else {
                    hosts.add(waiting.job, to: lane)
                }
                continue
            case .cancelled where afterCancelled[job.key] == nil: afterCancelled[job.key] = (job, lane)
            case .leased, .cancelled:
                shares.add(job)
                continue
            case .settling: continue
            case nil:
                hosts.add(job, to: lane)
                overdue.note(job)
            }
            taken.append(job)
        }
        return taken
    }

    /// Takes jobs out that wait for items which somebody asks for.
    private mutating func takeOut(_ jobs: [TransferJob]) -> [ItemKey: HostQueues.Removed] {
        let keys = Set(jobs.map(\.key).filter { items[$0] == .waiting })
        guard !keys.isEmpty else { return [:] }
        let taken = hosts.remove { keys.contains($0.key) }
        return Dictionary(taken.map { ($0.job.key, $0) }) { first, _ in first }
    }

    mutating func cancel(_ jobs: JobSelection) -> CancelledJobs {
        var (cancelled, shares) = (CancelledJobs(), shares)
        shares.leave(jobs)
        func isOver(_ job: TransferJob) -> Bool {
            if shares.leave(job, jobs) { cancelled.left.append(job) }
            return shares.isOver(job, jobs)
        }
        let waiting = hosts.remove(where: isOver).map(\.job) + overdue.remove(where: isOver)
        let after = afterCancelled.values.map(\.job).filter(isOver)
        let leased = leases.jobs.filter { items[$0.key] == .leased && isOver($0) }
        self.shares = shares
        for job in waiting { land(job.key) }
        for job in after {
            afterCancelled[job.key] = nil
            self.shares.forget(job.key)
        }
        for job in leased {
            items[job.key] = .cancelled
            self.shares.forget(job.key)
        }
        (cancelled.waiting, cancelled.leased) = (waiting + after, leased)
        for job in cancelled.waiting where self.shares.end(job) { cancelled.ofOthers.append(job) }
        return cancelled
    }

    // MARK: Landings

    /// The items that wait, are on their way, or have not landed yet.
    var underWay: Set<ItemKey> { items.keys }

    func isWanted(_ key: ItemKey) -> Bool { items.isWanted(key) || afterCancelled[key] != nil }

    mutating func claim(_ key: ItemKey) -> Bool { items.claim(key) }

    func isUnderWay(_ key: ItemKey) -> Bool { items[key] != nil }

    mutating func landed(_ key: ItemKey) {
        items.noteLanding(key)
        land(key)
    }

    /// The items that have landed since the last call.
    mutating func takeLandings() -> [ItemKey] {
        defer { landings = [] }
        return landings
    }

    private mutating func land(_ key: ItemKey) {
        items[key] = nil
        if !afterCancelled.isEmpty, let after = afterCancelled.removeValue(forKey: key) {
            items[key] = .waiting
            hosts.add(after.job, to: after.lane)
            overdue.note(after.job)
        } else {
            shares.forget(key)
            landings.append(key)
        }
    }

    // MARK: Leases

    /// The next lease; `nil` if there is nothing to do now.
    mutating func lease(atMost limit: Int, at now: Duration, _ date: Date) -> JobLease? {
        overdue.collect(from: &hosts, at: date)
        for lane in JobLane.allCases where hasRoom(lane) {
            var jobs = overdue.take(atMost: limit, in: lane)
            if let first = jobs.first {
                hosts.begun(first.host)
            } else {
                jobs = hosts.next(atMost: share(limit, of: lane), in: lane, at: now)
            }
            guard !jobs.isEmpty else { continue }
            for job in jobs { items[job.key] = .leased }
            return leases.begin(jobs, in: lane, at: now)
        }
        return nil
    }

    /// Has jobs of a lease wait again.
    ///
    /// - Returns: those that were cancelled.
    mutating func giveBack(_ jobs: [TransferJob], of number: JobLease.Number) -> [TransferJob] {
        let leased = jobs.filter { items[$0.key] == .leased }
        if let lane = leases.remove(leased, from: number) { putBack(leased, in: lane) }
        return jobs.filter { items[$0.key] == .cancelled }
    }

    private mutating func putBack(_ jobs: [TransferJob], in lane: JobLane) {
        for job in jobs {
            items[job.key] = .waiting
            overdue.note(job)
        }
        hosts.putBack(jobs, in: lane)
    }

    mutating func finish(
        _ number: JobLease.Number, with receipts: [Receipt], at now: Duration, _ date: Date
    ) -> Settlement {
        var settlement = Settlement()
        guard let lease = leases.end(number), let first = lease.jobs.first else { return settlement }
        hosts.ended(first.host)
        for receipt in receipts { settle(receipt, lease, &settlement, at: now, date) }
        if receipts.count < lease.jobs.count {
            let done = Set(receipts.map(\.job.key))
            let left = lease.jobs.filter { !done.contains($0.key) }
            putBack(left.filter { items[$0.key] == .leased }, in: lease.lane)
            // Cancelled after whoever did them had looked.
            for job in left where items[job.key] == .cancelled {
                settle(Receipt(job, .parked(), at: date), lease, &settlement, at: now, date)
            }
        }
        if limits.passesOn { passOnHeld(first.host, &settlement, at: now) }
        settlement.isLast = leases.isEmpty && waiting == 0
        if shares.hasLeft {
            settlement.ofOthers = settlement.receipts.map(\.job).filter { shares.end($0) }
            for job in settlement.ofOthers where afterCancelled[job.key] == nil {
                settlement.heirs[job.key] = shares.first(of: job.key)
            }
        }
        return settlement
    }

    /// Passes on the jobs that wait for a host that is held: whoever else may do them need not wait for this queue.
    private mutating func passOnHeld(_ host: String, _ settlement: inout Settlement, at now: Duration) {
        guard hosts.isHeld(host) else { return }
        // Requested ones would be tried at once elsewhere, as if they were posted after the host had asked to wait.
        let wait = hosts.state(of: host, at: now).wait
        for waiting in hosts.remove(of: host) {
            settlement.passedOn.append(DelayedJob(waiting.job, after: wait))
            land(waiting.job.key)
        }
    }

    private mutating func settle(
        _ receipt: Receipt, _ lease: LeaseBook.Entry, _ settlement: inout Settlement, at now: Duration,
        _ date: Date
    ) {
        let isCancelled = items.settle(receipt.job.key) == .cancelled
        switch receipt.ending {
        case .staged, .stored, .unchanged:
            hosts.noteSuccess(receipt.job.host)
            hosts.noteSuccess(receipt.answeringHost)
            settlement.receipts.append(receipt)
        case .again where isCancelled: settlement.receipts.append(receipt.ending(.parked()))
        case .again(let setback):
            let pause = hosts.pause(after: receipt, setback, since: lease.began, at: now, limits)
            let decision = RetryDecision(receipt, setback, limits, hostPauses: pause, at: date)
            carryOut(decision, lease.lane, &settlement, at: now, date)
        case .failed, .setAside, .parked, .stopped: settlement.receipts.append(receipt)
        }
    }

    private mutating func carryOut(
        _ decision: RetryDecision, _ lane: JobLane, _ settlement: inout Settlement, at now: Duration,
        _ date: Date
    ) {
        if let hold = decision.hold { settlement.holds.append(hold) }
        if let pause = decision.pause {
            hosts.hold(decision.host, until: now + pause, isAsked: decision.isAsked)
        }
        switch decision.next {
        case .again(let job, let delay):
            return wait(job, lane, for: delay, &settlement, at: now, date)
        case .atMirror(let job): wait(job, lane, for: .zero, &settlement, at: now, date)
        case .ended(let receipt): settlement.receipts.append(receipt)
        }
        let isTooMuch = decision.isOfHost && hosts.noteFailure(decision.host)
        if isTooMuch || decision.isBeyondPatience {
            leaveAlone(decision.host, reason: decision.reason, &settlement, at: now, date)
        }
    }

    /// Has a job wait for a time, at the first of its places whose host is not left alone.
    mutating func wait(
        _ job: TransferJob, _ lane: JobLane, for delay: Duration, _ settlement: inout Settlement,
        at now: Duration, _ date: Date
    ) {
        var job = job
        while let why = hosts.reasonToLeaveAlone(job.host) {
            guard let next = job.atNextMirror(after: job.tries?.value, leaving: true) else {
                _ = items.settle(job.key)
                settlement.receipts.append(Receipt(job, .failed(reason: why), at: date))
                return
            }
            job = next
        }
        guard !limits.passesOn else {
            settlement.passedOn.append(DelayedJob(job, after: delay))
            return land(job.key)
        }
        items[job.key] = .waiting
        overdue.note(job)
        hosts.add(job, to: lane, at: now + delay)
    }
}
