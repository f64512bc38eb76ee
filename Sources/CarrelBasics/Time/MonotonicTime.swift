/// A clock without its type, which gives the time since it was made.
///
/// Instants of `any Clock` cannot be compared; durations since a common origin can.
package struct MonotonicTime: Sendable {
    /// The time since this value was made.
    package let elapsed: @Sendable () -> Duration
    /// Waits; throws `CancellationError` if the task is cancelled.
    package let sleep: @Sendable (Duration) async throws -> Void

    /// Starts at zero now.
    package init(_ clock: any Clock<Duration>) { self = Self.erasing(clock) }

    private init(
        elapsed: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        (self.elapsed, self.sleep) = (elapsed, sleep)
    }

    private static func erasing<C: Clock>(_ clock: C) -> MonotonicTime where C.Duration == Duration {
        let origin = clock.now
        return MonotonicTime(
            elapsed: { origin.duration(to: clock.now) },
            sleep: { try await clock.sleep(for: $0, tolerance: nil) })
    }
}
