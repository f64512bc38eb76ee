import CarrelModel

/// A host that a worker may fetch from, with a batch of its jobs.
public struct HostLease: Sendable {
    /// Identifies a lease within the library, for good: the fence.
    public typealias Number = Int64

    /// Its number.
    public let number: Number
    /// Host and port.
    public let host: String
    /// The jobs, in order.
    public let jobs: [LeasedJob]
    /// The failures in a row that the host has behind it.
    public let failures: Int
    /// How often it has paused for them.
    public let pauses: Int
    /// Why the host gets no requests at all; `nil` if it does.
    public let leftAlone: String?
    /// How long the lease lasts from the call that brought it.
    public let lasts: Duration

    public init(
        number: Number, host: String, jobs: [LeasedJob], failures: Int = 0, pauses: Int = 0,
        leftAlone: String? = nil, lasts: Duration
    ) {
        (self.number, self.host, self.jobs) = (number, host, jobs)
        (self.failures, self.pauses) = (failures, pauses)
        (self.leftAlone, self.lasts) = (leftAlone, lasts)
    }

    /// How the host behaved before.
    public var state: HostState {
        var state = HostState()
        (state.failures, state.pauses) = (failures, pauses)
        return state
    }
}

/// A job of a lease.
public struct LeasedJob: Sendable {
    /// The job.
    public let job: TransferJob
    /// Its priority.
    public let lane: JobLane
    /// The order that it belongs to.
    public let order: JobOrder
    /// How its order's hosts are treated.
    public let limits: QueueLimits

    public init(_ job: TransferJob, lane: JobLane, order: JobOrder, limits: QueueLimits) {
        (self.job, self.lane, self.order, self.limits) = (job, lane, order, limits)
    }
}

/// A job of a lease that has ended, to be taken out of the queue as its end is recorded.
public struct JobTicket: Sendable {
    /// The lease's number.
    public let lease: HostLease.Number
    /// How it ended; kept for whoever follows the order.
    public let receipt: Receipt

    public init(lease: HostLease.Number, receipt: Receipt) {
        self.lease = lease
        self.receipt = receipt.slim
    }
}
