import CarrelBasics

/// Content that is sent while it is made, such as server-sent events.
///
/// Whoever makes it never waits: what the client does not read in time is kept up to a limit, and a client that leaves
/// more than that unread is cut off.
package final class ReplyStream: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var hasEnded = false
        var isClosed = false
        // Has the server's thread ask again, while it waits. It only sets a mark, and so is called under the lock: nobody
        // may stop the server between taking it and calling it.
        var wake: (@Sendable () -> Void)?
        var onClose: [@Sendable () -> Void] = []

        mutating func wakeUp() {
            wake?()
            wake = nil
        }
    }

    /// What the server's thread gets.
    enum Part {
        case bytes(Int)
        case nothing
        case end
    }

    private let state = Locked(State())
    private let limit: Int

    /// Makes a stream.
    ///
    /// - Parameter limit: the bytes that wait for the client at most.
    package init(limit: Int) { self.limit = limit }

    /// Sends bytes after those that were sent before.
    ///
    /// - Returns: whether they will be sent: not to a client that has gone or does not read.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            guard !state.hasEnded else { return false }
            if state.bytes.count + bytes.count > limit { state.hasEnded = true } else { state.bytes += bytes }
            state.wakeUp()
            return !state.hasEnded
        }
    }

    /// Whether everything that was sent so far was read.
    package var isRead: Bool { state.withLock { $0.bytes.isEmpty } }

    /// Ends the content once everything was sent.
    package func end() {
        state.withLock { state in
            state.hasEnded = true
            state.wakeUp()
        }
    }

    /// Has something done when nothing is sent any more: once, from any thread, at once if that is so already.
    package func onClose(_ body: @escaping @Sendable () -> Void) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.onClose.append(body) }
            return state.isClosed
        }
        if isClosed { body() }
    }

    /// Moves what waits into a buffer, or waits for more.
    ///
    /// - Parameters:
    ///   - buffer: gets the bytes.
    ///   - wait: called under the lock where there are none yet; gives what is called when there are.
    /// - Returns: how many came.
    func take(into buffer: UnsafeMutableRawBufferPointer, orWait wait: () -> @Sendable () -> Void) -> Part {
        state.withLock { state in
            let count = min(buffer.count, state.bytes.count)
            guard count > 0 else {
                if state.hasEnded { return .end }
                state.wake = wait()
                return .nothing
            }
            state.bytes.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0.prefix(count))) }
            state.bytes.removeFirst(count)
            return .bytes(count)
        }
    }

    /// Notes that nothing is sent any more.
    func close() {
        let bodies = state.withLock { state in
            (state.hasEnded, state.isClosed, state.wake) = (true, true, nil)
            defer { state.onClose = [] }
            return state.onClose
        }
        for body in bodies { body() }
    }
}
