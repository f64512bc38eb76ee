import CarrelBasics
import Foundation

/// Counts the requests on the network, for front ends that show activity.
///
/// Each request counts from its beginning to its end, however it ends and whatever overlaps.
public final class NetworkActivity: Sendable {
    private struct State {
        var lastNumber = 0
        /// The host of each request, by the order in which they began.
        var hosts: [(number: Int, host: String)] = []
    }

    private let state = Locked(State())
    private let onChange: @Sendable (_ count: Int) -> Void

    /// Begins with no requests.
    ///
    /// - Parameter onChange: called with the new count after each change, from any thread; calls may overlap, and must
    ///   return quickly.
    public init(onChange: @escaping @Sendable (_ count: Int) -> Void = { _ in }) { self.onChange = onChange }

    /// How many requests are on the network.
    public var count: Int { state.withLock { $0.hosts.count } }

    /// The host of the oldest request; `nil` while there is none.
    public var longestWaiting: String? { state.withLock { $0.hosts.first?.host } }

    /// Does something with a host, and counts it meanwhile.
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
