import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// What every queue of jobs promises.
public enum JobQueueConformance {
    /// A queue with its clock.
    public struct Testbed: Sendable {
        /// Makes a queue.
        public var make: @Sendable (QueueLimits, ManualClock) -> any JobQueue

        public init(make: @escaping @Sendable (QueueLimits, ManualClock) -> any JobQueue) { self.make = make }

        func queue(
            _ limits: QueueLimits = QueueLimits(), _ clock: ManualClock = ManualClock()
        ) -> any JobQueue { make(limits, clock) }
    }

    typealias Check = ConformanceCheck<Testbed>

    /// The checks.
    public static let checks: [ConformanceCheck<Testbed>] = order + landing + manners

    /// A job `HOST/NAME`.
    public static func job(_ title: String) -> TransferJob { job(title, until: nil) }

    /// A job of an assignment.
    static func job(_ title: String, of assignment: Int) -> TransferJob {
        job(title).assigned(to: assignment, at: 0)
    }

    static func job(_ title: String, until deadline: Date?) -> TransferJob {
        let host = title.split(separator: "/")[0]
        return TransferJob(
            key: ItemKey(catalog: "c", collection: String(host), item: title), title: title,
            url: "http://\(host).example/\(title)", action: .download,
            promise: DocumentPromise(Item(title: title, url: nil)), name: title, deadline: deadline)
    }

    /// One job.
    static func only(_ title: String) -> JobSelection { JobSelection(.these([job(title).key])) }

    /// The receipt of a job whose document was found unchanged.
    public static func stored(_ job: TransferJob) -> Receipt {
        Receipt(job, .unchanged(DocumentOrigin(url: job.url, validators: Validators())), at: Date())
    }

    /// The next lease.
    static func leased(_ queue: any JobQueue, atMost limit: Int = 1) async throws -> JobLease {
        try requireValue(await queue.lease(atMost: limit), "a lease")
    }

    /// Ends a lease of one job with a setback.
    static func setBack(
        _ lease: JobLease, _ setback: Receipt.Setback, in queue: any JobQueue
    ) -> Settlement {
        queue.finish(lease.number, with: [Receipt(lease.jobs[0], .again(setback), at: Date())])
    }

    /// The titles of the next lease.
    static func next(_ queue: any JobQueue, isDone: Bool = false) async throws -> [String] {
        let lease = try await leased(queue)
        if isDone { _ = queue.finish(lease.number, with: lease.jobs.map(stored)) }
        return lease.jobs.map(\.title)
    }
}

extension JobQueue {
    /// Adds jobs, in order, whether or not their items landed lately.
    @discardableResult func add(_ jobs: [TransferJob], to lane: JobLane) -> [TransferJob] {
        add(jobs, to: lane, since: nil)
    }
}
