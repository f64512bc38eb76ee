/// Identifies a connection among all that a fetcher ever made.
public struct ConnectionID: Sendable, Hashable, Codable {
    /// The number, which only means something to the fetcher.
    public let number: UInt64

    public init(_ number: UInt64) { self.number = number }
}
