/// Wakes one waiting task; a signal that comes before the wait is kept.
///
/// Cancellation does not end the wait: it is for work that must be finished in any case.
package final class Signal: Sendable {
    private struct State {
        var isSet = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Locked(State())

    package init() {}

    /// Wakes the waiting task, or the next one that waits.
    package func set() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            if state.waiter == nil { state.isSet = true }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Waits for a signal.
    ///
    /// One task at a time.
    package func wait() async {
        await withCheckedContinuation { continuation in
            let isSet = state.withLock { state in
                if state.isSet {
                    state.isSet = false
                    return true
                }
                state.waiter = continuation
                return false
            }
            if isSet { continuation.resume() }
        }
    }
}
