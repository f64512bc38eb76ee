import CarrelBasics
import CarrelModel
import CarrelStages

/// The jobs of a lease that are of one catalogue.
final class LeasedJobs: Sendable {
    /// The lease's number.
    let number: HostLease.Number
    /// The catalogue's location.
    let catalog: String
    /// The jobs, in order.
    let jobs: [TransferJob]
    /// The items that a person asked for.
    let requested: Set<ItemKey>
    /// Lets requests through while the lease lasts, in turn with those of other machines.
    let turns: LeaseTurns
    private let left = Locked([DelayedJob]())
    /// The items whose jobs are not begun here.
    private let postponed = Locked(Set<ItemKey>())

    init(_ lease: HostLease, catalog: String, _ leased: [LeasedJob], turns: LeaseTurns) {
        (number, self.catalog, self.turns) = (lease.number, catalog, turns)
        jobs = leased.map(\.job)
        requested = Set(leased.filter { $0.lane == .requested }.map(\.job.key))
    }

    /// The jobs as those of an assignment, but those that were postponed.
    func begin(_ assignment: Int) -> [TransferJob] {
        let postponed = postponed.value
        return jobs.enumerated().filter { !postponed.contains($1.key) }
            .map { $1.assigned(to: assignment, at: $0) }
    }

    /// Has jobs wait in the shared queue instead of beginning them.
    func postpone(_ keys: Set<ItemKey>, for delay: Duration) {
        postponed.withLock { $0 = keys }
        passOn(jobs.filter { keys.contains($0.key) }.map { DelayedJob($0, after: delay) })
    }

    /// The jobs as a plan.
    var plan: Plan {
        Plan(
            catalog: catalog,
            entries: jobs.map { job in
                var item = Item(title: job.title, url: job.url)
                item.id = job.key.item
                return PlanEntry(job.action, reason: "", collection: job.key.collection, item: item)
            })
    }

    /// Takes jobs that go back to the shared queue.
    func passOn(_ jobs: [DelayedJob]) { left.withLock { $0 += jobs } }

    /// The jobs to give back.
    var passedOn: [DelayedJob] { left.value }

    /// Hands the jobs to give back over, each once.
    func takePassedOn() -> [DelayedJob] {
        left.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
    }
}
