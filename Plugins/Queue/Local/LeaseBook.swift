import CarrelStages

/// The leases that have not ended.
struct LeaseBook {
    /// What a lease is of.
    struct Entry {
        var jobs: [TransferJob]
        var lane: JobLane
        /// When it began.
        var began: Duration
    }

    private var entries: [JobLease.Number: Entry] = [:]
    private var counts = [0, 0]
    private var last: JobLease.Number = 0

    var isEmpty: Bool { entries.isEmpty }
    /// The jobs that are being done.
    var jobs: [TransferJob] { entries.values.flatMap(\.jobs) }

    /// How many leases of a lane there are.
    func count(in lane: JobLane) -> Int { counts[lane.rawValue] }

    mutating func begin(_ jobs: [TransferJob], in lane: JobLane, at now: Duration) -> JobLease {
        last += 1
        counts[lane.rawValue] += 1
        entries[last] = Entry(jobs: jobs, lane: lane, began: now)
        return JobLease(number: last, jobs: jobs)
    }

    /// Takes jobs out of a lease.
    ///
    /// - Returns: its lane; `nil` if there is none of that number.
    mutating func remove(_ jobs: [TransferJob], from number: JobLease.Number) -> JobLane? {
        let keys = Set(jobs.map(\.key))
        entries[number]?.jobs.removeAll { keys.contains($0.key) }
        return entries[number]?.lane
    }

    /// Ends a lease; `nil` if there is none of that number.
    mutating func end(_ number: JobLease.Number) -> Entry? {
        guard let entry = entries.removeValue(forKey: number) else { return nil }
        counts[entry.lane.rawValue] -= 1
        return entry
    }
}
