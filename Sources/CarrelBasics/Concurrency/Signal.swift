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
            if state.waiter == nil { state.isSet = true }
            return state.waiter.take()
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

    /// Waits for a signal, or until a time is over, by the system's clock.
    ///
    /// One task at a time.
    ///
    /// - Parameter time: the longest time to wait.
    /// - Returns: whether the signal came in time.
    package func wait(atMost time: Duration) async -> Bool {
        let isOver = Locked(false)
        let timer = Task {
            guard (try? await Task.sleep(for: time)) != nil else { return }
            isOver.withLock { $0 = true }
            set()
        }
        await wait()
        timer.cancel()
        return !isOver.value
    }
}
