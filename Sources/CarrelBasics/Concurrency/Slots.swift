/// A semaphore for tasks: a fixed number of slots, with a queue of those that wait for one.
package final class Slots: Sendable {
    private struct Waiting {
        let number: UInt64
        let goesFirst: Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var free: Int
        var waiting: [Waiting] = []
        var lastNumber: UInt64 = 0
    }

    private let state: Locked<State>

    /// Makes slots, all of them free.
    ///
    /// - Parameter count: the number of slots, above 0.
    package init(_ count: Int) { state = Locked(State(free: max(1, count))) }

    /// The number of those that wait.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Waits for a slot.
    ///
    /// - Parameter goesFirst: whether to go before those that do not, however long they have waited.
    /// - Returns: `false` if the task was cancelled first; then there is nothing to free.
    package func take(first goesFirst: Bool = false) async -> Bool {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    // If it is cancelled after this, `onCancel` finds it among those that wait.
                    if Task.isCancelled { return false }
                    guard state.free == 0 else {
                        state.free -= 1
                        return true
                    }
                    let place = goesFirst ? state.waiting.firstIndex { !$0.goesFirst } : nil
                    state.waiting.insert(
                        Waiting(number: number, goesFirst: goesFirst, continuation: continuation),
                        at: place ?? state.waiting.endIndex)
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
            }
            waiting?.continuation.resume(returning: false)
        }
    }

    /// Gives a slot back.
    package func free() {
        let next: Waiting? = state.withLock { state in
            if state.waiting.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.continuation.resume(returning: true)
    }
}
