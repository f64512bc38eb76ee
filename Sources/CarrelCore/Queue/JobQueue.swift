/// Holds jobs until somebody does them, and keeps the manners: how many at once in all and a host, in which order, at
/// what distance, and which hosts are left alone.
///
/// **Order.** What a person asked for goes before what a sync listed. Within a host the order is that of `add`; hosts take
/// turns. A job may be added at any moment.
///
/// **Leases.** A lease is a numbered batch of one host's jobs. Whoever holds it does them one after the other and ends it
/// with their receipts, which says what is recorded of them. A job is leased to one at a time.
///
/// **Tries.** A job whose receipt says `.again` comes back to the queue and waits there, holding up no other, unless there
/// were enough tries: then its receipt is a failure.
///
/// **Concurrency.** Calls may overlap, from any task.
public protocol JobQueue: Sendable {
    /// Says that jobs are about to be made from what is recorded now.
    ///
    /// - Returns: a mark for `add`: what lands until then was not known when the jobs were made.
    func prepare() -> JobMark

    /// Adds jobs, in order.
    ///
    /// - Parameters:
    ///   - jobs: the jobs. An item that waits or is on its way already, until it has landed, is not taken twice; one that
    ///     waits in the other lane moves to that of requests where it is asked for.
    ///   - lane: how they are treated.
    ///   - mark: what `prepare` returned before the jobs were made; items that have landed since are not taken.
    /// - Returns: those that were taken.
    @discardableResult func add(_ jobs: [TransferJob], to lane: JobLane, since mark: JobMark?)
        -> [TransferJob]

    /// Waits until there is something to do.
    ///
    /// - Parameter limit: the most jobs, above 0.
    /// - Returns: a lease; `nil` where the queue was closed and is empty, or the task is cancelled.
    func lease(atMost limit: Int) async -> JobLease?

    /// Ends a lease.
    ///
    /// - Parameters:
    ///   - lease: its number; one that is not leased, or no more, is of no effect.
    ///   - receipts: how its jobs ended. Jobs without a receipt wait again.
    /// - Returns: what is to be recorded.
    func finish(_ lease: JobLease.Number, with receipts: [Receipt]) -> Settlement

    /// Says that what the receipts say of an item is recorded: it may be added again, and whoever waits for it goes on.
    func landed(_ key: ItemKey)

    /// Waits until an item is neither in the queue nor on its way any more.
    func waitUntilLanded(_ key: ItemKey) async

    /// Starts nothing of a host before a time has passed.
    func hold(_ host: String, for duration: Duration)

    /// Takes jobs that wait out of the queue, and tells those that are leased, which whoever does them is to stop.
    ///
    /// An item that is leased may be added again; it is done after its lease has ended.
    ///
    /// - Parameter condition: which; must not call out.
    /// - Returns: what was cancelled.
    func cancel(where condition: @Sendable (TransferJob) -> Bool) -> CancelledJobs

    /// Lets `lease` end when everything was done.
    func close()
}

extension JobQueue {
    /// Adds jobs, in order, whatever has landed lately.
    @discardableResult public func add(_ jobs: [TransferJob], to lane: JobLane) -> [TransferJob] {
        add(jobs, to: lane, since: nil)
    }
}

/// An instant in the life of a queue.
public struct JobMark: Sendable, Hashable {
    /// How many marks there were before.
    public let number: UInt64

    /// Makes a mark.
    public init(number: UInt64) { self.number = number }
}

/// How jobs are treated.
public enum JobLane: Int, Sendable, Hashable, Codable, CaseIterable {
    /// A person asked for them: they go first, and have a limit of their own.
    case requested
    /// A sync listed them.
    case listed
}

/// A batch of one host's jobs.
public struct JobLease: Sendable {
    /// Tells a lease from every other of its queue.
    public typealias Number = UInt64

    /// Its number.
    public let number: Number
    /// The jobs, in order.
    public let jobs: [TransferJob]

    /// Makes a lease.
    public init(number: Number, jobs: [TransferJob]) { (self.number, self.jobs) = (number, jobs) }
}

/// What was cancelled.
public struct CancelledJobs: Sendable {
    /// The jobs that waited, and wait no more.
    public var waiting: [TransferJob] = []
    /// The jobs that are being done.
    public var leased: [TransferJob] = []

    /// Makes an empty one.
    public init() {}
}

/// What the end of a lease comes to.
public struct Settlement: Sendable {
    /// The receipts that are final, among them those of jobs that were given up with their host.
    public var receipts: [Receipt] = []
    /// The hosts that asked for patience.
    public var holds: [HostHold] = []

    /// Makes an empty one.
    public init() {}
}

/// How many jobs are done at once, and how hosts are treated.
public struct QueueLimits: Sendable, Hashable {
    /// The most jobs at once that a sync listed.
    public var maxConcurrent = 3
    /// The most jobs at once that a person asked for, beside those.
    public var maxRequested = 3
    /// The most jobs at once for one host and port; `nil` for as many as at all.
    public var maxPerHost: Int?
    /// The shortest time between two requests to one host.
    public var interval: Duration = .zero
    /// After so many failures of a host in a row its other jobs are given up; 0 for never.
    public var hostFailures = 0
    /// How often a try is repeated.
    public var retries = 2
    /// Whether hosts that ask for patience get it.
    public var holdsHosts = true

    /// Makes limits.
    public init(maxConcurrent: Int = 3, maxPerHost: Int? = nil) {
        self.maxConcurrent = maxConcurrent
        self.maxPerHost = maxPerHost
    }
}
