import CarrelBasics

/// Content that is sent while it is made, such as server-sent events.
///
/// Whoever makes it need not wait: what the client does not read in time is kept up to a limit, and a client that leaves
/// more than that unread is cut off. Who would rather wait for a slow client asks for `room` before it sends.
package final class ReplyStream: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var hasEnded = false
        var isClosed = false
        // Has the server's thread ask again, while it waits. It only sets a mark, and so is called under the lock: nobody
        // may stop the server between taking it and calling it.
        var wake: (@Sendable () -> Void)?
        var onClose: [@Sendable () -> Void] = []
        // Who waits for room.
        var waiting: [CheckedContinuation<Void, Never>] = []

        mutating func wakeUp() {
            wake?()
            wake = nil
        }
    }

    /// What the server's thread gets.
    enum Part: Sendable {
        case bytes(Int)
        case nothing
        case end
    }

    private let state = Locked(State())
    private let limit: Int

    /// - Parameter limit: the bytes that wait for the client at most.
    package init(limit: Int) { self.limit = limit }

    /// Changes the state, and then lets those go on who wait for room, if there is some.
    private func update<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, waiting) = state.withLock { state -> (Result, [CheckedContinuation<Void, Never>]) in
            let result = body(&state)
            guard state.hasEnded || state.bytes.count < limit / 2 else { return (result, []) }
            defer { state.waiting = [] }
            return (result, state.waiting)
        }
        for continuation in waiting { continuation.resume() }
        return result
    }

    /// Sends bytes after those that were sent before.
    ///
    /// - Returns: whether they will be sent: not to a client that has gone or does not read.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        update { state in
            guard !state.hasEnded else { return false }
            if state.bytes.count + bytes.count > limit { state.hasEnded = true } else { state.bytes += bytes }
            state.wakeUp()
            return !state.hasEnded
        }
    }

    /// Waits until less than half of the limit is unread, or nothing is sent any more.
    package func room() async {
        await withCheckedContinuation { continuation in update { $0.waiting.append(continuation) } }
    }

    /// Whether everything that was sent so far was read.
    package var isRead: Bool { state.withLock { $0.bytes.isEmpty } }

    /// Ends the content once everything was sent.
    package func end() {
        update { state in
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
        update { state in
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

    /// Notes that nothing is sent any more, also for a stream that nobody gets.
    package func close() {
        let bodies = update { state in
            (state.hasEnded, state.isClosed, state.wake) = (true, true, nil)
            defer { state.onClose = [] }
            return state.onClose
        }
        for body in bodies { body() }
    }
}
