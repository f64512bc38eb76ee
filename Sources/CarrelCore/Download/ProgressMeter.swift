import CarrelBasics

/// Lets through at most ten progress events a second.
final class ProgressMeter: Sendable {
    private let time: MonotonicTime
    private let next: Locked<Duration>

    init(_ time: MonotonicTime) {
        self.time = time
        next = Locked(.zero)
    }

    /// Whether the next event is due.
    func isDue() -> Bool {
        let now = time.elapsed()
        return next.withLock { next in
            guard now >= next else { return false }
            next = now + .milliseconds(100)
            return true
        }
    }
}
