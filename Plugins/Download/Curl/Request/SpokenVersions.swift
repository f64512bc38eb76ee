import CarrelHTTP

/// Which version of HTTP is spoken with servers that do not say over HTTP/2 where a document ends.
///
/// What one document does says nothing of the others, unless it is told over HTTP/1.1.
struct SpokenVersions {
    private struct Server {
        /// The version that tells most; `nil` while it is not known.
        var version: CurlOrder.Version?
        /// How many documents ended with their connection over HTTP/1.1, no longer than over HTTP/2, while none was told.
        var untold = 0
        /// When it first let a request over HTTP/1.1 go unanswered, since it last answered one.
        var refused: ContinuousClock.Instant?
    }

    private var servers: [Origin: Server] = [:]

    /// How long a server may have too much to do.
    private static let moment = Duration.milliseconds(500)
    /// After that many documents no further one is asked for over HTTP/1.1 first.
    private static let manyUntold = 8

    /// Has an exchange begin with the version that its server was found to need.
    func choose(for order: inout CurlOrder) {
        guard order.version == .any, !servers.isEmpty, let known = server(of: order)?.version else { return }
        order.version = known
    }

    /// Whether a server has told over HTTP/1.1 where a document ends.
    func isHTTP1(for order: CurlOrder) -> Bool { server(of: order)?.version == .http1 }

    /// Notes that a server has told over HTTP/1.1 where a document ends.
    mutating func noteTold(for order: CurlOrder) { change(order) { $0.version = .http1 } }

    /// Notes that over HTTP/1.1 only the end of the connection told where a document ends, which was as long over HTTP/2.
    mutating func noteUntold(for order: CurlOrder) {
        change(order) { server in
            server.untold += 1
            if server.untold >= Self.manyUntold { server.version = server.version ?? .trusted }
        }
    }

    /// Notes that a server wants no HTTP/1.1 at all.
    mutating func noteUnwanted(for order: CurlOrder) {
        change(order) { $0.version = $0.version ?? .trusted }
    }

    /// Notes that a server answers over HTTP/1.1.
    mutating func noteAnswer(for order: CurlOrder) { change(order) { $0.refused = nil } }

    /// Notes that a server let a request over HTTP/1.1 go unanswered.
    ///
    /// - Returns: when the next such request means that it wants none, and not that it had too much to do for a moment.
    mutating func refusalCounts(for order: CurlOrder) -> ContinuousClock.Instant {
        var first = ContinuousClock.now
        change(order) { server in
            first = server.refused ?? first
            server.refused = first
        }
        return first + Self.moment
    }

    private func server(of order: CurlOrder) -> Server? {
        Origin(order.request.url).flatMap { servers[$0] }
    }

    private mutating func change(_ order: CurlOrder, _ change: (inout Server) -> Void) {
        if let origin = Origin(order.request.url) { change(&servers[origin, default: Server()]) }
    }
}
