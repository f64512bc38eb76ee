/// A point in the history of a queue.
public struct JobMark: Sendable, Hashable {
    /// The number of earlier marks.
    public let number: UInt64

    public init(number: UInt64) { self.number = number }
}

/// The two priorities of jobs.
public enum JobLane: Int, Sendable, Hashable, Codable, CaseIterable {
    /// A person asked for them: they go first, and have a limit of their own.
    case requested
    /// A sync listed them.
    case listed
}
