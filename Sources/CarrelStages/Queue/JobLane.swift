/// The two priorities of jobs.
public enum JobLane: Int, Sendable, Hashable, Codable, CaseIterable {
    /// A person asked for them: they go first, and have a limit of their own.
    case requested
    /// A sync listed them.
    case listed
}
