import CarrelStages

/// How many jobs may be done at once.
extension QueueState {
    /// Whether a lane may have one lease more.
    func hasRoom(_ lane: JobLane) -> Bool { leases.count(in: lane) < most(lane) }

    /// How many jobs a lease may be of: of a few that wait, each of those who work gets some.
    func share(_ limit: Int, of lane: JobLane) -> Int { max(1, min(limit, waiting / (4 * most(lane)))) }

    private func most(_ lane: JobLane) -> Int {
        max(1, lane == .requested ? limits.maxRequested : limits.maxConcurrent)
    }
}
