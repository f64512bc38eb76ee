/// What a server bears.
public struct ServerLimits: Sendable {
    /// The most connections at once; further ones are refused.
    public var connections: Int
    /// The most connections at once from one network (`ServerRequest.client`); `nil` for no such limit.
    public var connectionsPerClient: Int?
    /// How long a connection may be idle, delays not counted, in seconds.
    static let timeout: UInt32 = 60
    /// The memory of a connection in bytes: the limit of a request's head.
    static let connectionMemory = 64 << 10
    /// The largest response that is relayed, in bytes.
    public var spool: Int64

    /// Makes limits.
    public init(
        connections: Int = 512, connectionsPerClient: Int? = nil, spool: Int64 = 1 << 30
    ) {
        self.connections = connections
        self.connectionsPerClient = connectionsPerClient
        self.spool = spool
    }

    /// The limits of a server for many networks, whoever of them comes: every connection may have a file open beside its
    /// socket, and the process has files of its own.
    ///
    /// - Parameter files: how many files the process may have open.
    /// - Returns: at most 2048 connections, three quarters of them for one network.
    public static func shared(files: Int) -> ServerLimits {
        let connections = min(2048, max(1, (files - min(256, files / 2)) / 2))
        return ServerLimits(
            connections: connections, connectionsPerClient: max(1, connections - connections / 4))
    }
}
