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
    /// Whether the queue has no further job, waiting or under way, so that nothing is about to join these receipts.
    public var isLast = false

    public init() {}
}
