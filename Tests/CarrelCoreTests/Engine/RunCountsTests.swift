import CarrelModel
import CarrelStages
import CarrelTesting
import Testing

@testable import CarrelCore

/// What a run plans, and how that ends.
@Suite(.timeLimit(.minutes(1))) struct RunCountsTests {
    private let events = RecordingEvents()

    private func entry(_ title: String) -> PlanEntry {
        PlanEntry(
            .download, reason: "new", collection: "C1",
            item: Item(title: title, url: "http://x.example/\(title)"))
    }

    @Test func `what was taken back and does not come again is left to a later run, once`() {
        let counts = RunCounts(EventRelay(events))
        let entries = ["A", "B"].map(entry)
        counts.plan(Plan(catalog: "c", entries: entries))
        #expect(!counts.isTold && counts.summary.listed == 2 && counts.summary.unreached == 2)
        counts.tell(Plan(catalog: "c", entries: entries))
        #expect(counts.isTold && events.lines == ["download: A", "download: B"])
        let items = entries.map { ItemEvent($0, of: "c") }
        for item in items { counts.conclude(.unchanged, .unchanged(item)) }
        for item in items { counts.takeBack(.unchanged, nil, item, reason: "another's answer") }
        #expect(counts.summary.unreached == 2)
        counts.conclude(.failed, .failed(items[0], reason: "gone"))
        counts.parkTakenBack()
        counts.parkTakenBack()
        let summary = counts.summary
        #expect(summary.listed == 2 && summary.failed == 1 && summary.parked == 1 && summary.unreached == 0)
        #expect(events.lines.suffix(2) == ["failed: A: gone", "parked: B: another's answer"])
    }
}
