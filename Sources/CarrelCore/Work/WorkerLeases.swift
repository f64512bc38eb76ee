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

    private struct Claims {
        /// How many answers are to come that may bring leases.
        var open = 0
        /// What they have brought, until it is forgotten.
        var known: Set<HostLease.Number> = []
    }

    private let entries = Locked([HostLease.Number: Entry]())
    private let claims = Locked(Claims())
    /// Whether what comes from now on is stopped at once.
    private let isStopped = Locked(false)
    private let tellLost: @Sendable (_ host: String) -> Void

    /// Makes an empty set of leases.
    ///
    /// - Parameter tellLost: hears the host of each lease that is lost.
    init(tellLost: @escaping @Sendable (_ host: String) -> Void) { self.tellLost = tellLost }

    /// The number of leases.
    var count: Int { entries.withLock { $0.count } }

    /// What the worker knows of its leases as it asks for news of them.
    struct Question {
        let asked = ContinuousClock.now
        fileprivate let known: Set<HostLease.Number>
        fileprivate let isComplete: Bool

        /// The leases that the worker knows; `nil` if there may be one whose number is on its way.
        var leases: Set<HostLease.Number>? { isComplete ? known : nil }
    }

    /// What the worker knows by now.
    var question: Question { claims.withLock { Question(known: $0.known, isComplete: $0.open == 0) } }

    /// Claims leases, which are known from then on.
    ///
    /// - Parameter claim: asks for them; an answer that is lost brings none.
    /// - Returns: the leases.
    /// - Throws: `StoreError`.
    func claiming(
        _ claim: () async throws(StoreError) -> [HostLease]
    ) async throws(StoreError) -> [HostLease] {
        claims.withLock { $0.open += 1 }
        let answer = await Result(of: claim)
        claims.withLock { claims in
            claims.open -= 1
            if case .success(let leases) = answer { claims.known.formUnion(leases.map(\.number)) }
        }
        return try answer.get()
    }

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

    /// Notes whether the host of a lease gets no further request; one that could not be released, and is over, is lost.
    func release(_ number: HostLease.Number, _ isReleased: Bool = true) {
        let lasts = entries.withLock { entries -> Bool? in
            entries[number]?.isReleased = isReleased
            return entries[number]?.turns.lasts
        }
        if lasts == false { lose(number) }
    }

    /// Forgets a lease.
    func remove(_ number: HostLease.Number) {
        entries.withLock { $0[number] = nil }
        claims.withLock { _ = $0.known.remove(number) }
    }

    /// Notes which leases were extended, stops those that are lost or cancelled, and has the others drop what nobody wants.
    ///
    /// - Parameters:
    ///   - news: what the queue said.
    ///   - question: what it was asked.
    func note(_ news: LeaseNews, after question: Question) {
        for (number, entry) in entries.value where !entry.isReleased && !entry.isLost {
            if news.leases.contains(number) {
                entry.turns.extend(asked: question.asked, lasts: news.lasts)
                if !entry.orders.isDisjoint(with: news.cancelled) { entry.stop() }
                if !news.unwanted.isEmpty { entry.drop(news.unwanted) }
            } else if question.known.contains(number) {
                // One that came after the question may not be among the answers.
                entry.turns.stop()
                lose(number)
            }
        }
    }

    /// Stops a lease as soon as it is over, however long the queue takes to say anything.
    ///
    /// Returns when the lease is over or forgotten, or the task is cancelled.
    func watch(_ number: HostLease.Number) async {
        while !Task.isCancelled, let entry = entries.withLock({ $0[number] }), !entry.isLost {
            if entry.turns.lasts {
                try? await Task.sleep(until: entry.turns.deadline, clock: .continuous)
            } else {
                // One that is being released is lost only if that fails.
                return lose(number)
            }
        }
    }

    private func lose(_ number: HostLease.Number) {
        let lost = entries.withLock { entries -> Entry? in
            guard let entry = entries[number], !entry.isReleased, !entry.isLost else { return nil }
            entries[number]?.isLost = true
            return entry
        }
        guard let lost else { return }
        lost.stop()
        tellLost(lost.host)
    }

    /// Stops every lease, also those that are being taken; their jobs go back to the queue.
    func stopAll() {
        isStopped.withLock { $0 = true }
        for entry in entries.value.values { entry.stop() }
    }
}
