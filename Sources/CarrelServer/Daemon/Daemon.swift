import CMicrohttpd
import CarrelBasics
import Foundation

/// An HTTP server in one thread of GNU libmicrohttpd.
///
/// A request whose reply takes time does not hold the thread: its connection is suspended, a task makes the
/// reply, and the connection is resumed.
///
/// `@unchecked Sendable`: the daemon's pointer is written once, in `start`, before anybody else has the object,
/// and is passed only to functions that libmicrohttpd declares thread-safe, until `stop` frees it. All other
/// state is behind a lock. From `start` to the end of `stop` the object holds on to itself, because the
/// library's callbacks get an unretained pointer to it.
package final class Daemon: @unchecked Sendable {
    private struct State {
        var isStopping = false
        var nextTask = 0
        var waiting: [Int: (exchange: Exchange, task: Task<Void, Never>)] = [:]
        var streams: [Int: ReplyStream] = [:]
    }

    /// The connections of each network.
    let places: ClientPlaces
    private let handler: any RequestHandler
    /// Notices clients that go while they wait; the library does not look for that.
    private let watch: ClientWatch
    private let state = Locked(State())
    private var raw: OpaquePointer?

    private init(_ handler: any RequestHandler, _ watch: ClientWatch, _ places: ClientPlaces) {
        (self.handler, self.watch, self.places) = (handler, watch, places)
    }

    /// Serves a listening socket, which the daemon then owns.
    ///
    /// - Parameters:
    ///   - socket: the socket.
    ///   - limits: what it bears.
    ///   - certificate: what it shows to whoever connects; without one it does not speak TLS.
    ///   - handler: answers the requests.
    /// - Returns: the daemon, which runs.
    /// - Throws: `ServerError` if it cannot be started; the socket is closed then.
    package static func start(
        _ socket: ListeningSocket, limits: ServerLimits, certificate: ServerCertificate? = nil,
        _ handler: any RequestHandler
    ) throws(ServerError) -> Daemon {
        guard let watch = ClientWatch() else {
            close(socket.descriptor)
            throw ServerError(
                subject: "\(socket.address)", reason: "too many files are open",
                remedy: "Raise the limit with ulimit -n")
        }
        let daemon = Daemon(handler, watch, ClientPlaces(most: limits.connectionsPerClient))
        let owner = Unmanaged.passRetained(daemon)
        daemon.raw = carrel_mhd_start(
            socket.descriptor, UInt32(limits.connections), ServerLimits.timeout,
            ServerLimits.connectionMemory, certificate?.chain, certificate?.key, Connection.accepts,
            Connection.notice, Connection.access, beginCallback, completedCallback, owner.toOpaque())
        guard daemon.raw != nil else {
            owner.release()
            close(socket.descriptor)
            throw ServerError(
                subject: "\(socket.address)", reason: "the server could not be started", remedy: nil)
        }
        watch.start { [weak daemon] in daemon?.giveUp($0) }
        return daemon
    }

    /// Ends every connection and frees the daemon.
    ///
    /// The tasks of requests that wait are cancelled, and streams end.
    package func stop() async {
        let open: (tasks: [Task<Void, Never>], streams: [ReplyStream])? = state.withLock { state in
            guard !state.isStopping else { return nil }
            state.isStopping = true
            return (state.waiting.values.map(\.task), Array(state.streams.values))
        }
        guard let (tasks, streams) = open else { return }
        watch.end()
        // A daemon must not be freed while a connection is suspended: every task has resumed its own.
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        for stream in streams { stream.end() }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                MHD_stop_daemon(self.raw)
                Unmanaged.passUnretained(self).release()
                continuation.resume()
            }
        }
    }

    /// Takes content of a request; called from the daemon's thread.
    ///
    /// What a refused request still sends is read and dropped.
    func take(_ bytes: UnsafeRawBufferPointer, for exchange: Exchange) {
        if case .accepted = exchange.current { exchange.take(bytes, limit: handler.contentLimit) }
    }

    /// Brings an exchange one step further; called from the daemon's thread, as often as the library likes.
    func advance(
        _ exchange: Exchange, method: String, version: String, on connection: Connection
    ) -> MHD_Result {
        switch exchange.current {
        case .begun:
            var request = ServerRequest(method: method, target: exchange.target, fields: connection.fields())
            (request.version, request.client) = (version, connection.client)
            let refusal = request.framingRefusal.map { handler.refused($0, for: request) }
            if let refusal = refusal ?? handler.refusal(of: request) {
                exchange.current = .queued
                return connection.queue(refusal)
            }
            exchange.current = .accepted(request)
            return .YES
        case .accepted(var request):
            guard let content = exchange.received else {
                exchange.current = .queued
                let refusal = ServerReply.text(413, "The content is too large", [("Connection", "close")])
                return connection.queue(handler.refused(refusal, for: request))
            }
            request.content = content
            exchange.current = .waiting
            guard suspend(connection, exchange, request) else {
                exchange.current = .queued
                return connection.queue(handler.refused(.text(503, "The server is stopping"), for: request))
            }
            return .YES
        case .ready(let reply):
            exchange.current = .queued
            return connection.queue(reply)
        case .waiting, .queued: return .YES
        }
    }

    /// Suspends the connection until a task has made the reply; `false` while the server stops.
    private func suspend(_ connection: Connection, _ exchange: Exchange, _ request: ServerRequest) -> Bool {
        let id: Int? = state.withLock { state in
            guard !state.isStopping else { return nil }
            connection.suspend()
            let id = state.nextTask
            state.nextTask += 1
            let task = Task { [handler, watch] in
                let reply = await handler.reply(to: request) { exchange.hasGone }
                if case .stream(let stream) = reply.content { self.keep(stream, id) }
                exchange.current = .ready(reply)
                // Once the connection is resumed its socket may be closed, and its number be another one's.
                watch.remove(id)
                connection.resume()
                self.state.withLock { _ = $0.waiting.removeValue(forKey: id) }
            }
            state.waiting[id] = (exchange, task)
            return id
        }
        guard let id else { return false }
        watch.add(id, socket: connection.socket)
        // The reply may have been made before anything was watched.
        if case .ready = exchange.current { watch.remove(id) }
        return true
    }

    /// Gives up a request whose client has gone.
    private func giveUp(_ id: Int) {
        guard let waiting = state.withLock({ $0.waiting[id] }) else { return }
        waiting.exchange.markGone()
        waiting.task.cancel()
    }

    /// Keeps a stream as long as it is sent: the end of the server is its end, too.
    private func keep(_ stream: ReplyStream, _ id: Int) {
        let isStopping = state.withLock { state in
            state.streams[id] = stream
            return state.isStopping
        }
        stream.onClose { [weak self] in self?.state.withLock { _ = $0.streams.removeValue(forKey: id) } }
        if isStopping { stream.end() }
    }
}

private let beginCallback:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) ->
        UnsafeMutableRawPointer? = {
            _, target, _ in
            // The library keeps this pointer for the request and gives it back in every callback below.
            Unmanaged.passRetained(Exchange(target: target.map { String(cString: $0) } ?? "")).toOpaque()
        }

private let completedCallback: MHD_RequestCompletedCallback = { _, _, context, _ in
    guard let context, let exchange = context.pointee else { return }
    context.pointee = nil
    let ended = Unmanaged<Exchange>.fromOpaque(exchange).takeRetainedValue()
    ended.end()
}
