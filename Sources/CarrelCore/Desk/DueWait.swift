import Foundation

/// Sleeps until something is due, and looks each minute when that is.
public struct DueWait: Sendable {
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date

    /// The longest time between two looks.
    private static let step = Duration.seconds(60)

    /// The shortest sleep: others who wait for the library get their turn.
    private static let shortest = Duration.milliseconds(250)

    public init(
        clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.clock, self.now) = (clock, now)
    }

    /// Sleeps until something is due.
    ///
    /// It looks anew because the clock may be set, and other processes may change what is due.
    ///
    /// - Parameters:
    ///   - first: when something is due, as far as is known.
    ///   - look: tells when something is due by now; `nil` if that is not known, and the last time holds.
    /// - Throws: `CancellationError`.
    public func wait(until first: Date, _ look: () async -> Date?) async throws {
        var date = first
        repeat {
            let left = Duration.seconds(date.timeIntervalSince(now()))
            try await clock.sleep(for: min(max(left, Self.shortest), Self.step))
            if date > now() { date = await look() ?? date }
        } while date > now()
    }
}
