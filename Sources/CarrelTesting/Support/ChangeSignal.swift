import CarrelBasics

/// Wakes tasks after something has changed: what the recorders, gates and clocks of this module wait with.
///
/// A waiter reads `version`, looks at what it waits for and, if it is not there yet, waits for a later
/// version. A change between the look and the wait is therefore never missed.
final class ChangeSignal: Sendable {
    private struct State {
        var version = 0
        var lastWaiter = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Locked(State())

    /// Counts the changes.
    var version: Int { state.withLock { $0.version } }

    /// Reports a change.
    func notify() {
        let waiters = state.withLock { state in
            state.version += 1
            defer { state.waiters.removeAll() }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits for a change after that version.
    ///
    /// - Throws: `CancellationError` where the task is cancelled.
    func wait(after version: Int) async throws {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDue = state.withLock { state in
                    if state.version > version || Task.isCancelled { return true }
                    state.waiters[number] = continuation
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
        }
        try Task.checkCancellation()
    }
}
