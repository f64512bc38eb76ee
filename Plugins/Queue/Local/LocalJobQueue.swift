import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import Synchronization

/// The queue of one run: in memory, so that its leases end with the run.
///
/// The rules are those of `QueueState`; here are the lock, the clock and those who wait. Nobody is woken under the lock.
public final class LocalJobQueue: JobQueue {
    private struct Shared {
        var queue: QueueState
        var leasing = LeaseWaiters()
        var landing = LandingWaiters()
        var lastTicket = 0
        /// When somebody looks again.
        var alarm: Duration?
    }

    private let time: MonotonicTime
    private let now: @Sendable () -> Date
    private let shared: Locked<Shared>
    /// Whether every host may be asked at once: with each request of a row, fetchers' threads want to know, and should not wait
    /// for the lock then.
    private let allMayBeAsked = Atomic(false)

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
        time = MonotonicTime(clock)
        self.now = now
        let queue = QueueState(limits)
        shared = Locked(Shared(queue: queue))
        allMayBeAsked.store(queue.allMayBeAsked, ordering: .relaxed)
    }

    // MARK: Jobs

    /// A mark for `add`.
    public func prepare() -> JobMark { shared.withLock { $0.queue.prepare() } }

    /// Says that the last jobs with a mark were added.
    public func forget(_ mark: JobMark) { shared.withLock { $0.queue.forget(mark) } }

    /// Adds jobs, in order.
    @discardableResult public func add(
        _ jobs: [TransferJob], to lane: JobLane, since mark: JobMark?
    ) -> [TransferJob] {
        change { queue, _ in queue.add(jobs, to: lane, since: mark) }
    }

    /// Takes jobs out that wait, and tells those that are leased.
    public func cancel(_ jobs: JobSelection) -> CancelledJobs {
        change { queue, _ in queue.cancel(jobs) }
    }

    /// Ends a lease.
    public func finish(_ lease: JobLease.Number, with receipts: [Receipt]) -> Settlement {
        let date = now()
        return change(at: date) { queue, now in queue.finish(lease, with: receipts, at: now, date) }
    }

    /// Has jobs of a lease wait again.
    public func giveBack(_ jobs: [TransferJob], of lease: JobLease.Number) -> [TransferJob] {
        jobs.isEmpty ? [] : change { queue, _ in queue.giveBack(jobs, of: lease) }
    }

    /// Takes an item for whoever stores its document without a job.
    public func claim(_ key: ItemKey) -> Bool { change { queue, _ in queue.claim(key) } }

    /// Says that the items' receipts are recorded or about to be.
    public func landed(_ keys: [ItemKey]) {
        change { queue, _ in for key in keys { queue.landed(key) } }
    }

    /// Lets `lease` end when everything was done.
    public func close() { change { queue, _ in queue.close() } }

    /// The items that wait, are on their way, or have not landed yet.
    public var underWay: Set<ItemKey> { shared.withLock { $0.queue.underWay } }

    /// Whether an item waits or is being fetched for somebody.
    public func isWanted(_ key: ItemKey) -> Bool { shared.withLock { $0.queue.isWanted(key) } }

    // MARK: Hosts

    /// Keeps to other limits, too.
    public func tighten(to limits: QueueLimits) { change { queue, _ in queue.tighten(to: limits) } }

    /// Starts nothing of a host before a time has passed.
    public func hold(_ host: String, for duration: Duration) {
        change { queue, now in queue.hold(host, until: now + duration) }
    }

    /// Whether a host may get a further request without waiting for a turn.
    public func mayAskAtOnce(_ host: String) -> Bool {
        allMayBeAsked.load(ordering: .relaxed) || shared.withLock { $0.queue.mayAskAtOnce(host) }
    }

    /// Takes the next turn at a host, and says how long to wait for it.
    public func takeTurn(at host: String) -> Duration {
        let now = time.elapsed()
        return shared.withLock { $0.queue.turn(of: host, at: now) } - now
    }

    /// Why nothing is started for a while.
    public var pause: RequestPause? {
        let now = time.elapsed()
        return shared.withLock { $0.queue.pause(at: now) }
    }

    /// How a host behaved.
    public func state(of host: String) -> HostState {
        let now = time.elapsed()
        return shared.withLock { $0.queue.state(of: host, at: now) }
    }

    /// Takes over how a host behaved before.
    public func take(_ state: HostState, of host: String) {
        change { queue, now in queue.take(state, of: host, at: now) }
    }

    // MARK: Who waits

    /// Waits until there is something to do.
    public func lease(atMost limit: Int) async -> JobLease? {
        if let lease = leaseAtOnce(limit) { return lease }
        let ticket = takeTicket()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { return continuation.resume(returning: nil) }
                shared.withLock { $0.leasing.add(continuation, limit: limit, ticket: ticket) }
                change { _, _ in }
                // The handler may have run before there was anything to end.
                if Task.isCancelled { leave(ticket) }
            }
        } onCancel: {
            leave(ticket)
        }
    }

    /// A lease, if there is one and nobody waits already.
    private func leaseAtOnce(_ limit: Int) -> JobLease? {
        let (now, date) = (time.elapsed(), now())
        return shared.withLock { shared in
            guard shared.leasing.isEmpty else { return nil }
            defer { allMayBeAsked.store(shared.queue.allMayBeAsked, ordering: .relaxed) }
            return shared.queue.lease(atMost: limit, at: now, date)
        }
    }

    private func leave(_ ticket: Int) {
        shared.withLock { $0.leasing.take(ticket) }?.resume(returning: nil)
    }

    /// Waits until an item is neither in the queue nor on its way any more, or the task is cancelled.
    public func waitUntilLanded(_ key: ItemKey) async {
        let ticket = takeTicket()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = shared.withLock { shared in
                    guard shared.queue.isUnderWay(key), !Task.isCancelled else { return false }
                    shared.landing.add(continuation, for: key, ticket: ticket)
                    return true
                }
                guard waits else { return continuation.resume() }
                // As above.
                if Task.isCancelled { leave(ticket, of: key) }
            }
        } onCancel: {
            leave(ticket, of: key)
        }
    }

    private func leave(_ ticket: Int, of key: ItemKey) {
        shared.withLock { $0.landing.take(ticket, of: key) }?.resume()
    }

    private func takeTicket() -> Int {
        shared.withLock { shared in
            shared.lastTicket += 1
            return shared.lastTicket
        }
    }

    // MARK: Changes

    /// Whoever is to go on after a change, and when somebody is to look again.
    private struct News {
        var leases: [(LeaseWaiters.Continuation, JobLease?)] = []
        var landings: [LandingWaiters.Continuation] = []
        var alarm: Duration?
    }

    /// Changes the queue, then wakes whoever is to go on by it.
    @discardableResult
    private func change<Answer: Sendable>(
        at date: Date? = nil, _ body: (inout QueueState, Duration) -> Answer
    ) -> Answer {
        let (now, date) = (time.elapsed(), date ?? now())
        let (answer, news) = shared.withLock { shared in
            let answer = body(&shared.queue, now)
            let news = Self.news(&shared, at: now, date)
            allMayBeAsked.store(shared.queue.allMayBeAsked, ordering: .relaxed)
            return (answer, news)
        }
        for (continuation, lease) in news.leases { continuation.resume(returning: lease) }
        for continuation in news.landings { continuation.resume() }
        if let alarm = news.alarm { look(at: alarm, now: now) }
        return answer
    }

    private static func news(_ shared: inout Shared, at now: Duration, _ date: Date) -> News {
        var news = News()
        while let limit = shared.leasing.firstLimit {
            let lease = shared.queue.lease(atMost: limit, at: now, date)
            guard lease != nil || shared.queue.hasEnded, let first = shared.leasing.takeFirst() else { break }
            news.leases.append((first, lease))
        }
        let landings = shared.queue.takeLandings()
        if !shared.landing.isEmpty { news.landings = landings.flatMap { shared.landing.take($0) } }
        if !shared.leasing.isEmpty, let instant = nextInstant(shared.queue, at: now, date),
            shared.alarm.map({ instant < $0 }) ?? true
        {
            (shared.alarm, news.alarm) = (instant, instant)
        }
        return news
    }

    /// When a job that waits for time alone can be started, or its own time is over; `nil` if none does.
    private static func nextInstant(_ queue: QueueState, at now: Duration, _ date: Date) -> Duration? {
        guard let instant = queue.nextInstant, let deadline = queue.nextDeadline, deadline > date else {
            return queue.nextInstant
        }
        return min(instant, now + .seconds(deadline.timeIntervalSince(date)))
    }

    /// Looks again at an instant, when jobs or hosts may have waited long enough.
    private func look(at instant: Duration, now: Duration) {
        let sleep = time.sleep
        Task { [weak self] in
            guard (try? await sleep(max(.zero, instant - now))) != nil, let self else { return }
            shared.withLock { shared in if shared.alarm == instant { shared.alarm = nil } }
            change { _, _ in }
        }
    }
}
