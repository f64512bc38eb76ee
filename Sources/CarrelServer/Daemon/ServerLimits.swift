/// What a server bears.
public struct ServerLimits: Sendable {
    /// The most connections at once; further ones are refused.
    public var connections: Int
    /// The most connections at once from one network (`ServerRequest.client`); `nil` for no such limit.
    public var connectionsPerClient: Int?
    /// How long a connection may be idle, delays not counted.
    public var timeout: Duration
    /// The memory of a connection in bytes: the limit of a request's head.
    public var connectionMemory: Int
    /// The largest response that is relayed, in bytes.
    public var spool: Int64

    /// Makes limits.
    public init(
        connections: Int = 512, connectionsPerClient: Int? = nil, timeout: Duration = .seconds(60),
        connectionMemory: Int = 64 << 10, spool: Int64 = 1 << 30
    ) {
        self.connections = connections
        self.connectionsPerClient = connectionsPerClient
        self.timeout = timeout
        self.connectionMemory = connectionMemory
        self.spool = spool
    }
}
