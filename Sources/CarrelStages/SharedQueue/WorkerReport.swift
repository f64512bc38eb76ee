import CarrelModel
import Foundation

/// What a worker has done since it began.
public struct WorkerReport: Sendable, Hashable, Codable {
    /// The number of documents that were stored.
    public var stored = 0
    /// The number of documents that were found unchanged.
    public var unchanged = 0
    /// The number of jobs that failed.
    public var failed = 0
    /// The bytes of content that were received.
    public var bytes: Int64 = 0
    /// What keeps it from working; `nil` if it works.
    public var trouble: String?
    /// Whether it takes no further jobs.
    public var isDraining = false

    public init() {}
}

/// What a worker learns when it extends its leases.
public struct LeaseNews: Sendable {
    /// Whether the queue has it on its list; one that was not heard of for long is taken off.
    public var isKnown: Bool
    /// The leases that it still has.
    public var leases: Set<HostLease.Number>
    /// How long they last from the call.
    public var lasts: Duration
    /// The orders that were cancelled while some of their jobs are leased to it.
    public var cancelled: Set<JobOrder>
    /// The items that are leased to it and that nobody wants any longer, beside those of cancelled orders.
    public var unwanted: Set<ItemKey>
    /// Whether somebody waits to have the library alone.
    public var isWaitedFor: Bool
    /// Whether documents are recorded that a worker which is gone has not given their names.
    public var hasUnnamedDocuments: Bool

    public init(
        isKnown: Bool, leases: Set<HostLease.Number> = [], lasts: Duration, cancelled: Set<JobOrder> = [],
        unwanted: Set<ItemKey> = [], isWaitedFor: Bool = false, hasUnnamedDocuments: Bool = false
    ) {
        self.isKnown = isKnown
        (self.leases, self.lasts, self.cancelled, self.unwanted) = (leases, lasts, cancelled, unwanted)
        (self.isWaitedFor, self.hasUnnamedDocuments) = (isWaitedFor, hasUnnamedDocuments)
    }
}

/// The state of a shared queue.
public struct SharedQueueStatus: Sendable, Codable {
    /// A worker of one machine.
    public struct Worker: Sendable, Codable {
        /// Its number.
        public var number: Int64
        /// Its name.
        public var name: String
        /// When it began.
        public var since: Date
        /// When it was last heard of.
        public var seen: Date
        /// Whether it is late: its leases end unless it is heard of again.
        public var isLate: Bool
        /// The number of its leases that have not ended.
        public var leases: Int
        /// The number of jobs that it has.
        public var jobs: Int
        /// What it has done.
        public var report: WorkerReport
        /// Documents a second, over the last minute or since it began.
        public var rate: Double

        public init(
            number: Int64, name: String, since: Date, seen: Date, isLate: Bool, leases: Int, jobs: Int,
            report: WorkerReport, rate: Double
        ) {
            (self.number, self.name, self.since, self.seen, self.isLate) = (number, name, since, seen, isLate)
            (self.leases, self.jobs, self.report, self.rate) = (leases, jobs, report, rate)
        }
    }

    /// A host.
    public struct Host: Sendable, Codable {
        /// Host and port.
        public var name: String
        /// The number of jobs that wait.
        public var waiting: Int
        /// The number of the worker that fetches from it; `nil` if none does, or its lease has ended.
        public var worker: Int64?
        /// Until when it gets no requests; `nil` if it may get some now.
        public var heldUntil: Date?
        /// Why it gets none until then.
        public var reason: String?

        public init(name: String, waiting: Int, worker: Int64?, heldUntil: Date?, reason: String?) {
            (self.name, self.waiting, self.worker) = (name, waiting, worker)
            (self.heldUntil, self.reason) = (heldUntil, reason)
        }
    }

    /// The database's time.
    public var now: Date
    /// Who works, in order of their numbers.
    public var workers: [Worker]
    /// Hosts with jobs: first those on hold, then those with most jobs.
    public var hosts: [Host]
    /// The number of jobs that wait.
    public var waiting: Int
    /// The number of jobs that are being fetched or recorded.
    public var leased: Int
    /// The number of hosts with jobs.
    public var hostCount: Int
    /// The number of documents that are recorded, and that wait for their names.
    public var unnamed: Int

    public init(
        now: Date, workers: [Worker], hosts: [Host], waiting: Int, leased: Int, hostCount: Int,
        unnamed: Int = 0
    ) {
        (self.now, self.workers, self.hosts) = (now, workers, hosts)
        (self.waiting, self.leased, self.hostCount, self.unnamed) = (waiting, leased, hostCount, unnamed)
    }
}
