/// A process that works on a shared queue.
public struct QueueWorker: Sendable, Hashable {
    /// Its number, unique in the library.
    public let number: Int64

    public init(number: Int64) { self.number = number }
}
