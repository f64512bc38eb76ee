import CarrelHTTP

/// A request as it arrived.
public struct RecordedRequest: Sendable, Hashable {
    /// The method.
    public var method: String
    /// The path and query.
    public var target: String
    /// The field lines.
    public var fields: HTTPFields
    /// What was sent.
    public var content: [UInt8] = []
    /// Which connection brought it, counted from 1; the scripted fetcher acts as if it had some.
    public var connection: Int

    public init(
        method: String = "GET", target: String, fields: HTTPFields = HTTPFields(), connection: Int = 0
    ) {
        self.method = method
        self.target = target
        self.fields = fields
        self.connection = connection
    }

    /// The path without the query.
    public var path: String { target.split(separator: "?", maxSplits: 1).first.map(String.init) ?? target }
}
