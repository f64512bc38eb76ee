import CarrelBasics
import CarrelModel
import CarrelStages

/// Counts the results of an assignment and passes its events on, one at a time.
final class RunCounts: Sendable {
    private let events: EventRelay
    private let locked = Locked(RunSummary())

    init(_ events: EventRelay) { self.events = events }

    /// The counts so far.
    var summary: RunSummary { locked.value }

    /// Counts an entry of the plan.
    func list(_ entry: PlanEntry) {
        locked.withLock { summary in
            if entry.action != .orphaned { summary.listed += 1 }
            switch entry.action {
            case .keep where entry.item.duplicateOf != nil: summary.duplicates += 1
            case .keep: summary.unchanged += 1
            case .unavailable: summary.unavailable += 1
            case .ignored: summary.ignored += 1
            case .orphaned: summary.orphaned += 1
            case .deferred: summary.deferred += 1
            case .download, .resume, .revalidate, .refused: break
            }
        }
    }

    /// Counts how jobs ended, and sends the events.
    func conclude(_ receipts: [Receipt]) {
        let outcomes = receipts.compactMap { receipt in receipt.outcome.map { ($0, receipt.news) } }
        locked.withLock { summary in for (outcome, news) in outcomes { summary.count(outcome, news) } }
        events.send(receipts.compactMap(\.event))
    }

    /// Counts how one item ended, and sends the event.
    func conclude(_ outcome: Attempt.Outcome, _ event: PipelineEvent) {
        locked.withLock { $0.count(outcome, nil) }
        send(event)
    }

    /// Takes back the count of an item that is fetched again, and sends the event.
    func takeBack(_ outcome: Attempt.Outcome, _ news: News?, _ item: ItemEvent, reason: String) {
        locked.withLock { summary in
            summary.listed -= 1
            summary.count(outcome, news, -1)
        }
        send(.refetching(item, reason: reason))
    }

    /// Counts items that are left to other machines.
    func post(_ count: Int) { locked.withLock { $0.posted += max(0, count) } }

    /// Counts bytes of content.
    func add(bytes: Int64) { locked.withLock { $0.bytes += bytes } }

    /// Sends an event.
    func send(_ event: PipelineEvent) { events.send(event) }

    /// Sends the events of jobs that begin.
    func begin(_ jobs: some Sequence<TransferJob>) { events.send(jobs.map { .started(ItemEvent($0)) }) }
}
