import CarrelBasics
import Dispatch
import Foundation

/// Ends exchanges whose limits have passed, with one timer for all of them.
final class Watchdog: Sendable {
    private struct State {
        var exchanges: [ObjectIdentifier: URLSessionExchange] = [:]
        var nextLook: ContinuousClock.Instant?
    }

    private let state = Locked(State())
    private let timers = DispatchQueue(label: "carrel.urlsession.timers")
    private let delegateQueue: OperationQueue

    /// Makes a watchdog that looks at exchanges from the queue on which they receive.
    init(_ delegateQueue: OperationQueue) { self.delegateQueue = delegateQueue }

    /// Watches an exchange from now on.
    func add(_ exchange: URLSessionExchange) {
        state.withLock { $0.exchanges[ObjectIdentifier(exchange)] = exchange }
        limitMovedUp(to: exchange.deadline.instant)
    }

    /// Notes a limit that may pass before all others.
    func limitMovedUp(to instant: ContinuousClock.Instant) {
        let isFirst = state.withLock { state in
            if let next = state.nextLook, next <= instant { return false }
            state.nextLook = instant
            return true
        }
        guard isFirst else { return }
        let wait = max(0, ContinuousClock.now.duration(to: instant).seconds)
        timers.asyncAfter(deadline: .now() + wait) { [weak self] in self?.look(at: instant) }
    }

    /// Notes that the queue was held up: that nothing arrived meanwhile is not an exchange's fault.
    func heldUp() {
        for exchange in state.withLock({ Array($0.exchanges.values) }) { exchange.noteActivity() }
    }

    /// Stops watching an exchange.
    func remove(_ exchange: URLSessionExchange) {
        state.withLock { $0.exchanges[ObjectIdentifier(exchange)] = nil }
    }

    /// Looks behind everything that has arrived and not been delivered, so that a slow sink stalls nobody.
    ///
    /// - Parameter instant: when it was to look; nothing is done if that was moved up since.
    private func look(at instant: ContinuousClock.Instant) {
        guard state.withLock({ $0.nextLook == instant }) else { return }
        let now = ContinuousClock.now
        delegateQueue.addOperation { [self] in
            let exchanges = state.withLock { state in
                state.nextLook = nil
                return Array(state.exchanges.values)
            }
            for exchange in exchanges { exchange.expire(at: now) }
            let next = exchanges.lazy.filter { !$0.end.hasEnded }.map(\.deadline.instant).min()
            if let next { limitMovedUp(to: next) }
        }
    }
}
