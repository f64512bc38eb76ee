import CarrelBasics
import Foundation

/// Counts the requests on the network, and knows why none is sent for a while, for front ends that show activity.
///
/// Each request counts from its beginning to its end, however it ends and whatever overlaps.
public final class NetworkActivity: Sendable {
    private struct State {
        var lastNumber = 0
        /// The host of each request, by the order in which they began.
        var hosts: [(number: Int, host: String)] = []
        /// What requests wait for before they are sent.
        var pauses: [Int: @Sendable () -> RequestPause?] = [:]

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    private let state = Locked(State())

    /// Begins with no requests.
    public init() {}

    /// How many requests are on the network.
    public var count: Int { state.withLock { $0.hosts.count } }

    /// The host of the oldest request; `nil` while there is none.
    public var longestWaiting: String? { state.withLock { $0.hosts.first?.host } }

    /// Does something with a host, and counts it meanwhile.
    public func during<Result, Failure: Error>(
        _ host: String, _ work: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let number = state.withLock { state in
            let number = state.nextNumber()
            state.hosts.append((number, host))
            return number
        }
        defer { state.withLock { state in state.hosts.removeAll { $0.number == number } } }
        return try await work()
    }

    /// Why no request is sent now, and until the next one is; `nil` while one is on the network, or nothing waits for time
    /// alone.
    public var pause: RequestPause? {
        // Whoever is asked has a lock of its own.
        let pauses = state.withLock { $0.hosts.isEmpty ? Array($0.pauses.values) : [] }
        return pauses.compactMap { $0() }.min { $0.left < $1.left }
    }

    /// Does something while somebody may be asked what it waits for.
    ///
    /// - Parameters:
    ///   - pause: says why it sends no request, from any thread; `nil` while it does not wait for time alone.
    ///   - work: sends the requests.
    /// - Returns: what the work returns.
    /// - Throws: what the work throws.
    public func telling<Result, Failure: Error>(
        _ pause: @escaping @Sendable () -> RequestPause?, during work: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let number = state.withLock { state in
            let number = state.nextNumber()
            state.pauses[number] = pause
            return number
        }
        defer { state.withLock { $0.pauses[number] = nil } }
        return try await work()
    }

    /// Does something that waits a known time before a request is sent.
    ///
    /// - Parameters:
    ///   - pause: why it waits, and how long.
    ///   - wait: waits.
    /// - Throws: what the waiting throws.
    public func pausing<Failure: Error>(
        _ pause: RequestPause, _ wait: () async throws(Failure) -> Void
    ) async throws(Failure) {
        let end = ContinuousClock.now + pause.left
        try await telling(
            {
                RequestPause(
                    pause.cause, at: pause.host, left: max(.zero, ContinuousClock.now.duration(to: end)))
            }, during: wait)
    }
}
