import CarrelStages

/// The workers of a run ("hands"), and the jobs that each is doing.
struct Hands {
    private var tasks: [Int: Task<Void, Never>] = [:]
    private(set) var isStopped = false
    private(set) var failure: StoreError?
    /// The jobs that each one is doing: those of a row, or a single one.
    private var jobs: [Int: [TransferJob]] = [:]
    /// Those whose task is being cancelled, and so does no further job.
    private var cancelled: Set<Int> = []
    /// Jobs that were cancelled after they were leased, until their worker has noticed.
    private var cancelledJobs: Set<TransferJob.ID> = []

    // MARK: Tasks

    /// Notes the task of a hand, which may have begun jobs before this.
    ///
    /// - Returns: whether one of these was cancelled meanwhile, or all work was stopped: the task is to be cancelled.
    mutating func note(_ task: Task<Void, Never>, of hand: Int) -> Bool {
        tasks[hand] = task
        return isStopped || cancelled.contains(hand)
    }

    /// Forgets the task of a hand that has ended its work.
    mutating func forgetTask(of hand: Int) { tasks[hand] = nil }

    // MARK: Jobs

    /// Notes that a hand begins jobs.
    ///
    /// - Returns: those to do; the others were cancelled before.
    mutating func begin(_ jobs: [TransferJob], _ hand: Int) -> [TransferJob] {
        let left = cancelledJobs.isEmpty ? jobs : jobs.filter { !cancelledJobs.contains($0.id) }
        self.jobs[hand] = left
        return left
    }

    /// Whether a job must not be begun or continued.
    func isCancelled(_ job: TransferJob) -> Bool { isStopped || cancelledJobs.contains(job.id) }

    /// Notes that a hand has ended its jobs.
    ///
    /// - Returns: whether its task was cancelled and must end.
    mutating func end(_ jobs: [TransferJob], _ hand: Int) -> Bool {
        self.jobs[hand] = nil
        if !cancelledJobs.isEmpty { for job in jobs { cancelledJobs.remove(job.id) } }
        return cancelled.contains(hand)
    }

    /// Notes that a hand's task has ended.
    ///
    /// - Returns: whether the hand goes on with a new task.
    mutating func renew(_ hand: Int) -> Bool { cancelled.remove(hand) != nil && !isStopped }

    // MARK: Cancelling

    /// Cancels jobs that are leased.
    ///
    /// - Returns: the tasks to cancel.
    mutating func cancel(_ jobs: [TransferJob]) -> [Task<Void, Never>] {
        let ids = Set(jobs.map(\.id))
        cancelledJobs.formUnion(ids)
        return cancelHands { ids.contains($0.id) }
    }

    /// Cancels the jobs of an assignment that are being done.
    ///
    /// - Returns: the tasks to cancel.
    mutating func cancel(assignment: Int) -> [Task<Void, Never>] {
        let mine = jobs.values.joined().filter { $0.assignment == assignment }
        cancelledJobs.formUnion(mine.map(\.id))
        return cancelHands { $0.assignment == assignment }
    }

    private mutating func cancelHands(where condition: (TransferJob) -> Bool) -> [Task<Void, Never>] {
        let mine = jobs.filter { $0.value.contains(where: condition) }.keys
        cancelled.formUnion(mine)
        return mine.compactMap { tasks[$0] }
    }

    /// Stops all work.
    ///
    /// - Returns: the tasks to cancel.
    mutating func stop(_ error: StoreError?) -> [Task<Void, Never>] {
        isStopped = true
        if failure == nil { failure = error }
        return Array(tasks.values)
    }

    /// Forgets the cancelled jobs of a concluded assignment.
    mutating func forget(assignment: Int) {
        guard !cancelledJobs.isEmpty else { return }
        cancelledJobs = cancelledJobs.filter { $0.assignment != assignment }
    }
}
