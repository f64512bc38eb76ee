import CarrelBasics

/// Limits the rate of bytes: a token bucket that holds a quarter of a second's bytes.
final class RateLimiter: Sendable {
    private let bytesPerSecond: Double
    private let elapsed: @Sendable () -> Duration
    /// The time by which all bytes so far would have come at the limit, in seconds.
    private let due: Locked<Double>

    /// Makes a limiter for all transfers of a run together.
    ///
    /// - Parameters:
    ///   - bytesPerSecond: the limit, above 0.
    ///   - elapsed: the time since a fixed moment.
    init(bytesPerSecond: Int64, elapsed: @escaping @Sendable () -> Duration) {
        self.bytesPerSecond = Double(max(1, bytesPerSecond))
        self.elapsed = elapsed
        due = Locked(elapsed().seconds)
    }

    /// Counts received bytes.
    ///
    /// - Returns: how long the receiver has to pause; `nil` for not at all.
    func delay(after count: Int) -> Duration? {
        let now = elapsed().seconds
        let wait = due.withLock { due in
            due = max(due, now - 0.25) + Double(count) / bytesPerSecond
            return due - now
        }
        return wait > 0.001 ? .seconds(wait) : nil
    }
}

/// The limiters of a run, one for each limit: catalogues with the same one share it.
final class RateLimiters: Sendable {
    private let elapsed: @Sendable () -> Duration
    private let limiters = Locked<[Int64: RateLimiter]>([:])

    /// - Parameter elapsed: the time since a fixed moment.
    init(elapsed: @escaping @Sendable () -> Duration) { self.elapsed = elapsed }

    /// The limiter of a limit, in bytes per second.
    subscript(bytesPerSecond: Int64) -> RateLimiter {
        let limiter = RateLimiter(bytesPerSecond: bytesPerSecond, elapsed: elapsed)
        return limiters.withLock { limiters in
            if let known = limiters[bytesPerSecond] { return known }
            limiters[bytesPerSecond] = limiter
            return limiter
        }
    }
}
