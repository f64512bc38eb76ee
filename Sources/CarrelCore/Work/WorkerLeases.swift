import CarrelBasics
import CarrelModel
import CarrelStages

/// The leases that a worker has, with the runs that carry them out.
final class WorkerLeases: Sendable {
    private struct Entry {
        var host: String
        var turns: LeaseTurns
        var orders: Set<JobOrder>
        /// Whether no further request is sent: its end in the queue is then as it should be.
        var isReleased = false
        /// Whether it was told that it is lost.
        var isLost = false
        var drop: @Sendable (Set<ItemKey>) -> Void
        var stop: @Sendable () -> Void
    }

    private let entries = Locked([HostLease.Number: Entry]())
    /// Whether what comes from now on is stopped at once.
    private let isStopped = Locked(false)

    /// The number of leases.
    var count: Int { entries.withLock { $0.count } }

    /// Notes a lease.
    ///
    /// - Parameters:
    ///   - lease: the lease.
    ///   - turns: what lets its requests through.
    ///   - drop: has its run drop the jobs of items.
    ///   - stop: stops its run.
    func add(
        _ lease: HostLease, _ turns: LeaseTurns, drop: @escaping @Sendable (Set<ItemKey>) -> Void,
        stop: @escaping @Sendable () -> Void
    ) {
        let entry = Entry(
            host: lease.host, turns: turns, orders: Set(lease.jobs.map(\.order)), drop: drop, stop: stop)
        entries.withLock { $0[lease.number] = entry }
        // It may have been asked for before everything was stopped.
        if isStopped.value { stop() }
    }

    /// Notes whether the host of a lease gets no further request.
    func release(_ number: HostLease.Number, _ isReleased: Bool = true) {
        entries.withLock { $0[number]?.isReleased = isReleased }
    }

    /// Forgets a lease.
    func remove(_ number: HostLease.Number) { entries.withLock { $0[number] = nil } }

    /// Notes which leases were extended, stops those that are lost or cancelled, and has the others drop what nobody wants.
    ///
    /// - Parameters:
    ///   - news: what the queue said.
    ///   - asked: when it was asked.
    /// - Returns: the hosts of lost leases.
    func note(_ news: LeaseNews, asked: ContinuousClock.Instant) -> [String] {
        let all = entries.value
        var lost: [String] = []
        for (number, entry) in all where !entry.isReleased && !entry.isLost {
            if news.leases.contains(number) {
                entry.turns.extend(until: asked + news.lasts)
                if !entry.orders.isDisjoint(with: news.cancelled) { entry.stop() }
                if !news.unwanted.isEmpty { entry.drop(news.unwanted) }
            } else if entry.turns.deadline < asked + news.lasts {
                // One that was leased after the question is not among the answers.
                lost.append(entry.host)
                lose(number)
                entry.turns.stop()
                entry.stop()
            }
        }
        return lost
    }

    /// Stops the leases whose time is over without word from the queue.
    ///
    /// - Returns: their hosts.
    func stopLate() -> [String] {
        let late = entries.value.filter { !$1.turns.lasts && !$1.isReleased && !$1.isLost }
        for (number, entry) in late {
            lose(number)
            entry.stop()
        }
        return late.values.map(\.host)
    }

    private func lose(_ number: HostLease.Number) { entries.withLock { $0[number]?.isLost = true } }

    /// Stops every lease, also those that are being taken; their jobs go back to the queue.
    func stopAll() {
        isStopped.withLock { $0 = true }
        for entry in entries.value.values { entry.stop() }
    }
}
