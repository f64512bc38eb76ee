import CarrelBasics
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// The time of day by the clock of the machines' queue.
struct SharedClockTests {
    @Test func `a clock that is wrong, and set while documents are fetched, changes nothing`() async throws {
        let (day, clock) = (Locked(Date(timeIntervalSince1970: 500)), ManualClock())
        let queue = PostedQueue()
        let now = try await queue.clock(correcting: { day.value }, by: clock)
        #expect(now() == Date(timeIntervalSince1970: 1_000_000))
        clock.advance(by: .seconds(60))
        day.withLock { $0 += 60 }
        #expect(now() == Date(timeIntervalSince1970: 1_000_060))
        day.withLock { $0 += 3600 }
        #expect(now() == Date(timeIntervalSince1970: 1_000_060))
        clock.advance(by: .seconds(60))
        day.withLock { $0 += 60 }
        #expect(now() == Date(timeIntervalSince1970: 1_000_120))
    }
}
