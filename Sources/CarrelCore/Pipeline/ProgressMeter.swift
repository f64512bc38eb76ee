/// Lets a progress event through ten times a second at most, so that it costs nothing.
final class ProgressMeter: Sendable {
    private let isElapsed: @Sendable () -> Bool

    init(clock: any Clock<Duration>) { isElapsed = Self.timer(clock) }

    /// Whether the next event is due.
    func isDue() -> Bool { isElapsed() }

    private static func timer<C: Clock>(_ clock: C) -> @Sendable () -> Bool where C.Duration == Duration {
        let next = Locked(clock.now)
        return {
            let now = clock.now
            return next.withLock { next in
                guard now >= next else { return false }
                next = now.advanced(by: .milliseconds(100))
                return true
            }
        }
    }
}
