import CarrelBasics
import CarrelHTTP
import Dispatch

/// How an exchange ended.
typealias Outcome = Result<Void, FetchError>

/// Ends an exchange exactly once, whoever wants to end it, and never while its sink is being called.
final class ExchangeEnd: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Outcome, Never>?
        var onEnd: (@Sendable (Outcome) -> Void)?
        var outcome: Outcome?
        var isInSink = false

        /// Takes the continuation if the time has come to resume it.
        mutating func takeContinuation() -> CheckedContinuation<Outcome, Never>? {
            outcome != nil && !isInSink ? continuation.take() : nil
        }
    }

    private let state = Locked(State())
    private let ended = DispatchSemaphore(value: 0)

    /// Whether the exchange has ended, although URLSession may not know yet.
    var hasEnded: Bool { state.withLock { $0.outcome != nil } }

    /// Keeps the continuation of whoever waits for the end.
    func begin(_ continuation: CheckedContinuation<Outcome, Never>) {
        state.withLock { $0.continuation = continuation }
        resume()
    }

    /// Keeps what is to be done at the end, before whoever waits for it goes on; it is done at once if that was before.
    func onEnd(_ action: @escaping @Sendable (Outcome) -> Void) {
        let outcome = state.withLock { state -> Outcome? in
            if state.outcome == nil { state.onEnd = action }
            return state.outcome
        }
        if let outcome { action(outcome) }
    }

    /// Ends the exchange, unless it has ended.
    func end(_ outcome: Outcome) {
        let onEnd = state.withLock { state -> (@Sendable (Outcome) -> Void)? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            return state.onEnd.take()
        }
        ended.signal()
        onEnd?(outcome)
        resume()
    }

    /// Holds up the calling thread, never a cooperative one, until that instant or the end.
    func wait(until instant: ContinuousClock.Instant) {
        while !hasEnded {
            let left = ContinuousClock.now.duration(to: instant).seconds
            guard left > 0 else { return }
            _ = ended.wait(timeout: .now() + left)
        }
    }

    /// Calls the sink; `nil` if the exchange has ended and the sink must be left alone.
    ///
    /// If the exchange ends meanwhile, that takes effect after the call.
    func callSink<Answer>(_ body: () throws(SinkStopped) -> Answer) -> Result<Answer, SinkStopped>? {
        let mayCall = state.withLock { state in
            state.isInSink = state.outcome == nil
            return state.isInSink
        }
        guard mayCall else { return nil }
        let answer = Result { () throws(SinkStopped) in try body() }
        state.withLock { $0.isInSink = false }
        resume()
        return answer
    }

    private func resume() {
        let (continuation, outcome) = state.withLock { ($0.takeContinuation(), $0.outcome) }
        if let continuation, let outcome { continuation.resume(returning: outcome) }
    }
}
