import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// The queue of one run: in memory, so that its leases end with the run.
public final class LocalJobQueue: JobQueue {
    private struct State {
        var queues: HostQueues
        /// How many leases of each lane there are.
        var leased = [0, 0]
        var leases: [JobLease.Number: (jobs: [TransferJob], lane: JobLane)] = [:]
        var lastLease: JobLease.Number = 0
        /// Where the items are.
        var items: [ItemKey: ItemState] = [:]
        /// Jobs of items whose cancelled try has not ended yet.
        var afterCancelled: [ItemKey: (job: TransferJob, lane: JobLane)] = [:]
        /// Why hosts are left alone for the rest of the run.
        var leftAlone: [String: String] = [:]
        var waiting: [(number: Int, limit: Int, continuation: CheckedContinuation<JobLease?, Never>)] = []
        var lastWaiting = 0
        /// Whoever waits for an item that is on its way.
        var landing: [ItemKey: [CheckedContinuation<Void, Never>]] = [:]
        /// Those of them whose item has landed, and who are to be told.
        var landed: [CheckedContinuation<Void, Never>] = []
        /// When somebody looks again.
        var alarm: Duration?
        var isClosed = false
        /// The marks whose jobs are being made, and what has landed since, with the last mark before.
        var marks: Set<UInt64> = []
        var lastMark: UInt64 = 0
        var landings: [ItemKey: UInt64] = [:]

        mutating func forget(_ mark: JobMark?) {
            guard let mark else { return }
            marks.remove(mark.number)
            if marks.isEmpty { landings = [:] }
        }
    }

    private enum ItemState { case waiting, leased, cancelled, settling }

    /// Whoever waits, and what it gets.
    private typealias Wakes = [(CheckedContinuation<JobLease?, Never>, JobLease?)]

    private let limits: QueueLimits
    private let retry: RetryPolicy
    private let time: MonotonicTime
    private let now: @Sendable () -> Date
    private let state: Locked<State>

    /// Makes an empty queue.
    ///
    /// - Parameters:
    ///   - limits: how many jobs are done at once, and how hosts are treated.
    ///   - clock: measures and waits.
    ///   - now: the time of day.
    public init(
        _ limits: QueueLimits = QueueLimits(), clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.limits = limits
        retry = RetryPolicy(retries: limits.retries)
        time = MonotonicTime(clock)
        self.now = now
        let queues = HostQueues(
            maxPerHost: max(1, limits.maxPerHost ?? limits.maxConcurrent + limits.maxRequested),
            interval: limits.interval, failureLimit: limits.hostFailures)
        state = Locked(State(queues: queues))
    }

    private func most(_ lane: JobLane) -> Int {
        max(1, lane == .requested ? limits.maxRequested : limits.maxConcurrent)
    }

    // MARK: Jobs

    /// A mark for `add`.
    public func prepare() -> JobMark {
        state.withLock { state in
            state.lastMark += 1
            state.marks.insert(state.lastMark)
            return JobMark(number: state.lastMark)
        }
    }

    /// Adds jobs, in order.
    @discardableResult public func add(
        _ jobs: [TransferJob], to lane: JobLane, since mark: JobMark?
    ) -> [TransferJob] {
        change { state in
            defer { state.forget(mark) }
            var taken: [TransferJob] = []
            taken.reserveCapacity(jobs.count)
            let moved = lane == .requested ? takeOut(jobs, &state) : [:]
            for job in jobs {
                if let mark, let landed = state.landings[job.key], landed >= mark.number { continue }
                switch state.items[job.key] {
                case .waiting:
                    if let waiting = moved[job.key] { state.queues.add(waiting, to: lane) }
                    continue
                case .leased, .settling: continue
                case .cancelled:
                    guard state.afterCancelled.updateValue((job, lane), forKey: job.key) == nil else {
                        continue
                    }
                case nil:
                    state.items[job.key] = .waiting
                    state.queues.add(job, to: lane)
                }
                taken.append(job)
            }
            return taken
        }
    }

    /// Takes jobs out that wait for items which somebody asks for.
    private func takeOut(_ jobs: [TransferJob], _ state: inout State) -> [ItemKey: TransferJob] {
        let keys = Set(jobs.map(\.key).filter { state.items[$0] == .waiting })
        guard !keys.isEmpty else { return [:] }
        let taken = state.queues.remove { keys.contains($0.key) }
        return Dictionary(taken.map { ($0.job.key, $0.job) }) { first, _ in first }
    }

    /// Takes jobs out that wait, and tells those that are leased.
    public func cancel(where condition: @Sendable (TransferJob) -> Bool) -> CancelledJobs {
        change { state in
            var cancelled = CancelledJobs()
            cancelled.waiting = state.queues.remove(where: condition).map(\.job)
            for job in cancelled.waiting { land(job.key, &state) }
            for (key, after) in state.afterCancelled where condition(after.job) {
                state.afterCancelled[key] = nil
                cancelled.waiting.append(after.job)
            }
            for lease in state.leases.values {
                for job in lease.jobs where state.items[job.key] == .leased && condition(job) {
                    state.items[job.key] = .cancelled
                    cancelled.leased.append(job)
                }
            }
            return cancelled
        }
    }

