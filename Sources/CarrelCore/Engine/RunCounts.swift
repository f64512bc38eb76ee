import CarrelBasics
import CarrelModel
import CarrelStages

/// Counts what a run plans and how that ends, and passes its events on, one at a time.
final class RunCounts: Sendable {
    /// Where its events go.
    let events: EventRelay
    private let locked = Locked((summary: RunSummary(), isPlanned: false))

    init(_ events: EventRelay) { self.events = events }

    /// The counts so far.
    var summary: RunSummary { locked.withLock { $0.summary } }

    /// Whether something was planned, whose end is waited for.
    var isPlanned: Bool { locked.withLock { $0.isPlanned } }

    /// How many events are sent at once, at most.
    private static let eventsAtOnce = 256

    /// Counts the entries of a plan, and sends their events.
    func plan(_ plan: Plan) {
        locked.withLock { locked in
            locked.isPlanned = true
            for entry in plan.entries { locked.summary.list(entry) }
        }
        for start in stride(from: 0, to: plan.entries.count, by: Self.eventsAtOnce) {
            let entries = plan.entries[start..<min(start + Self.eventsAtOnce, plan.entries.count)]
            events.send(entries.map { .planned($0, of: plan.catalog) })
        }
    }

    /// Counts how jobs ended, and sends the events.
    func conclude(_ receipts: [Receipt]) {
        let outcomes = receipts.compactMap { receipt in receipt.outcome.map { ($0, receipt.news) } }
        locked.withLock { for (outcome, news) in outcomes { $0.summary.count(outcome, news) } }
        events.send(receipts.compactMap(\.event))
    }

    /// Counts how one item ended, and sends the event.
    func conclude(_ outcome: Attempt.Outcome, _ event: PipelineEvent) {
        locked.withLock { $0.summary.count(outcome, nil) }
        send(event)
    }

    /// Takes back the count of an item that is fetched again, and sends the event.
    func takeBack(_ outcome: Attempt.Outcome, _ news: News?, _ item: ItemEvent, reason: String) {
        locked.withLock { $0.summary.count(outcome, news, -1) }
        send(.refetching(item, reason: reason))
    }

    /// Counts items that are left to other machines.
    func post(_ count: Int) { locked.withLock { $0.summary.posted += max(0, count) } }

    /// Counts bytes of content.
    func add(bytes: Int64) { locked.withLock { $0.summary.bytes += bytes } }

    /// Sends an event.
    func send(_ event: PipelineEvent) { events.send(event) }

    /// Sends the events of jobs that begin.
    func begin(_ jobs: some Sequence<TransferJob>) { events.send(jobs.map { .started(ItemEvent($0)) }) }
}
