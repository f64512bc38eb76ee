import CarrelBasics
import CarrelPostgreSQL
import CarrelStages

/// Sees to it that the connection which holds a library stays, and tells everybody who waits for it when it is lost.
final class HeldConnection: Sendable {
    private struct State {
        var words: Task<Void, Never>?
        var loss: StoreError?
        var waiting: [Int: AsyncStream<StoreError>.Continuation] = [:]
        var lastNumber = 0
    }

    /// How long nothing is said on the connection: whatever is in between and forgets quiet ones waits longer as a rule.
    static let quiet = Duration.seconds(30)

    private let state = Locked(State())

    deinit { state.value.words?.cancel() }

    /// Says a word to the server from time to time, as long as this is there and the connection is not lost.
    ///
    /// - Parameters:
    ///   - clock: measures the time.
    ///   - say: says it; gives the error if the connection is lost.
    func stay(_ clock: any Clock<Duration>, _ say: @escaping @Sendable () async -> StoreError?) {
        let time = MonotonicTime(clock)
        let words = Task { [weak self] in
            while true {
                do {
                    try await time.sleep(Self.quiet)
                } catch {
                    return
                }
                if let loss = await say() {
                    self?.tell(loss)
                    return
                }
            }
        }
        state.withLock { $0.words = words }
    }

    private func tell(_ loss: StoreError) {
        let waiting = state.withLock { state in
            state.loss = loss
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for told in waiting { told.yield(loss) }
    }

    /// Waits until the connection is lost; `nil` if the task is cancelled before.
    func waitUntilLost() async -> StoreError? {
        let (losses, told) = AsyncStream.makeStream(of: StoreError.self)
        let (number, loss) = state.withLock { state in
            state.lastNumber += 1
            if state.loss == nil { state.waiting[state.lastNumber] = told }
            return (state.lastNumber, state.loss)
        }
        if let loss { return loss }
        defer { state.withLock { $0.waiting[number] = nil } }
        for await loss in losses { return loss }
        return nil
    }
}

extension PostgreSQLLibrary {
    /// Keeps the connection from being forgotten as long as the library is held.
    nonisolated func stayHeard(by clock: any Clock<Duration>) {
        held.stay(clock) { [weak self] in await self?.lossAfterWord() }
    }

    /// Says a word to the server; the error if the connection is lost, and with it the lock.
    private func lossAfterWord() -> StoreError? {
        do throws(StoreError) {
            try session.sayWord()
            return nil
        } catch {
            return error
        }
    }

    /// Waits until the connection is lost, and with it the lock that keeps others from writing.
    nonisolated func waitUntilLost() async -> StoreError? { await held.waitUntilLost() }
}
