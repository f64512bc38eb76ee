import CarrelModel

/// A batch of jobs for one host, given out to be done.
public struct JobLease: Sendable {
    /// Identifies a lease within its queue.
    public typealias Number = UInt64

    /// Its number.
    public let number: Number
    /// The jobs, in order.
    public let jobs: [TransferJob]

    public init(number: Number, jobs: [TransferJob]) { (self.number, self.jobs) = (number, jobs) }
}

/// The jobs that a call of `cancel` concerns.
public struct CancelledJobs: Sendable {
    /// The jobs that were taken out of the queue.
    public var waiting: [TransferJob] = []
    /// The jobs that are being done; whoever does them must stop.
    public var leased: [TransferJob] = []
    /// The jobs that go on, because others asked for their items, too; the assignments that they belong to leave them.
    public var left: [TransferJob] = []
    /// Those of the waiting ones that their assignments had left before.
    public var ofOthers: [TransferJob] = []

    public init() {}
}

/// What has to be recorded at the end of a lease.
public struct Settlement: Sendable {
    /// The final receipts, including those of jobs that were given up because their host is skipped.
    public var receipts: [Receipt] = []
    /// The hosts that asked to wait.
    public var holds: [HostHold] = []
    /// The jobs that leave the queue, because it passes on those that would wait.
    public var passedOn: [DelayedJob] = []
    /// The jobs with a receipt that had gone on for others alone: the assignments that they belong to had left them.
    public var ofOthers: [TransferJob] = []
    /// The assignments that count these as theirs, by item: of several that share one, the first.
    public var heirs: [ItemKey: Int] = [:]
    /// Whether the queue has no further job, waiting or under way, so that nothing is about to join these receipts.
    public var isLast = false

    public init() {}
}
