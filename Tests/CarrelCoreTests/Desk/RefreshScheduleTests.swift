import CarrelBasics
import CarrelCore
import CarrelStages
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
