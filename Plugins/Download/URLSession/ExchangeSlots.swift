import CarrelBasics

/// Lets no more exchanges run at once than a fetcher may have in flight; further ones wait, in their order.
final class ExchangeSlots: Sendable {
    private struct Waiting {
        let number: UInt64
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var free: Int
        var waiting: [Waiting] = []
        var lastNumber: UInt64 = 0
    }

    private let state: Locked<State>

    /// Makes slots; `nil` for no limit.
    init(_ count: Int?) { state = Locked(State(free: count ?? .max)) }

    /// Waits for a slot.
    ///
    /// - Returns: `false` where the task was cancelled first, and there is nothing to free.
    func take() async -> Bool {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    // Cancelled from here on, it is found among those that wait.
                    if Task.isCancelled { return false }
                    guard state.free == 0 else {
                        state.free -= 1
                        return true
                    }
                    state.waiting.append(Waiting(number: number, continuation: continuation))
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
    func free() {
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
