import CarrelBasics
import Foundation

/// What the threads of a server share.
///
/// They hold it, not the server, so that the server can end.
final class LoopbackCore: Sendable {
    private struct State {
        var isStopped = false
        var sockets: [Int: Socket] = [:]
        var lastConnection = 0
    }

    let script: ReplyScript
    let opened = Recorder<Int>()
    let ended = Recorder<Int>()
    let finished = Recorder<Bool>()
    let stopped = Gate()
    private let state = Locked(State())

    init(_ script: ReplyScript) { self.script = script }

    /// Accepts connections until the server is stopped; on a thread of its own.
    func accept(on listener: Socket) {
        defer {
            listener.close()
            finished.append(true)
        }
        while let socket = listener.accept() {
            let number = state.withLock { state -> Int? in
                guard !state.isStopped else { return nil }
                state.lastConnection += 1
                state.sockets[state.lastConnection] = socket
                return state.lastConnection
            }
            guard let number else { return socket.close() }
            opened.append(number)
            let thread = Thread { [self] in
                LoopbackConnection(socket, number: number, core: self).serve()
                state.withLock { $0.sockets[number] = nil }
                socket.close()
                ended.append(number)
            }
            thread.stackSize = 256 << 10
            thread.start()
        }
    }

    /// Ends every thread.
    func stop(port: UInt16) {
        let sockets = state.withLock { state -> [Socket]? in
            guard !state.isStopped else { return nil }
            state.isStopped = true
            // Shut down under the lock: a connection leaves the table before it closes its socket, so that
            // the number of a closed one is never shut down.
            for socket in state.sockets.values { socket.shutDown() }
            return Array(state.sockets.values)
        }
        guard sockets != nil else { return }
        stopped.open()
        // Wakes the thread that waits for connections.
        Socket.connect(port: port)?.close()
    }
}
