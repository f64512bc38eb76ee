import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelServer
import CarrelStages
import CarrelViews
import Foundation

/// Tells whoever watches over a worker how it is: `/health` and `/metrics`.
final class WorkServer: RequestHandler {
    let contentLimit = 0
    private let worker: Worker
    private let status: @Sendable () async -> SharedQueueStatus?

    init(_ worker: Worker, status: @escaping @Sendable () async -> SharedQueueStatus?) {
        (self.worker, self.status) = (worker, status)
    }

    /// Begins to listen.
    ///
    /// - Parameter address: where.
    /// - Returns: the server, and where it listens.
    /// - Throws: `ServerError` if nobody can listen there.
    func start(_ address: ListenAddress) throws(ServerError) -> (daemon: Daemon, address: ListenAddress) {
        let socket = try ListeningSocket(address)
        let found = socket.address
        return (try Daemon.start(socket, limits: ServerLimits(), self), found)
    }

    func refusal(of request: ServerRequest) -> ServerReply? {
        guard ["GET", "HEAD"].contains(request.method) else {
            return .text(405, "Only GET is answered", [("Allow", "GET, HEAD")])
        }
        return nil
    }

    func reply(to request: ServerRequest, unless hasGone: @Sendable () -> Bool) async -> ServerReply {
        switch request.path {
        case "/health": return health
        case "/metrics":
            let text = WorkMetrics(worker.report, leases: worker.leaseCount, queue: await status()).text
            return ServerReply(200, type: "text/plain; version=0.0.4; charset=utf-8", text)
        default: return .text(404, "There are /health and /metrics")
        }
    }

    private var health: ServerReply {
        let report = worker.report
        if let trouble = report.trouble { return .text(503, trouble.singleLine) }
        return .text(200, report.isDraining ? "draining" : "ok")
    }
}
