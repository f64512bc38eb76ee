import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// What a desk is for: a sync, people who ask for more, and everybody who listens, over one library.
@Suite(.timeLimit(.minutes(1))) struct OneDeskTests {
    private static let catalog = DeskHarness.twoCollections

    @Test func `a sync, a reader who asks and turns away, previews and listeners get along`() async throws {
        let made = try DeskHarness(Self.catalog, deferring: "C2", previews: .ofFirstLines)
        let (desk, harness) = (made.desk, made.harness)
        let gates = Dictionary(uniqueKeysWithValues: ["a", "b", "c"].map { ($0, Gate()) })
        for (name, gate) in gates { made.hold("http://x.example/\(name)", gate) }
        _ = try await harness.pipeline.readCatalog(records: true)
        let (first, second) = (HeardEvents(desk.events()), HeardEvents(desk.events()))
        let deaf = desk.events(capacity: 2)
        let before = try await desk.snapshot().number

        let sync = Task { try await desk.sync() }
        try await first.hears("started A")
        let reader = Reader()
        try await desk.select(made.collection("C2"), for: reader)
        let wanted = ["c", "d", "e"].map { harness.key("http://x.example/\($0)", collection: "C2") }
        let request = Task { try await desk.request(wanted, for: reader) }
        // The first of what was asked for comes before the rest of the sync; the others wait behind it.
        try await first.hears("started C")
        #expect(!first.lines.elements.contains("started B"))

        try await desk.select(made.collection("C1"), for: reader)
        #expect(try await request.value.parked == 1)
        for heard in [first, second] { try await heard.hears("parked C") }
        #expect(await desk.itemsUnderWay().keys.allSatisfy { $0.collection == "C1" })

        try #require(gates["a"]).open()
        try await first.hears("stored A")
        try await first.hears("started B")
        let shown = try await desk.preview(harness.key("http://x.example/a"))
        #expect(shown.previewer == "first-line" && shown.preview.text == "halfhalf")
        try #require(gates["b"]).open()
        let summary = try await sync.value
        #expect(summary.downloaded == 2 && summary.failed == 0 && summary.deferred == 3)

        for heard in [first, second] { try await heard.hears("finished 5") }
        #expect(first.lines.elements == second.lines.elements)
        let begun = first.lines.elements.filter { $0.hasPrefix("started") }
        #expect(begun == ["started A", "started C", "started B"])

        guard case .gap(let since) = await deaf.next() else {
            Issue.record("expected a gap")
            return
        }
        #expect(since <= before)
        let missed = Set(try await desk.changes(since: since).items.map(\.item))
        #expect(missed.isSuperset(of: ["a", "b"].map { harness.key("http://x.example/\($0)").item }))
    }

    /// A desk whose library another process holds until a gate opens.
    private func heldDesk(_ harness: PipelineHarness, until gate: Gate, _ asked: Gate) -> Desk {
        let library = harness.library
        return Desk(
            Desk.Parts(harness.pipeline) { access throws(StoreError) in
                guard access == .exclusive else { return library }
                asked.open()
                do {
                    try await gate.wait()
                } catch {
                    throw StoreError(.cancelled, subject: "the library", reason: "interrupted")
                }
                return library
            })
    }

    @Test func `whoever looks does not wait for the library to be free`() async throws {
        let harness = try PipelineHarness(Self.catalog)
        harness.fetcher.on("http://x.example/a", .text("text"))
        let (gate, asked) = (Gate(), Gate())
        let desk = heldDesk(harness, until: gate, asked)
        _ = try await harness.pipeline.readCatalog(records: true)
        let reader = Reader()
        let request = Task { try await desk.request([harness.key("http://x.example/a")], for: reader) }
        try await asked.wait()
        #expect(try await desk.view().collections.count == 2)
        gate.open()
        #expect(try await request.value.downloaded == 1)
    }

    @Test func `of those who wait for the library each can be interrupted, and the others go on`()
        async throws
    {
        let harness = try PipelineHarness(Self.catalog)
        for name in ["a", "b", "c"] { harness.fetcher.on("http://x.example/\(name)", .text("text")) }
        let (gate, asked) = (Gate(), Gate())
        let desk = heldDesk(harness, until: gate, asked)
        let syncs = (0..<3).map { _ in Task { try await desk.sync() } }
        try await asked.wait()
        // One of them has begun to open the library.
        for sync in syncs.dropLast() {
            sync.cancel()
            await #expect(throws: (any Error).self) { try await sync.value }
        }
        gate.open()
        #expect(try await syncs[2].value.downloaded == 3)
    }

    @Test func `what is cancelled before there is a job for it is not fetched`() async throws {
        let harness = try PipelineHarness(Self.catalog)
        for name in ["a", "c"] { harness.fetcher.on("http://x.example/\(name)", .text("text")) }
        let (gate, asked) = (Gate(), Gate())
        let desk = heldDesk(harness, until: gate, asked)
        _ = try await harness.pipeline.readCatalog(records: true)
        let location = harness.source.location
        let reader = Reader()
        try await desk.select(CollectionKey(catalog: location, collection: "C1"), for: reader)
        let keys = [
            harness.key("http://x.example/a"), harness.key("http://x.example/c", collection: "C2"),
        ]
        let request = Task { try await desk.request(keys, for: reader) }
        try await asked.wait()
        try await desk.select(CollectionKey(catalog: location, collection: "C2"), for: reader)
        gate.open()
        #expect(try await request.value.downloaded == 1)
        #expect(harness.fetcher.requests.map(\.target) == ["http://x.example/c"])
    }

    @Test func `a run that somebody joins keeps to the limits of both`() async throws {
        let parts = try PipelineHarness(Self.catalog).pipeline.runParts
        var careful = parts
        careful.downloads.queueLimits.interval = .seconds(1)
        let runs = Runs()
        _ = try await runs.withRun(parts) { run throws(PipelineError) in
            let queue = run.queue
            #expect((0..<2).map { _ in queue.takeTurn(at: "x.example:80") } == [.zero, .zero])
            _ = try await runs.withRun(careful) { joined throws(PipelineError) in
                #expect(joined === run)
                return (nil, ())
            }
            _ = queue.takeTurn(at: "x.example:80")
            #expect(queue.takeTurn(at: "x.example:80") > .zero)
            return (nil, ())
        }
    }

    @Test(arguments: [false, true])
    func `a desk that takes other parts does for each call what was asked of it`(isNamed: Bool) async throws {
        let harness = try PipelineHarness(Self.catalog)
        for name in ["a", "b", "c", "d", "e"] {
            harness.fetcher.on("http://x.example/\(name)", .text("text"))
        }
        let (gate, asked) = (Gate(), Gate())
        let desk = heldDesk(harness, until: gate, asked)
        let location = harness.source.location
        let sync = Task {
            guard isNamed else { return try await desk.sync() }
            let summaries = try await desk.sync([location]) { Issue.record("\($0): \($1)") }
            return summaries[location] ?? RunSummary()
        }
        try await asked.wait()
        // Of another catalogue, whose list is empty.
        var other = try PipelineHarness("").pipeline
        (other.library, other.store) = (harness.library, harness.store)
        await desk.take(Desk.Parts(other) { _ throws(StoreError) in harness.library })
        gate.open()
        #expect(try await sync.value.downloaded == 5)
    }
}
