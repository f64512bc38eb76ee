import CarrelBasics
import CarrelModel
import CarrelStages

/// Counts what a run plans and how that ends, and passes its events on, one at a time.
final class RunCounts: Sendable {
    /// Where its events go.
    let events: EventRelay
    private let locked = Locked(State())

    private struct State {
        var summary = RunSummary()
        var isTold = false
        /// The items whose result was taken back and that have no other one yet, and why.
        var takenBack: [ItemKey: (item: ItemEvent, reason: String)] = [:]
        /// The items that somebody ignored after they were planned.
        var ignored: Set<ItemKey> = []
        /// The events of documents that are no longer listed, while items at new addresses may turn out to have them.
        var unlisted: [ItemKey: PipelineEvent] = [:]

        /// Counts how an item ended.
        mutating func end(
            _ key: ItemKey?, _ outcome: Attempt.Outcome, _ news: News?, isDiscarded: Bool = false
        ) {
            if outcome == .parked, !ignored.isEmpty, let key, ignored.contains(key) {
                summary.ignored += 1
            } else {
                summary.count(outcome, news, isDiscarded: isDiscarded)
            }
            if !takenBack.isEmpty, let key { takenBack[key] = nil }
        }

        /// Counts how a job ended.
        mutating func end(_ receipt: Receipt, _ outcome: Attempt.Outcome) {
            let job = receipt.job
            end(job.key, outcome, receipt.news, isDiscarded: job.ways.contains(.pastDiscarded))
        }
    }

    init(_ events: EventRelay) { self.events = events }

    /// The counts so far.
    var summary: RunSummary { locked.withLock { $0.summary } }

    /// Whether listeners heard of something planned, and wait for its end.
    var isTold: Bool { locked.withLock { $0.isTold } }

    /// How many events are sent at once, at most.
    private static let eventsAtOnce = 256

    /// Counts the entries of a plan; `tell` sends their events.
    func plan(_ plan: Plan) {
        locked.withLock { state in
            for entry in plan.entries { state.summary.list(entry) }
        }
    }

    /// Sends the events of a plan that was counted.
    ///
    /// - Parameters:
    ///   - plan: the plan.
    ///   - isFetched: whether what it says is fetched now. What is no longer listed is then told by `tellUnlisted`, if a
    ///     document may follow a new address.
    func tell(_ plan: Plan, isFetched: Bool = false) {
        let waits = isFetched && plan.entries.contains { $0.action == .download || $0.action == .resume }
        locked.withLock { state in
            state.isTold = true
            guard waits else { return }
            for place in plan.places(where: { $0 == .orphaned }) {
                state.unlisted[plan.key(at: place)] = .planned(plan.entries[place], of: plan.catalog)
            }
        }
        for entries in plan.entries.groups(of: Self.eventsAtOnce) {
            events.receive(
                entries.compactMap { entry -> PipelineEvent? in
                    waits && entry.action == .orphaned ? nil : .planned(entry, of: plan.catalog)
                })
        }
    }

    /// Takes back that a document is no longer listed: an item at a new address has it.
    func follow(_ former: ItemKey) {
        locked.withLock { state in
            if state.unlisted.removeValue(forKey: former) != nil { state.summary.orphaned -= 1 }
        }
    }

    /// Sends the events of documents that are no longer listed and that followed no new address.
    func tellUnlisted() {
        let left = locked.withLock { state in
            defer { state.unlisted = [:] }
            return state.unlisted
        }
        guard !left.isEmpty else { return }
        events.receive(
            left.sorted { ($0.key.collection, $0.key.item) < ($1.key.collection, $1.key.item) }.map(\.value))
    }

    /// Counts how jobs ended, and sends the events.
    ///
    /// - Parameters:
    ///   - receipts: how they ended.
    ///   - isRequested: whether a person asked for an item.
    func conclude(_ receipts: [Receipt], isRequested: (ItemKey) -> Bool = { _ in false }) {
        let ended = receipts.compactMap { receipt in receipt.outcome.map { (receipt, $0) } }
        locked.withLock { state in
            for (receipt, outcome) in ended { state.end(receipt, outcome) }
        }
        events.receive(receipts.compactMap { $0.event(isRequested: isRequested($0.job.key)) })
    }

    /// Counts how a job ended whose event others send.
    func count(_ receipt: Receipt) {
        guard let outcome = receipt.outcome else { return }
        locked.withLock { state in
            state.end(receipt, outcome)
            state.summary.bytes += receipt.tries.bytes
        }
    }

    /// Sends the events of jobs that are not counted here.
    func tell(_ receipts: [Receipt]) { events.receive(receipts.compactMap { $0.event() }) }

    /// Counts how one item ended, and sends the event.
    func conclude(_ outcome: Attempt.Outcome, _ event: PipelineEvent) {
        let news: News? = if case .stored(_, _, let told) = event { told } else { nil }
        locked.withLock { $0.end(event.item?.key, outcome, news) }
        send(event)
    }

    /// Has an item count as ignored if it ends without a result.
    func noteIgnored(_ key: ItemKey) { locked.withLock { _ = $0.ignored.insert(key) } }

    /// Counts an item that is ignored before it was begun, and sends the event.
    func ignore(_ item: ItemEvent) {
        noteIgnored(item.key)
        conclude(.parked, .parked(item, reason: "ignored"))
    }

    /// Takes back the count of an item that is fetched again, and sends the event.
    func takeBack(
        _ outcome: Attempt.Outcome, _ news: News?, _ item: ItemEvent, reason: String,
        isDiscarded: Bool = false
    ) {
        locked.withLock {
            $0.summary.count(outcome, news, -1, isDiscarded: isDiscarded)
            $0.takenBack[item.key] = (item, reason)
        }
        send(.refetching(item, reason: reason))
    }

    /// Leaves to a later run what was taken back and has not come again.
    func parkTakenBack() {
        let left = locked.withLock { $0.takenBack.values.sorted { $0.item.key.item < $1.item.key.item } }
        for (item, reason) in left { conclude(.parked, .parked(item, reason: reason)) }
    }

    /// Counts items that are left to other machines.
    func post(_ count: Int) { locked.withLock { $0.summary.posted += max(0, count) } }

    /// Counts bytes of content.
    func add(bytes: Int64) { locked.withLock { $0.summary.bytes += bytes } }

    func send(_ event: PipelineEvent) { events.receive(event) }

    func begin(_ jobs: some Sequence<TransferJob>) { events.receive(jobs.map { .started(ItemEvent($0)) }) }
}
