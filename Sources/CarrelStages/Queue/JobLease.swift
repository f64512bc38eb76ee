import CarrelModel

/// A batch of one host's jobs.
public struct JobLease: Sendable {
    /// Tells a lease from every other of its queue.
    public typealias Number = UInt64

    /// Its number.
    public let number: Number
    /// The jobs, in order.
    public let jobs: [TransferJob]

    public init(number: Number, jobs: [TransferJob]) { (self.number, self.jobs) = (number, jobs) }
}

/// What was cancelled.
public struct CancelledJobs: Sendable {
    /// The jobs that waited, and no longer do.
    public var waiting: [TransferJob] = []
    /// The jobs that are being done.
    public var leased: [TransferJob] = []

    public init() {}
}

/// What the end of a lease comes to.
public struct Settlement: Sendable {
    /// The receipts that are final, among them those of jobs that were given up with their host.
    public var receipts: [Receipt] = []
    /// The hosts that asked for patience.
    public var holds: [HostHold] = []

    public init() {}
}