    /// Lets `lease` end when everything was done.
    public func close() { change { $0.isClosed = true } }

    /// The items that wait or are on their way.
    public var underWay: Set<ItemKey> { state.withLock { Set($0.items.keys) } }

    /// How many jobs wait.
    public var count: Int { state.withLock { $0.queues.count } }

    // MARK: Leases

    /// Waits until there is something to do.
    public func lease(atMost limit: Int) async -> JobLease? {
        if let lease = leaseAtOnce(limit) { return lease }
        let number = state.withLock { state in
            state.lastWaiting += 1
            return state.lastWaiting
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { return continuation.resume(returning: nil) }
                change { $0.waiting.append((number, limit, continuation)) }
                // The handler may have run before there was anything to end.
                if Task.isCancelled { leave(number) }
            }
        } onCancel: {
            leave(number)
        }
    }

    /// A lease, where there is one and nobody waits already.
    private func leaseAtOnce(_ limit: Int) -> JobLease? {
        let now = time.elapsed()
        return state.withLock { state in state.waiting.isEmpty ? next(limit, &state, at: now) : nil }
    }

    private func leave(_ number: Int) {
        let continuation = state.withLock { state in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0).continuation }
        }
        continuation?.resume(returning: nil)
    }

    /// Ends a lease.
    public func finish(_ number: JobLease.Number, with receipts: [Receipt]) -> Settlement {
        change { state in
            var settlement = Settlement()
            guard let lease = state.leases.removeValue(forKey: number), let first = lease.jobs.first else {
                return settlement
            }
            state.leased[lease.lane.rawValue] -= 1
            state.queues.ended(first.host)
            for receipt in receipts { settle(receipt, lease.lane, &state, &settlement) }
            if receipts.count < lease.jobs.count {
                let done = Set(receipts.map(\.job.key))
                let left = lease.jobs.filter { !done.contains($0.key) && state.items[$0.key] == .leased }
                for job in left { state.items[job.key] = .waiting }
                state.queues.putBack(left, in: lease.lane)
            }
            return settlement
        }
    }

    /// Says that an item's receipt is recorded.
    public func landed(_ key: ItemKey) {
        change { state in
            if !state.marks.isEmpty { state.landings[key] = state.lastMark }
            land(key, &state)
        }
    }

    /// Waits until an item is on its way no more.
    public func waitUntilLanded(_ key: ItemKey) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                guard state.items[key] != nil else { return true }
                state.landing[key, default: []].append(continuation)
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    private func land(_ key: ItemKey, _ state: inout State) {
        state.items[key] = nil
        if !state.afterCancelled.isEmpty, let after = state.afterCancelled.removeValue(forKey: key) {
            state.items[key] = .waiting
            state.queues.add(after.job, to: after.lane)
        } else if !state.landing.isEmpty, let waiting = state.landing.removeValue(forKey: key) {
            state.landed += waiting
        }
    }

    // MARK: Manners

    /// Starts nothing of a host before a time has passed.
    public func hold(_ host: String, for duration: Duration) {
        change { $0.queues.hold(host, until: time.elapsed() + duration) }
    }

    /// Why nothing more is to be requested of a host; `nil` where nothing speaks against it.
    public func reasonToLeaveAlone(_ host: String) -> String? { state.withLock { $0.leftAlone[host] } }

    /// How long a request to a host has to wait for its turn.
    public func wait(before host: String) -> Duration {
        let now = time.elapsed()
        return state.withLock { $0.queues.turn(of: host, at: now) } - now
    }

    /// Decides what becomes of a receipt.
    private func settle(
        _ receipt: Receipt, _ lane: JobLane, _ state: inout State, _ settlement: inout Settlement
    ) {
        let job = receipt.job
        let isCancelled = state.items.updateValue(.settling, forKey: job.key) == .cancelled
        switch receipt.ending {
        case .staged, .stored, .unchanged:
            state.queues.noteSuccess(job.host)
            settlement.receipts.append(receipt)
        case .again where isCancelled: settlement.receipts.append(receipt.ending(.parked()))
        case .again(let setback): tryAgain(receipt, setback, lane, &state, &settlement)
        case .failed, .setAside, .parked, .stopped: settlement.receipts.append(receipt)
        }
    }

    /// Has a job wait for another try, or gives up where there were enough.
    ///
    /// What the answer says of a host, it says of the one that answered, also after a redirect, and whether or not
    /// there is another try.
    private func tryAgain(
        _ receipt: Receipt, _ setback: Receipt.Setback, _ lane: JobLane, _ state: inout State,
        _ settlement: inout Settlement
    ) {
        let job = receipt.job
        let answering = HostName.of(receipt.url)
        let host = answering.isEmpty ? job.host : answering
        if setback.asksForPatience, let wait = setback.retryAfter {
            let until = now().addingTimeInterval(wait.seconds)
            settlement.holds.append(HostHold(host: host, until: until, reason: setback.reason))
        }
        let holdsHost = setback.asksForPatience && limits.holdsHosts
        // A body with a wrong digest gets one more try, however few or many the others get.
        let index = setback.isMismatch ? 0 : receipt.tries.count
        let delay = retry.delay(before: index, atLeast: setback.retryAfter)
        if holdsHost, let hold = delay ?? setback.retryAfter {
            state.queues.hold(host, until: time.elapsed() + hold)
        }
        guard let delay else {
            settlement.receipts.append(
                receipt.ending(.failed(reason: setback.reason, updateAvailable: setback.updateAvailable)))
            let isTooMuch = setback.isOfHost && state.queues.noteFailure(host)
            if isTooMuch || holdsHost && retry.isBeyondPatience(setback.retryAfter) {
                leaveAlone(host, reason: setback.reason, &state, &settlement)
            }
            return
        }
        var tries = receipt.tries
        tries.count += 1
        tries.hasMismatch = tries.hasMismatch || setback.isMismatch
        let next = job.repeated(after: tries)
        if let why = state.leftAlone[job.host] {
            settlement.receipts.append(givenUp(next, why))
        } else {
            state.items[job.key] = .waiting
            state.queues.add(next, to: lane, at: time.elapsed() + delay)
        }
    }

    /// Requests nothing more of a host: gives up every job of it that waits, and those that are to be tried again.
    private func leaveAlone(
        _ host: String, reason: String, _ state: inout State, _ settlement: inout Settlement
    ) {
        let why = state.leftAlone[host] ?? "\(host) is left alone for this run: \(reason)"
        state.leftAlone[host] = why
        for (job, _) in state.queues.remove(where: { $0.host == host }) {
            state.items[job.key] = .settling
            settlement.receipts.append(givenUp(job, why))
        }
    }

    private func givenUp(_ job: TransferJob, _ why: String) -> Receipt {
        Receipt(job, .failed(reason: why), at: now())
    }

    // MARK: Who waits

    /// Changes the state, then wakes whoever got something to do by it.
    @discardableResult
    private func change<Answer: Sendable>(_ body: (inout State) -> Answer) -> Answer {
        let now = time.elapsed()
        typealias News = (Answer, Wakes, [CheckedContinuation<Void, Never>], Duration?)
        let (answer, wakes, landed, alarm) = state.withLock { state -> News in
            let answer = body(&state)
            let wakes = serve(&state, at: now)
            let landed = state.landed
            if !landed.isEmpty { state.landed = [] }
            return (answer, wakes, landed, nextAlarm(&state))
        }
        for (continuation, lease) in wakes { continuation.resume(returning: lease) }
        for continuation in landed { continuation.resume() }
        if let alarm { look(at: alarm, now: now) }
        return answer
    }

    /// Gives leases to whoever waits, as far as there are any.
    private func serve(_ state: inout State, at now: Duration) -> Wakes {
        var wakes: Wakes = []
        while let first = state.waiting.first {
            if let lease = next(first.limit, &state, at: now) {
                wakes.append((first.continuation, lease))
            } else if state.isClosed, state.leases.isEmpty, state.queues.count == 0 {
                wakes.append((first.continuation, nil))
            } else {
                break
            }
            state.waiting.removeFirst()
        }
        return wakes
    }

    private func next(_ limit: Int, _ state: inout State, at now: Duration) -> JobLease? {
        for lane in JobLane.allCases where state.leased[lane.rawValue] < most(lane) {
            let jobs = state.queues.next(atMost: max(1, limit), in: lane, at: now)
            guard !jobs.isEmpty else { continue }
            state.lastLease += 1
            state.leased[lane.rawValue] += 1
            state.leases[state.lastLease] = (jobs, lane)
            for job in jobs { state.items[job.key] = .leased }
            return JobLease(number: state.lastLease, jobs: jobs)
        }
        return nil
    }

    /// The instant at which somebody has to look again, where nobody is going to.
    private func nextAlarm(_ state: inout State) -> Duration? {
        guard !state.waiting.isEmpty, let instant = state.queues.nextInstant else { return nil }
        if let alarm = state.alarm, alarm <= instant { return nil }
        state.alarm = instant
        return instant
    }

    private func look(at instant: Duration, now: Duration) {
        let sleep = time.sleep
        Task { [weak self] in
            guard (try? await sleep(max(.zero, instant - now))) != nil else { return }
            self?.change { if $0.alarm == instant { $0.alarm = nil } }
        }
    }
}
