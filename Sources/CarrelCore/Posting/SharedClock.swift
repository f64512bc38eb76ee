import CarrelBasics
import CarrelStages
import Foundation

extension SharedQueue {
    /// The time of day by the database's clock, so that what one machine notes means the same to all, however wrong its own
    /// clock is, and whenever that is set.
    ///
    /// - Parameters:
    ///   - now: this machine's time of day.
    ///   - clock: measures how much time goes by.
    /// - Returns: the corrected time.
    /// - Throws: `StoreError` if the queue cannot be reached.
    func clock(
        correcting now: @escaping @Sendable () -> Date, by clock: any Clock<Duration> = ContinuousClock()
    ) async throws(StoreError) -> @Sendable () -> Date {
        let before = now()
        let shared = try await time()
        let middle = before.addingTimeInterval(now().timeIntervalSince(before) / 2)
        let (read, monotonic) = (now(), MonotonicTime(clock))
        return {
            let (day, elapsed) = (now(), monotonic.elapsed().seconds)
            // Where the clock was set since, as that of a machine which has just booted, it does not say how much went by.
            let isSet = abs(day.timeIntervalSince(read) - elapsed) > SharedClock.step
            let local = isSet ? read.addingTimeInterval(elapsed) : day
            return local.addingTimeInterval(shared.timeIntervalSince(middle))
        }
    }
}

private enum SharedClock {
    /// How far the time of day may get from the time that goes by, in seconds, before it is taken for set.
    static let step: TimeInterval = 30
}
