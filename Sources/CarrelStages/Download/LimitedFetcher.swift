import CarrelBasics
import CarrelHTTP
import Foundation

/// Lets no more exchanges of a fetcher run at once than it is told; further ones wait, in their order.
///
/// For a fetcher that fetches for others: in a run the queue of jobs says how many are on their way.
package final class LimitedFetcher: Fetcher {
    private struct Waiting {
        let number: UInt64
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var free: Int
        var waiting: [Waiting] = []
        var lastNumber: UInt64 = 0
    }

    private let fetcher: any Fetcher
    private let state: Locked<State>

    /// Limits a fetcher.
    ///
    /// - Parameters:
    ///   - fetcher: performs the exchanges.
    ///   - count: the most at once, above 0.
    package init(_ fetcher: any Fetcher, atMost count: Int) {
        self.fetcher = fetcher
        state = Locked(State(free: max(1, count)))
    }

    package func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        guard await take() else {
            throw FetchError(.cancelled, url: request.url.absoluteString, reason: "cancelled")
        }
        defer { free() }
        try await fetcher.exchange(request, into: sink)
    }

    package func mixedConnections() async -> Set<ConnectionID> { await fetcher.mixedConnections() }

    /// Waits for a slot.
    ///
    /// - Returns: `false` where the task was cancelled first, and there is nothing to free.
    private func take() async -> Bool {
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
    private func free() {
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
