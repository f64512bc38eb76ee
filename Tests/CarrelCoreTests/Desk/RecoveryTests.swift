import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// What a killed process left is put right once for each time that the library is opened to be written to.
@Suite(.timeLimit(.minutes(1))) struct RecoveryTests {
    private let harness: PipelineHarness
    private let store: WatchedStore

    init() throws {
        var harness = try PipelineHarness("= C1\nA | http://x.example/a\nB | http://x.example/b")
        store = WatchedStore(harness.store)
        harness.pipeline.store = store
        harness.pipeline.downloads.queueLimits.maxConcurrent = 2
        self.harness = harness
    }

    private func desk(_ others: [String: Pipeline] = [:]) -> Desk {
        Desk(
            Desk.Parts(harness.pipeline, listed: others) { [harness] _ throws(StoreError) in harness.library }
        )
    }

    private var recoveries: Int { store.steps.elements.filter { $0 == "recovered" }.count }

    private func serve(_ names: String...) {
        for name in names { harness.fetcher.on("http://x.example/\(name)", .text("text of \(name)")) }
    }

    @Test func `a sync recovers once, before it stages anything, over a desk or without one`() async throws {
        serve("a", "b")
        _ = try await desk().sync()
        #expect(recoveries == 1 && store.steps.elements.first == "recovered")
        #expect(store.steps.elements.contains("staged"))
        _ = try await harness.pipeline.sync()
        #expect(recoveries == 2)
    }

    @Test func `catalogues that are synced side by side recover once`() async throws {
        serve("a", "b", "c")
        var other = harness.pipeline
        other.source = FixedSource("= C1\nC | http://x.example/c", location: "http://catalog.example/other")
        let locations = [harness.source.location, "http://catalog.example/other"]
        let desk = desk([locations[0]: harness.pipeline, locations[1]: other])
        let summaries = try await desk.sync(locations) { Issue.record("\($0): \($1)") }
        #expect(summaries.values.map(\.downloaded).reduce(0, +) == 3)
        #expect(recoveries == 1)
    }

    @Test func `two requests at once recover once, and one that comes after them once more`() async throws {
        let gate = Gate()
        harness.fetcher.on("http://x.example/a", .held(by: gate, "text"))
        serve("b")
        _ = try await harness.pipeline.readCatalog(records: true)
        let desk = desk()
        let heard = HeardEvents(desk.events())
        let keys = ["a", "b"].map { harness.key("http://x.example/\($0)") }
        let (one, two) = (Reader(), Reader())
        let first = Task { try await desk.request([keys[0]], for: one) }
        let second = Task { try await desk.request([keys[1]], for: two) }
        // The first one cannot end before the second one has come.
        try await heard.hears("started A")
        try await heard.hears("stored B")
        gate.open()
        #expect(try await [first.value, second.value].map(\.downloaded) == [1, 1])
        #expect(recoveries == 1)
        _ = try await desk.request([keys[1]], for: one)
        #expect(recoveries == 2)
    }

    @Test func `who only looks has it put right where there is something to put right`() async throws {
        let desk = desk()
        await desk.recover()
        #expect(recoveries == 0, "nothing was left")
        try await harness.leavePublication(of: "http://x.example/a")
        await desk.recover()
        #expect(recoveries == 1)
        #expect(try await harness.library.pendingPublications().isEmpty)
        #expect(await !desk.holdsLock)
    }

    @Test func `who only looks leaves it to whoever writes, and looks all the same`() async throws {
        try await harness.leavePublication(of: "http://x.example/a")
        let library = harness.library
        var parts = Desk.Parts(harness.pipeline) { access throws(StoreError) in
            if access != .shared { Issue.record("it waits") }
            return library
        }
        parts.openAtOnce = { _ throws(StoreError) in
            throw StoreError(.busy, subject: "the library", reason: "another process uses it")
        }
        let desk = Desk(parts)
        await desk.recover()
        #expect(recoveries == 0)
        #expect(try await desk.view().allRows.count == 2)
    }

    @Test func `who comes to write waits until it is put right`() async throws {
        serve("b")
        try await harness.leavePublication(of: "http://x.example/a")
        let (library, asked, gate, steps) = (harness.library, Gate(), Gate(), Recorder<String>())
        var parts = Desk.Parts(harness.pipeline) { access throws(StoreError) in
            if access != .shared { steps.append("opened to write") }
            return library
        }
        parts.openAtOnce = { _ throws(StoreError) in
            asked.open()
            try? await gate.wait()
            steps.append("opened to put right")
            return library
        }
        let desk = Desk(parts)
        let looking = Task { await desk.recover() }
        try await asked.wait()
        let key = harness.key("http://x.example/b")
        let reader = Reader()
        let writing = Task { try await desk.request([key], for: reader) }
        for _ in 0..<100 { await Task.yield() }
        gate.open()
        await looking.value
        #expect(try await writing.value.downloaded == 1)
        #expect(steps.elements.first == "opened to put right", "\(steps.elements)")
    }

    @Test func `what another machine has finished meanwhile stays as it is recorded`() async throws {
        let key = harness.key("http://x.example/a")
        try await harness.leavePublication(of: "http://x.example/a")
        let library = harness.library
        let left = try await library.pendingPublications()
        var pipeline = harness.pipeline
        pipeline.store = WatchedStore(
            harness.store,
            whenPublishing: { () async throws(StoreError) in
                try await library.commit([], settling: left)
            })
        try await pipeline.recover(for: QueueWorker(number: 1))
        // This machine finds no bytes to publish.
        #expect(try await library.document(of: key)?.name == "C1-a.txt")
    }
}
