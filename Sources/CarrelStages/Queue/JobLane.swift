/// An instant in the life of a queue.
public struct JobMark: Sendable, Hashable {
    /// How many marks there were before.
    public let number: UInt64

    public init(number: UInt64) { self.number = number }
}

/// How jobs are treated.
public enum JobLane: Int, Sendable, Hashable, Codable, CaseIterable {
    /// A person asked for them: they go first, and have a limit of their own.
    case requested
    /// A sync listed them.
    case listed
}
