import CarrelBasics
import Foundation

/// How many requests are on the network, for whoever shows that something is under way.
///
/// The count is right under any overlap: what began is counted until it has ended, however it ended.
public final class NetworkActivity: Sendable {
    private struct State {
        var lastNumber = 0
        /// The host of each request, by the order in which they began.
        var hosts: [(number: Int, host: String)] = []
    }

    private let state = Locked(State())
    private let onChange: @Sendable (_ count: Int) -> Void

    /// Makes a count of nothing.
    ///
    /// - Parameter onChange: called with the new count after each change, from any thread, sometimes at the same
    ///   time as another call; it must return quickly.
    public init(onChange: @escaping @Sendable (_ count: Int) -> Void = { _ in }) { self.onChange = onChange }

    /// How many requests are on the network.
    public var count: Int { state.withLock { $0.hosts.count } }

    /// The host that has kept somebody waiting for longest; `nil` while nothing is on the network.
    public var longestWaiting: String? { state.withLock { $0.hosts.first?.host } }

    /// Counts something that talks to a host, from its beginning to its end.
    public func during<Result, Failure: Error>(
        _ host: String, _ work: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let (number, count) = state.withLock { state in
            state.lastNumber += 1
            state.hosts.append((state.lastNumber, host))
            return (state.lastNumber, state.hosts.count)
        }
        onChange(count)
        defer {
            onChange(
                state.withLock { state in
                    state.hosts.removeAll { $0.number == number }
                    return state.hosts.count
                })
        }
        return try await work()
    }
}
