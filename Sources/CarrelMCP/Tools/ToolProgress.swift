import CarrelBasics

/// Tells a client how far a call is: only ever more, and not more often than somebody could see.
///
/// Nobody who tells something waits for the client: what it has not read yet is replaced by what is newer.
final class ToolProgress: Sendable {
    /// How far a call is.
    struct Step: Sendable {
        var done, total: Double
        var message: String

        /// The line that tells it under the name that the call's request gave.
        func line(_ token: RPCID) -> String {
            var parameters = JSONObjectText()
            parameters.add("progressToken", json: token.json)
            parameters.add("progress", done)
            parameters.add("total", total)
            parameters.add("message", message)
            var object = JSONObjectText()
            object.add("jsonrpc", "2.0")
            object.add("method", "notifications/progress")
            object.add("params", json: parameters.text)
            return object.text
        }
    }

    private struct State {
        var last = -1.0
        var time: ContinuousClock.Instant?
    }

    private let state = Locked(State())
    private let continuation: AsyncStream<Step>.Continuation?

    // Ten lines a second are enough for a bar that moves.
    private static let pause = Duration.milliseconds(100)

    /// Makes a teller.
    ///
    /// - Parameter continuation: gets the steps; `nil` if nobody wants them.
    init(_ continuation: AsyncStream<Step>.Continuation? = nil) { self.continuation = continuation }

    /// Whether anybody wants to know.
    var isWanted: Bool { continuation != nil }

    /// Tells it, unless it is not more than before, or too soon after and not the end.
    func tell(_ done: Double, of total: Double, _ message: String) {
        guard let continuation else { return }
        let now = ContinuousClock.now
        let isNews = state.withLock { state in
            guard done > state.last, done >= total || state.time.map({ now - $0 >= Self.pause }) != false
            else { return false }
            (state.last, state.time) = (done, now)
            return true
        }
        if isNews { continuation.yield(Step(done: done, total: total, message: message)) }
    }

    /// Tells why a call gets no further.
    func remark(_ message: String, of total: Int) {
        guard let continuation else { return }
        let done = state.withLock { state in
            // The protocol wants each step to be more than the one before.
            state.last = max(0, state.last + 0.001)
            return state.last
        }
        continuation.yield(Step(done: done, total: Double(total), message: message))
    }
}
