import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// What every queue that machines share promises.
public enum SharedQueueConformance {
    /// Connections to the queue of one library.
    public struct Testbed: Sendable {
        /// Connects once more, with leases that last that long.
        public var connect: @Sendable (Duration) async throws -> any SharedQueue
        /// The library's records.
        public var ledger: any Ledger

        public init(
            over ledger: any Ledger, connect: @escaping @Sendable (Duration) async throws -> any SharedQueue
        ) {
            (self.ledger, self.connect) = (ledger, connect)
        }

        /// Records that jobs have ended, and changes with them; gives the leases that are lost.
        func end(
            _ tickets: [JobTicket], recording changes: [LibraryChange] = []
        ) async throws -> Set<HostLease.Number> {
            try await ledger.commit(changes, settling: [], ending: tickets)
        }

        func queue(lasts: Duration = .seconds(60)) async throws -> any SharedQueue {
            try await connect(lasts)
        }
    }

    typealias Check = ConformanceCheck<Testbed>

    /// The checks.
    public static let checks: [ConformanceCheck<Testbed>] = posting + leasing + ends + manners

    /// Posts jobs `HOST/NAME`.
    @discardableResult static func post(
        _ titles: [String], on queue: any SharedQueue, to lane: JobLane = .listed, isFollowed: Bool = false
    ) async throws -> (order: JobOrder, taken: [String]) {
        let order = try await queue.begin(catalog: "c", QueueLimits(), isFollowed: isFollowed)
        let taken = try await queue.add(titles.map(JobQueueConformance.job), to: lane, of: order)
        return (order, taken.map(\.title))
    }

    /// A queue on which jobs `HOST/NAME` are posted, and a worker at it.
    static func posted(
        _ titles: [String], at testbed: Testbed
    ) async throws -> (queue: any SharedQueue, worker: QueueWorker) {
        let queue = try await testbed.queue()
        try await post(titles, on: queue)
        return (queue, try await queue.enter("w", at: "w"))
    }

    /// Waits until something is so, for about ten seconds at the most.
    static func wait(
        at queue: any SharedQueue, _ failure: String, until isSo: () async throws -> Bool
    ) async throws {
        for _ in 0..<1000 {
            if try await isSo() { return }
            await queue.waitForNews(atMost: .milliseconds(10))
        }
        throw ConformanceFailure(description: failure)
    }

    /// Leases what is due.
    static func due(
        _ queue: any SharedQueue, _ worker: QueueWorker, hosts: Int = 1, jobs: Int = 10
    ) async throws -> [HostLease] {
        try await queue.lease(worker, mostHosts: hosts, mostJobs: jobs)
    }

    /// Leases one host, as soon as one is due.
    static func next(
        _ queue: any SharedQueue, _ worker: QueueWorker, jobs: Int = 10
    ) async throws -> HostLease {
        for _ in 0..<1000 {
            if let lease = try await due(queue, worker, jobs: jobs).first { return lease }
            await queue.waitForNews(atMost: .milliseconds(10))
        }
        throw ConformanceFailure(description: "no host was due within ten seconds")
    }

    static func ticket(_ job: TransferJob, _ lease: HostLease) -> JobTicket {
        JobTicket(lease: lease.number, receipt: JobQueueConformance.stored(job))
    }
}

extension HostLease {
    var titles: [String] { jobs.map(\.job.title) }
}
