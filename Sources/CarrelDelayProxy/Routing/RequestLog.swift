import CarrelBasics

/// One answered request, for a line in a log.
///
/// Texts from the client hold no control characters.
public struct RequestLog: Sendable, Hashable {
    /// The method.
    public let method: String
    /// The request target without control characters and without the values of a query that may be keys, cut at 500
    /// characters.
    public let target: String
    /// The status of the response.
    public let status: Int
    /// How long the response was held back.
    public let delay: Duration
    /// The length of the content in bytes.
    public let bytes: Int64
}

extension RequestLog: CustomStringConvertible {
    /// The line: `200 GET /handbook.json 812 B after 5s`.
    public var description: String {
        let wait = delay > .zero ? " after \(delay.durationText)" : ""
        return "\(status) \(method) \(target) \(ByteCount(bytes))\(wait)"
    }
}
