import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import Testing

@testable import CarrelFrontEnd
@testable import CarrelPage

/// How far a run is, as front ends count it.
struct TransferTallyTests {
    private let now = ContinuousClock.now

    private func planned(
        _ id: String, _ action: PlanEntry.Action = .download, of catalog: String = "catalogue"
    ) -> PipelineEvent {
        var item = Item(title: id, url: "http://x.example/\(id)")
        item.id = id
        return .planned(PlanEntry(action, reason: "", collection: "C1", item: item), of: catalog)
    }

    private func item(
        _ id: String, of catalog: String = "catalogue", isContinued: Bool = false
    ) -> ItemEvent {
        ItemEvent(
            key: ItemKey(catalog: catalog, collection: "C1", item: id), title: id,
            url: "http://x.example/\(id)", isContinued: isContinued)
    }

    @Test func `what ends without having begun counts, so that all are done in the end`() {
        var tally = TransferTally()
        let events: [PipelineEvent] = [
            planned("1"), planned("2"), planned("3"), planned("4", .refused), planned("5", .keep),
            .failed(item("4"), reason: "not such a URL"), .started(item("1")), .unchanged(item("2")),
        ]
        for event in events { tally.receive(event, at: now) }
        #expect(tally.done == 2 && tally.planned == 4 && tally.active.count == 1)
        tally.receive(.failed(item("1"), reason: "gone"), at: now)
        tally.receive(.parked(item("3"), reason: "its host asked to wait"), at: now)
        #expect(tally.done == 4 && tally.planned == 4)
        // Somebody accepts a document of the quarantine afterwards.
        tally.receive(.unchanged(item("9")), at: now)
        #expect(tally.done == 4)
    }

    @Test func `what an earlier run left of a document has not come now`() {
        var (tally, activity) = (TransferTally(), Activity())
        func receive(_ event: PipelineEvent) {
            tally.receive(event, at: now)
            activity.receive(event, at: now)
        }
        let (rest, whole) = (item("1", isContinued: true), item("2"))
        for event in [planned("1", .resume), planned("2"), .started(rest), .started(whole)] { receive(event) }
        _ = activity.state(at: now)
        receive(.progress(rest, bytes: 22_000_000, total: 40_000_000))
        receive(.progress(whole, bytes: 1_000_000, total: 2_000_000))
        #expect(tally.bytes == 1_000_000)
        receive(.progress(rest, bytes: 23_000_000, total: 40_000_000))
        #expect(tally.bytes == 2_000_000)
        let state = activity.state(at: now + .seconds(1))
        #expect(state.rate == ByteCount(2_000_000))
    }

    @Test func `a catalogue that is done takes nothing of another one along`() {
        var activity = Activity()
        let events: [PipelineEvent] = [
            planned("1"), planned("2", of: "other"), .started(item("1")), .unchanged(item("1")),
            .finished(RunSummary(), of: "catalogue"),
        ]
        for event in events { activity.receive(event, at: now) }
        // The other one's host wants a pause.
        let state = activity.state(at: now)
        #expect(state.isBusy && state.done == 1 && state.planned == 2)
        activity.receive(.started(item("2", of: "other")), at: now)
        activity.receive(.unchanged(item("2", of: "other")), at: now)
        activity.receive(.finished(RunSummary(), of: "other"), at: now)
        #expect(!activity.state(at: now).isBusy && activity.state(at: now).done == 0)
    }

    @Test func `a request that is over takes nothing of the sync of its catalogue along`() {
        var activity = Activity()
        let sync = [planned("1"), planned("2"), planned("3")]
        // Two more were asked for, of which one was cancelled before it began.
        let request = [planned("4"), planned("5"), .started(item("4")), .unchanged(item("4"))]
        for event in sync + request { activity.receive(event, at: now) }
        var summary = RunSummary()
        (summary.listed, summary.unchanged) = (2, 1)
        activity.receive(.finished(summary, of: "catalogue"), at: now)
        // The sync only waits just now.
        #expect(activity.state(at: now).line(working: "") == "1 / 4")
        // It leaves the rest to other machines.
        summary = RunSummary()
        (summary.listed, summary.posted) = (3, 3)
        activity.receive(.finished(summary, of: "catalogue"), at: now)
        #expect(!activity.state(at: now).isBusy && activity.state(at: now).done == 0)
    }

    @Test func `what several runs want counts once, and is over when all of them are`() {
        var activity = Activity()
        let plan = [planned("1"), planned("2"), planned("3")]
        for event in plan + [PipelineEvent.started(item("1"))] + plan + plan {
            activity.receive(event, at: now)
        }
        #expect(activity.state(at: now).line(working: "") == "0 / 3")
        for _ in 1...2 { activity.receive(.unchanged(item("1")), at: now) }
        // The third one is cancelled.
        var summary = RunSummary()
        summary.listed = 3
        activity.receive(.finished(summary, of: "catalogue"), at: now)
        #expect(activity.state(at: now).line(working: "") == "1 / 3")
        for id in ["2", "2", "3"] { activity.receive(.unchanged(item(id)), at: now) }
        #expect(activity.state(at: now).done == 3)
        activity.receive(.unchanged(item("3")), at: now)
        activity.receive(.finished(RunSummary(), of: "catalogue"), at: now)
        #expect(!activity.state(at: now).isBusy && activity.state(at: now).done == 0)
    }

    @Test func `the line of what goes on tells the time left in whole seconds`() {
        let state = Activity.State(
            active: 1, done: 2, planned: 9, isBusy: true, rate: ByteCount(1 << 20),
            left: .milliseconds(83_517))
        #expect(state.line(working: "") == "2 / 9 · 1.00 MiB/s · 1:24")
        #expect(
            ActivityFrame(state, .english).text == "2 of 9 documents done · 1.00 MiB/s · 1:24 left")
        #expect(
            ActivityFrame(state, .german).text == "2 von 9 Dokumenten fertig · 1,00 MiB/s · noch 1:24")
    }

    @Test func `of a single document the page says only that it is fetched`() {
        let state = Activity.State(active: 1, planned: 1, isBusy: true, rate: ByteCount(1 << 20))
        #expect(ActivityFrame(state, .english).text == "Fetching · 1.00 MiB/s")
        #expect(ActivityFrame(Activity.State(active: 1, isBusy: true), .german).text == "Lädt")
        #expect(ActivityFrame(Activity.State(), .english).text == nil)
    }

    @Test func `what is not known any more after a gap keeps nothing busy`() {
        var activity = Activity()
        for event in [planned("1"), .started(item("1")), .gap(since: 1)] { activity.receive(event, at: now) }
        #expect(!activity.state(at: now).isBusy)
        activity.receive(.unchanged(item("1")), at: now)
        #expect(activity.state(at: now).done == 0)
    }

    @Test func `an activity is over as soon as everything has ended, whoever fetched it`() {
        var activity = Activity()
        for event in [planned("1"), planned("2"), .started(item("1"))] { activity.receive(event, at: now) }
        #expect(activity.state(at: now).isBusy)
        for event in [.unchanged(item("1")), PipelineEvent.unchanged(item("2"))] {
            activity.receive(event, at: now)
        }
        #expect(!activity.state(at: now).isBusy && activity.state(at: now).done == 2)
    }
}
