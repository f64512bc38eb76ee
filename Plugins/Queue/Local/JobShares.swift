import CarrelModel
import CarrelStages

/// Who wants jobs beside the assignments that they belong to.
struct JobShares {
    /// The assignments that asked for an item when it had a job.
    private var sharers: [ItemKey: Set<Int>] = [:]
    /// The jobs that go on for others alone.
    private var left: Set<TransferJob.ID> = []

    /// Whether any job goes on for others alone.
    var hasLeft: Bool { !left.isEmpty }

    /// Notes that somebody asks for an item that has a job.
    mutating func add(_ job: TransferJob) { sharers[job.key, default: []].insert(job.assignment) }

    /// The first of those who share the job of an item; `nil` if nobody does.
    func first(of key: ItemKey) -> Int? { sharers[key]?.min() }

    /// Forgets who shares the job of an item.
    mutating func forget(_ key: ItemKey) {
        if !sharers.isEmpty { sharers[key] = nil }
    }

    /// Has those leave who share what they no longer want.
    mutating func leave(_ jobs: JobSelection) {
        for (key, shares) in sharers where jobs.items.contains(key) {
            let rest = jobs.assignments.map { shares.subtracting($0) } ?? []
            sharers[key] = rest.isEmpty ? nil : rest
        }
    }

    /// Has the assignment of a job leave it to others, if it no longer wants it and they do.
    ///
    /// - Returns: whether it leaves it now.
    mutating func leave(_ job: TransferJob, _ jobs: JobSelection) -> Bool {
        guard sharers[job.key] != nil, jobs.contains(job) else { return false }
        return left.insert(job.id).inserted
    }

    /// Whether nobody wants a job any longer, once those have left who do not.
    func isOver(_ job: TransferJob, _ jobs: JobSelection) -> Bool {
        guard sharers[job.key] == nil, jobs.items.contains(job.key) else { return false }
        return jobs.contains(job) || left.contains(job.id)
    }

    /// Forgets a job that ends.
    ///
    /// - Returns: whether it went on for others alone.
    mutating func end(_ job: TransferJob) -> Bool { !left.isEmpty && left.remove(job.id) != nil }
}
