import CarrelModel
import CarrelStages

/// Who is at work in a run, and on what.
struct Hands {
    /// Tells a job from every other of the run.
    struct JobID: Hashable {
        var assignment: Int
        var key: ItemKey

        init(_ job: TransferJob) { (assignment, key) = (job.assignment, job.key) }
    }

    var tasks: [Int: Task<Void, Never>] = [:]
    private(set) var isStopped = false
    private(set) var failure: StoreError?
    /// What each one does now: the jobs of a batch, or a single one.
    private var jobs: [Int: [TransferJob]] = [:]
    /// Those whose task is being cancelled: it does no other job.
    private var cancelled: Set<Int> = []
    /// Jobs that were cancelled after they were leased, until somebody takes note.
    private var cancelledJobs: Set<JobID> = []

    // MARK: Jobs

    /// Says who does jobs.
    ///
    /// - Returns: those that are to be done: the others were cancelled before.
    mutating func begin(_ jobs: [TransferJob], _ hand: Int) -> [TransferJob] {
        let left = cancelledJobs.isEmpty ? jobs : jobs.filter { !cancelledJobs.contains(JobID($0)) }
        self.jobs[hand] = left
        return left
    }

    /// Whether a job is not to be done, or not any further.
    func isCancelled(_ job: TransferJob) -> Bool { isStopped || cancelledJobs.contains(JobID(job)) }

    /// Notes that a hand has ended its jobs.
    ///
    /// - Returns: whether its task is of no further use.
    mutating func end(_ jobs: [TransferJob], _ hand: Int) -> Bool {
        self.jobs[hand] = nil
        if !cancelledJobs.isEmpty { for job in jobs { cancelledJobs.remove(JobID(job)) } }
        return cancelled.contains(hand)
    }

    /// Ends a hand's task.
    ///
    /// - Returns: whether it goes on with another one.
    mutating func renew(_ hand: Int) -> Bool { cancelled.remove(hand) != nil && !isStopped }

    // MARK: Cancelling

    /// Cancels jobs that are leased.
    ///
    /// - Returns: the tasks to be cancelled.
    mutating func cancel(_ jobs: [TransferJob]) -> [Task<Void, Never>] {
        let ids = Set(jobs.map(JobID.init))
        cancelledJobs.formUnion(ids)
        return cancelHands { ids.contains(JobID($0)) }
    }

    /// Cancels what an assignment has under way.
    ///
    /// - Returns: the tasks to be cancelled.
    mutating func cancel(assignment: Int) -> [Task<Void, Never>] {
        let mine = jobs.values.joined().filter { $0.assignment == assignment }
        cancelledJobs.formUnion(mine.map(JobID.init))
        return cancelHands { $0.assignment == assignment }
    }

    private mutating func cancelHands(where condition: (TransferJob) -> Bool) -> [Task<Void, Never>] {
        let mine = jobs.filter { $0.value.contains(where: condition) }.keys
        cancelled.formUnion(mine)
        return mine.compactMap { tasks[$0] }
    }

    /// Has nothing more done.
    ///
    /// - Returns: the tasks to be cancelled.
    mutating func stop(_ error: StoreError?) -> [Task<Void, Never>] {
        isStopped = true
        if failure == nil { failure = error }
        return Array(tasks.values)
    }

    /// Forgets the jobs of an assignment that is concluded.
    mutating func forget(assignment: Int) {
        guard !cancelledJobs.isEmpty else { return }
        cancelledJobs = cancelledJobs.filter { $0.assignment != assignment }
    }
}
