import CarrelBasics

/// Spreads bytes over time: a token bucket that holds what a quarter of a second allows.
final class RateLimiter: Sendable {
    private let bytesPerSecond: Double
    private let elapsed: @Sendable () -> Duration
    /// The instant at which everything that came so far was due.
    private let due: Locked<Double>

    /// Makes a limiter for all transfers of a run together.
    ///
    /// - Parameters:
    ///   - bytesPerSecond: the limit, above 0.
    ///   - elapsed: the time.
    init(bytesPerSecond: Int64, elapsed: @escaping @Sendable () -> Duration) {
        self.bytesPerSecond = Double(max(1, bytesPerSecond))
        self.elapsed = elapsed
        due = Locked(elapsed().seconds)
    }

    /// Counts bytes that came.
    ///
    /// - Returns: how long whoever received them is to pause; `nil` for not at all.
    func delay(after count: Int) -> Duration? {
        let now = elapsed().seconds
        let wait = due.withLock { due in
            due = max(due, now - 0.25) + Double(count) / bytesPerSecond
            return due - now
        }
        return wait > 0.001 ? .seconds(wait) : nil
    }
}
