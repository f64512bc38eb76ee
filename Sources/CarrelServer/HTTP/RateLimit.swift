import CarrelBasics

/// What each of many may do in a time: some at once, then one in each period.
///
/// Used from any thread; never waits.
package final class RateLimit: Sendable {
    // A time until which what was done keeps somebody busy: the one number that a full bucket, its level and its filling
    // come down to.
    private let busy = Locked<[String: ContinuousClock.Instant]>([:])
    private let period: Duration
    private let tolerance: Duration
    private let now: @Sendable () -> ContinuousClock.Instant

    // Those that are remembered at most; whoever is not busy is forgotten first.
    private static let most = 10_000

    /// - Parameters:
    ///   - burst: how often at once; at least 1.
    ///   - period: the time after which it may be done once more.
    ///   - now: the time.
    package init(
        burst: Int, every period: Duration,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        (self.period, self.now) = (period, now)
        tolerance = period * (max(1, burst) - 1)
    }

    /// Does it once.
    ///
    /// - Parameter name: who does it.
    /// - Returns: how long to wait before the next try; `nil` if it may be done now.
    package func take(_ name: String) -> Duration? {
        let now = now()
        return busy.withLock { busy in
            let until = max(busy[name] ?? now, now)
            guard until - now <= tolerance else { return until - now - tolerance }
            busy[name] = until + period
            if busy.count > Self.most { Self.forget(&busy, now) }
            return nil
        }
    }

    /// Takes back what was done once, such as a try that turned out to be none.
    package func giveBack(_ name: String) {
        busy.withLock { busy in
            if let until = busy[name] { busy[name] = until - period }
        }
    }

    /// How many are remembered.
    var count: Int { busy.withLock { $0.count } }

    private static func forget(
        _ busy: inout [String: ContinuousClock.Instant], _ now: ContinuousClock.Instant
    ) {
        busy = busy.filter { $0.value > now }
        guard busy.count > most else { return }
        // Half of them at a time: to look for the least busy one each time would take long.
        let kept = busy.sorted { $0.value > $1.value }.prefix(most / 2)
        busy = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
    }
}
