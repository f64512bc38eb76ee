import CarrelBasics
import CarrelHTTP
import CarrelServer
import Foundation

/// The slow server: fetches other URLs after a delay, and serves a folder's files.
///
/// `GET /delay2.php?delay=5&url=URL` waits five seconds and then answers what the URL answers; every other
/// path is a file below the root. It serves one user's experiments and tests, not the open network: bind it to
/// this machine. Requests for a host that it is not, and those of other sites' pages, are refused.
///
/// A client that goes away, or closes its sending side, while it waits is given up: its request is logged with 499.
///
/// It runs from `start()` until `stop()`.
public final class DelayProxyServer: Sendable {
    /// What a server needs to know.
    public struct Configuration: Sendable {
        /// Where to listen.
        public var address: ListenAddress
        /// The names by which it is called beside that address and `localhost`; any address is one of its own.
        public var hosts: [String]
        /// The delay of a request that names none, files included.
        public var delay: RandomDelay
        /// The folder whose files are served, or `nil` for none.
        public var root: URL?
        /// The limits.
        public var limits: ServerLimits

        public init(
            address: ListenAddress = ListenAddress(), hosts: [String] = [], delay: RandomDelay = .none,
            root: URL? = nil, limits: ServerLimits = ServerLimits()
        ) {
            self.address = address
            self.hosts = hosts
            self.delay = delay
            self.root = root
            self.limits = limits
        }
    }

    private let configuration: Configuration
    private let router: Router
    private let daemon = Locked<Daemon?>(nil)

    /// - Parameters:
    ///   - configuration: where to listen and what to serve.
    ///   - fetcher: fetches what delayed requests ask for.
    ///   - clock: waits.
    ///   - log: told of every request that was answered, from any thread.
    public init(
        configuration: Configuration, fetcher: any Fetcher, clock: any Clock<Duration> = ContinuousClock(),
        log: @escaping @Sendable (RequestLog) -> Void = { _ in }
    ) {
        self.configuration = configuration
        let limits = FetchLimits(maxSize: configuration.limits.spool)
        router = Router(
            hosts: HostCheck(configuration.address, hosts: configuration.hosts), delay: configuration.delay,
            files: configuration.root.map(StaticFiles.init),
            upstream: Upstream(fetcher: fetcher, limits: limits), clock: clock, log: log)
    }

    /// Starts listening.
    ///
    /// - Returns: where it listens, with the port that the system chose if it was 0.
    /// - Throws: `ServerError`, also where the root is not a folder or the server runs already.
    public func start() throws(ServerError) -> ListenAddress {
        if let root = configuration.root {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: root.path, isDirectory: &isFolder),
                isFolder.boolValue
            else {
                throw ServerError(
                    subject: root.path, reason: "there is no such folder", remedy: "Name a folder with --root"
                )
            }
        }
        guard daemon.value == nil else {
            throw ServerError(
                subject: "\(configuration.address)", reason: "the server runs already", remedy: nil)
        }
        let socket = try ListeningSocket(configuration.address)
        let started = try Daemon.start(socket, limits: configuration.limits, router)
        daemon.withLock { $0 = started }
        return socket.address
    }

    /// Stops listening and ends every connection; delayed requests are answered at once with 503.
    public func stop() async {
        let running = daemon.withLock { $0.take() }
        await running?.stop()
    }
}
