import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Readers who ask for what somebody else is fetching.
@Suite(.timeLimit(.minutes(1))) struct JoiningTests {
    private let pdf = "http://x.example/a.pdf"
    private let page = Data("<!DOCTYPE html><html><body>Please sign in</body></html>".utf8)

    @Test func `what is set aside is set aside for whoever joined the transfer, too`() async throws {
        let gate = Gate()
        let made = try DeskHarness("= C1\nA | \(pdf)")
        let (desk, harness) = (made.desk, made.harness)
        harness.fetcher.on(pdf, .held(by: gate, page))
        _ = try await harness.pipeline.readCatalog(records: true)
        let heard = HeardEvents(desk.events())
        let (one, two) = (Reader(), Reader())
        let first = Task { try await desk.request([harness.key(pdf)], for: one) }
        try await heard.hears("started A")
        let second = Task { try await desk.request([harness.key(pdf)], for: two) }
        try await heard.hears("planned A", times: 2)
        gate.open()
        let summaries = try await [first.value, second.value]
        #expect(summaries.map(\.quarantined) == [1, 1] && summaries.map(\.failed) == [0, 0])
        #expect(harness.fetcher.requests.count == 1)
        #expect(!heard.lines.elements.contains { $0.hasPrefix("failed") })
    }

    @Test func `who looks elsewhere no longer waits for what a sync is fetching, and the sync goes on`()
        async throws
    {
        let gate = Gate()
        let made = try DeskHarness.ofTwoCollections(holding: ["a": gate])
        let (desk, harness) = (made.desk, made.harness)
        _ = try await harness.pipeline.readCatalog(records: true)
        let heard = HeardEvents(desk.events())
        let sync = Task { try await desk.sync() }
        try await heard.hears("started A")
        let reader = Reader()
        try await desk.select(made.collection("C1"), for: reader)
        let request = Task { try await desk.request([harness.key("http://x.example/a")], for: reader) }
        try await heard.hears("planned A", times: 2)
        try await desk.select(made.collection("C2"), for: reader)
        #expect(try await request.value.downloaded == 0)
        gate.open()
        #expect(try await sync.value.downloaded == 5)
    }

    /// Two items of the first collection; the first one waits for a gate.
    ///
    /// Whoever hears that B is stored knows that the one who asked for both has joined A.
    private func holdingA(_ gate: Gate) async throws -> (made: DeskHarness, keys: [ItemKey]) {
        let made = try DeskHarness.ofTwoCollections(holding: ["a": gate], maxConcurrent: 2)
        _ = try await made.harness.pipeline.readCatalog(records: true)
        return (made, ["a", "b"].map { made.harness.key("http://x.example/\($0)") })
    }

    @Test(arguments: [false, true])
    func `what is fetched goes on for whoever joined, when the one who asked for it first leaves`(
        isSync: Bool
    ) async throws {
        let gate = Gate()
        let (made, keys) = try await holdingA(gate)
        let desk = made.desk
        let heard = HeardEvents(desk.events())
        let (one, two) = (Reader(), Reader())
        try await desk.select(made.collection("C1"), for: one)
        let first = Task { try await desk.request([keys[0]], for: one) }
        try await heard.hears("started A")
        let second = Task {
            if isSync { return try await desk.sync() }
            return try await desk.request(keys, for: two)
        }
        try await heard.hears("stored B")
        try await desk.select(made.collection("C2"), for: one)
        // It waits no longer, and has no part in what comes.
        let left = try await first.value
        #expect(left.downloaded == 0 && left.parked == 0 && left.unreached == 1)
        gate.open()
        #expect(try await second.value.downloaded == (isSync ? 5 : 2))
        #expect(made.harness.fetcher.requests.count(where: { $0.target == keys[0].item }) == 1)
        try await heard.hears("stored A")
        #expect(!heard.lines.elements.contains("parked A"))
    }

    /// Has one reader ask for A, another one for A and B, and the first one leave while A is on its way.
    ///
    /// - Returns: what the other one gets.
    private func joiningAndLeft(
        _ desk: Desk, _ keys: [ItemKey]
    ) async throws -> Task<RunSummary, any Error> {
        let heard = HeardEvents(desk.events())
        let one = Reader()
        let first = Task { try await desk.request([keys[0]], for: one) }
        try await heard.hears("started A")
        let second = Task { try await desk.request(keys, for: Reader()) }
        try await heard.hears("stored B")
        await desk.cancel([keys[0]], for: one)
        #expect(try await first.value.unreached == 1)
        return second
    }

    @Test func `what goes on for whoever joined keeps to the room on the disk`() async throws {
        let gate = Gate()
        let urls = ["http://x.example/a", "http://x.example/b"]
        var harness = try PipelineHarness("= C1\nA | \(urls[0])\nB | \(urls[1])")
        harness.pipeline.downloads.queueLimits.maxConcurrent = 2
        harness.pipeline.downloads.reserve = 2 << 20
        harness.store.setFreeSpace(100 << 20)
        // Nobody says how long it is, so it claims no room when it begins.
        harness.fetcher.on(
            urls[0],
            Reply([.head(status: 200), .bytes(Data("a".utf8)), .wait(gate), .zeros(8 << 20), .stall]))
        harness.fetcher.on(urls[1], .text("b"))
        let keys = urls.map { harness.key($0) }
        let desk = Desk(over: harness.pipeline)
        _ = try await harness.pipeline.readCatalog(records: true)
        let second = try await joiningAndLeft(desk, keys)
        harness.store.setFreeSpace(1 << 20)
        gate.open()
        let error = try await #require(throws: PipelineError.self) { try await second.value }
        guard case .library(let reason) = error else { throw error }
        #expect(reason.code == .full)
    }

    @Test func `what goes on for whoever joined ends when another process ignores it`() async throws {
        let gate = Gate()
        let (made, keys) = try await holdingA(gate)
        let desk = made.desk
        let second = try await joiningAndLeft(desk, keys)
        try await made.harness.library.setIgnored(true, [keys[0]], patterns: [])
        let summary = try await second.value
        #expect(summary.downloaded == 1 && summary.ignored == 1, "\(summary)")
        gate.open()
    }

    @Test func `what two asked for ends when both have left`() async throws {
        let gate = Gate()
        let (made, keys) = try await holdingA(gate)
        let desk = made.desk
        let heard = HeardEvents(desk.events())
        let (one, two) = (Reader(), Reader())
        let first = Task { try await desk.request([keys[0]], for: one) }
        try await heard.hears("started A")
        let second = Task { try await desk.request(keys, for: two) }
        try await heard.hears("stored B")
        var goesOn = await desk.cancel([keys[0]], for: one)
        #expect(goesOn)
        #expect(try await first.value.unreached == 1)
        #expect(await desk.itemsUnderWay()[keys[0]] != nil)
        goesOn = await desk.cancel([keys[0]], for: two)
        #expect(!goesOn)
        try await heard.hears("parked A")
        #expect(try await second.value.downloaded == 1)
        #expect(await desk.itemsUnderWay().isEmpty)
        gate.open()
    }

    @Test(arguments: [Attempt.Outcome.failed, .stored])
    func `what another reader leaves is fetched for whoever joined, whatever came of an earlier try`(
        outcome: Attempt.Outcome
    ) async throws {
        let gate = Gate()
        let urls = ["http://x.example/a", "http://x.example/b", "http://y.example/c"]
        var harness = try PipelineHarness("= C1\nA | \(urls[0])\nB | \(urls[1])\nC | \(urls[2])")
        harness.pipeline.downloads.queueLimits.maxPerHost = 1
        let keys = urls.map { harness.key($0) }
        let desk = Desk(over: harness.pipeline)
        harness.fetcher.on(urls[1], outcome == .failed ? .status(404) : .text("old"))
        _ = try await harness.pipeline.readCatalog(records: true)
        #expect(try await desk.request([keys[1]], for: Reader()).failed == (outcome == .failed ? 1 : 0))
        let requests = harness.fetcher.requests.count
        harness.fetcher.on(
            urls[0], Reply([.wait(gate), .head(status: 200), .bytes(Data("a".utf8))]))
        harness.fetcher.on(urls[1], .text("new", tag: "\"2\""))
        harness.fetcher.on(urls[2], .text("c"))
        let heard = HeardEvents(desk.events())
        let (one, two) = (Reader(), Reader())
        let first = Task { try await desk.request([keys[0], keys[1]], for: one) }
        try await heard.hears("started A")
        let second = Task { try await desk.request([keys[1], keys[2]], for: two) }
        // By then its other item waits behind A, as the first one's.
        try await heard.hears("stored C")
        await desk.cancel([keys[1]], for: one)
        gate.open()
        #expect(try await first.value.downloaded == 1)
        let summary = try await second.value
        #expect(summary.downloaded == 2 && summary.failed == 0, "\(summary)")
        #expect(harness.fetcher.requests.count == requests + 3)
    }
}
