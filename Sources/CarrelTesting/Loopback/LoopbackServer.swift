import Foundation

/// A real HTTP/1.1 server on 127.0.0.1 that answers as a test scripts it, also wrongly.
///
///     let server = try LoopbackServer()
///     server.on("/notes.pdf", .document(bytes, entityTag: "\"1\""))
///     let url = server.url("/notes.pdf")
///     …
///     try await server.requests(atLeast: 1, for: "/notes.pdf")
///
/// It has threads of its own, one for each connection, and ends with its last reference or with `stop()`.
/// A target that is not scripted gets a 404.
public final class LoopbackServer: Sendable {
    /// The port.
    public let port: UInt16
    /// What to answer, and what was asked.
    public let script: ReplyScript
    private let core: LoopbackCore

    /// Starts a server on a free port.
    ///
    /// - Parameter script: what to answer; by default an empty script of its own.
    /// - Throws: an error of the system.
    public init(_ script: ReplyScript = ReplyScript()) throws {
        let listener = try Socket.listen()
        self.script = script
        port = listener.port
        core = LoopbackCore(script)
        let core = core
        let thread = Thread { core.accept(on: listener) }
        thread.name = "carrel.loopback"
        thread.start()
    }

    deinit { stop() }

    /// Ends every connection and stops listening.
    ///
    /// Does nothing the second time.
    public func stop() { core.stop(port: port) }

    /// Waits until nothing of a stopped server is left: no thread, no open socket.
    ///
    /// - Throws: `CancellationError` where the task is cancelled.
    public func stopped() async throws {
        try await core.finished.wait(atLeast: 1)
        try await core.ended.wait(atLeast: core.opened.elements.count)
    }

    /// The URL of a target on this server.
    public func url(_ target: String) -> URL { URL(string: address(target)) ?? URL(filePath: "/") }

    /// The URL of a target on this server, as text.
    public func address(_ target: String) -> String { "http://127.0.0.1:\(port)\(target)" }

    /// Sets the replies to a target (path and query) or path: one a request, the last one again and again.
    public func on(_ target: String, _ replies: Reply...) { script.on(target, replies) }

    /// Every request so far.
    public var requests: [RecordedRequest] { script.requests }

    /// Every request of that target or path so far.
    public func requests(for target: String) -> [RecordedRequest] { script.requests(for: target) }

    /// Waits for requests, as `ReplyScript.requests(atLeast:for:)` does.
    ///
    /// - Parameters:
    ///   - count: how many to wait for.
    ///   - target: the target or path that they ask for; `nil` for any.
    /// - Returns: the requests of that kind so far.
    /// - Throws: `CancellationError` where the task is cancelled.
    @discardableResult
    public func requests(atLeast count: Int, for target: String? = nil) async throws -> [RecordedRequest] {
        try await script.requests(atLeast: count, for: target)
    }

    /// How many connections were accepted so far.
    public var connectionCount: Int { core.opened.elements.count }

    /// Waits until that many connections have ended, by either side.
    ///
    /// - Throws: `CancellationError` where the task is cancelled.
    public func endedConnections(atLeast count: Int) async throws {
        try await core.ended.wait(atLeast: count)
    }

    /// How many connections are open now.
    public var openConnectionCount: Int { core.opened.elements.count - core.ended.elements.count }
}
