import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct CancellingTests {
    @Test func `a job that is cancelled between its lease and its beginning is parked, and hinders no other`()
        async throws
    {
        var harness = try PipelineHarness("= C1\nA | http://x.example/a\nB | http://x.example/b")
        let held = HeldLeases(queues: harness.pipeline.queues)
        harness.pipeline.queues = held
        harness.pipeline.downloads.queueLimits.maxConcurrent = 1
        let desk = Desk(over: harness.pipeline)
        let keys = ["a", "b"].map { harness.key("http://x.example/\($0)") }
        for key in keys { harness.fetcher.on(key.item, .text("text of it")) }
        _ = try await harness.pipeline.readCatalog(records: true)
        let heard = HeardEvents(desk.events())
        let (reader, other) = (Reader(), Reader())

        let request = Task { try await desk.request(keys, for: reader) }
        try await held.leased.wait(atLeast: 1)
        await desk.cancel([keys[0]], for: reader)
        held.gate.open()
        let summary = try await request.value
        try #require(summary.parked == 1 && summary.downloaded == 1)
        try await heard.hears("parked A")
        #expect(held.leased.elements.map(\.key) == keys)
        #expect(harness.fetcher.requests.map(\.target) == [keys[1].item])
        // It was that request's job alone.
        #expect(try await desk.request([keys[0]], for: other).downloaded == 1)
    }

    @Test func `the summary of a cancelled request says how many have no end`() async throws {
        let gate = Gate()
        let names = ["a", "b", "c", "d", "e"]
        let made = try DeskHarness.ofTwoCollections(holding: Dictionary(names.map { ($0, gate) }) { $1 })
        let (desk, harness) = (made.desk, made.harness)
        _ = try await harness.pipeline.readCatalog(records: true)
        let (reader, listener) = (Reader(), desk.events())
        let keys = names.map {
            harness.key("http://x.example/\($0)", collection: $0 < "c" ? "C1" : "C2")
        }
        let request = Task { try await desk.request(keys, for: reader) }
        var (waiting, begun) = (0, 0)
        var finished: RunSummary?
        for await event in listener {
            switch event {
            case .planned: waiting += 1
            case .started:
                (waiting, begun) = (waiting - 1, begun + 1)
                if begun == 1 { await desk.cancel(keys, for: reader) }
            case .finished(let summary, _): finished = summary
            default: break
            }
            if finished != nil { break }
        }
        gate.open()
        let summary = try await request.value
        #expect(waiting > 1 && waiting + summary.parked == 5 && summary.unreached == waiting)
        #expect(finished == summary)
    }

    @Test
    func `an item whose cancelled job is still leased is fetched for whoever else asks for it`()
        async throws
    {
        var harness = try PipelineHarness("= C1\nA | http://x.example/a")
        let held = HeldLeases(queues: harness.pipeline.queues)
        harness.pipeline.queues = held
        let desk = Desk(over: harness.pipeline)
        let key = harness.key("http://x.example/a")
        harness.fetcher.on(key.item, .text("text of it"))
        _ = try await harness.pipeline.readCatalog(records: true)
        let heard = HeardEvents(desk.events())
        let (reader, other) = (Reader(), Reader())

        let request = Task { try await desk.request([key], for: reader) }
        try await held.leased.wait(atLeast: 1)
        for _ in 1...2 {
            let goesOn = await desk.cancel([key], for: reader)
            #expect(!goesOn)
        }
        let second = Task { try await desk.request([key], for: other) }
        try await heard.hears("planned A", times: 2)
        held.gate.open()
        #expect(try await request.value.parked == 1)
        #expect(try await second.value.downloaded == 1)
        #expect(harness.fetcher.requests.count == 1)
    }

    @Test(arguments: [false, true])
    func `what a sync fetches goes on, also if whoever cancels it had asked for it`(
        isRequested: Bool
    ) async throws {
        let gate = Gate()
        let made = try DeskHarness.ofTwoCollections(holding: ["a": gate])
        let (desk, reader) = (made.desk, Reader())
        let heard = HeardEvents(desk.events())
        let sync = Task { try await desk.sync() }
        try await heard.hears("started A")
        let key = made.harness.key("http://x.example/a", collection: "C1")
        let request: Task<RunSummary, any Error>? =
            isRequested ? Task { try await desk.request([key], for: reader) } : nil
        if isRequested { try await heard.hears("planned A", times: 2) }
        let goesOn = await desk.cancel([key], for: reader)
        #expect(goesOn)
        _ = try await request?.value
        gate.open()
        #expect(try await sync.value.parked == 0)
    }
}
