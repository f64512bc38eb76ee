import CarrelStages
import Foundation

/// The jobs whose time was over while they waited: they wait for their hosts no longer, since nothing will be requested
/// for them.
struct OverdueJobs {
    /// The earliest deadline of the jobs that wait for their hosts; `nil` if none has one.
    private(set) var next: Date?
    private var lines = [WaitingLine<TransferJob>(), WaitingLine<TransferJob>()]

    /// How many there are.
    var count: Int { lines.reduce(0) { $0 + $1.count } }

    /// Notes that a job waits for its host.
    mutating func note(_ job: TransferJob) {
        guard let deadline = job.deadline else { return }
        next = min(next ?? deadline, deadline)
    }

    /// Takes the jobs from their hosts whose time is over.
    ///
    /// - Parameters:
    ///   - hosts: where jobs wait.
    ///   - date: the time of day.
    mutating func collect(from hosts: inout HostQueues, at date: Date) {
        guard let first = next, first <= date else { return }
        var next: Date?
        let over = hosts.remove { job in
            guard let deadline = job.deadline, deadline > date else { return job.deadline != nil }
            next = min(next ?? deadline, deadline)
            return false
        }
        self.next = next
        for waiting in over { lines[waiting.lane.rawValue].add(waiting.job) }
    }

    /// Takes jobs of one host.
    ///
    /// - Parameters:
    ///   - limit: the most.
    ///   - lane: their lane.
    /// - Returns: the jobs; none if there are none.
    mutating func take(atMost limit: Int, in lane: JobLane) -> [TransferJob] {
        var jobs: [TransferJob] = []
        while jobs.count < limit, let job = lines[lane.rawValue].first,
            job.host == jobs.first?.host ?? job.host
        {
            jobs.append(job)
            _ = lines[lane.rawValue].next()
        }
        return jobs
    }

    /// Takes every job that meets a condition.
    mutating func remove(where condition: (TransferJob) -> Bool) -> [TransferJob] {
        guard count > 0 else { return [] }
        var removed: [TransferJob] = []
        for index in lines.indices {
            let jobs = lines[index].elements
            removed += jobs.filter(condition)
            lines[index] = WaitingLine(jobs.filter { !condition($0) })
        }
        return removed
    }
}
