/// A point in the history of a queue.
public struct JobMark: Sendable, Hashable {
    /// Its number: higher than that of every mark before it.
    public let number: UInt64

    public init(number: UInt64) { self.number = number }
}
