import CarrelBasics
import CarrelCore
import CarrelStages
import CarrelTesting
import Foundation
import Testing

struct RefreshScheduleTests {
    private let schedule = RefreshSchedule(every: .seconds(36_000))
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func wait(_ visit: CatalogVisit, refresh: Duration? = nil) -> TimeInterval {
        schedule.due(after: visit, refresh: refresh, now: start).timeIntervalSince(start)
    }

    private func visit(_ name: String = "a", failures: Int = 0) -> CatalogVisit {
        CatalogVisit(location: "http://x.example/\(name)", date: start, failures: failures)
    }

    @Test func `what was never read is due at once`() {
        #expect(schedule.due(after: nil, refresh: nil, now: start) < start)
    }

    @Test func `a visit that is later than now says nothing, because the clock was ahead`() {
        let years = start - 8 * 365 * 86_400
        #expect(schedule.due(after: visit(), refresh: nil, now: years) < years)
        let moments = start - 30
        #expect(
            schedule.due(after: visit(), refresh: nil, now: moments) > start,
            "clocks of two machines differ a little")
    }

    @Test func `a catalogue is due after the interval, and up to a tenth later`() {
        let waits = (0..<100).map { wait(visit("\($0)")) }
        #expect(waits.allSatisfy { (36_000...39_600).contains($0) })
        #expect(Set(waits).count > 90, "each at its own moment")
        #expect(wait(visit("7")) == waits[7], "the same moment whenever somebody asks")
        #expect((60...66).contains(wait(visit(), refresh: .seconds(60))), "its own interval wins")
    }

    @Test func `after a failure it is due sooner, and never later than otherwise`() {
        #expect((900...990).contains(wait(visit(failures: 1))))
        #expect((1800...1980).contains(wait(visit(failures: 2))))
        #expect((36_000...39_600).contains(wait(visit(failures: 60))))
        #expect((60...66).contains(wait(visit(failures: 1), refresh: .seconds(60))))
    }

    @Test func `it is not due before its server allows`() {
        var late = visit(failures: 1)
        late.notBefore = start.addingTimeInterval(86_400)
        #expect(wait(late) == 86_400)
        late.notBefore = start
        #expect((900...990).contains(wait(late)))
    }
}

/// Sleeping until something is due.
@Suite(.timeLimit(.minutes(1))) struct DueWaitTests {
    private let clock = ManualClock(.autoAdvancing)
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func wait(_ seconds: TimeInterval, _ look: () async -> Date?) async throws {
        try await DueWait(clock: clock) { [clock, start] in start + clock.now.offset.seconds }
            .wait(until: start + seconds, look)
    }

    @Test func `what became due meanwhile, or by a clock that was set back, is noticed`() async throws {
        var looks = 0
        try await wait(30 * 86_400) {
            looks += 1
            return looks < 3 ? nil : .distantPast
        }
        #expect(clock.sleeps == [.seconds(60), .seconds(60), .seconds(60)])
    }

    @Test func `what is due later than was known is waited for`() async throws {
        try await wait(70) { start + 90 }
        #expect(clock.sleeps == [.seconds(60), .seconds(30)])
    }

    @Test func `even what is late leaves others a moment`() async throws {
        try await wait(-100) {
            Issue.record("it is due")
            return nil
        }
        #expect(clock.sleeps == [.milliseconds(250)])
    }
}
