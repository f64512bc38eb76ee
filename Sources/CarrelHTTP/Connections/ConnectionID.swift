/// Tells a connection of a fetcher from every other that this fetcher ever made.
public struct ConnectionID: Sendable, Hashable, Codable {
    /// The number; it means nothing to anybody but the fetcher.
    public let number: UInt64

    /// Makes an identity of a number that is given once.
    public init(_ number: UInt64) { self.number = number }
}
