import CarrelStages
import Foundation

extension SharedQueue {
    /// The time of day by the database's clock, so that what one machine notes means the same to all, however wrong its own
    /// clock is.
    ///
    /// - Parameter now: this machine's time of day.
    /// - Returns: the corrected time.
    /// - Throws: `StoreError` if the queue cannot be reached.
    func clock(
        correcting now: @escaping @Sendable () -> Date
    ) async throws(StoreError) -> @Sendable () -> Date {
        let before = now()
        let shared = try await time()
        let middle = before.addingTimeInterval(now().timeIntervalSince(before) / 2)
        let offset = shared.timeIntervalSince(middle)
        return { now().addingTimeInterval(offset) }
    }
}
