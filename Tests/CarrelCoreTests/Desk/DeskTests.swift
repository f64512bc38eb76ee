import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct DeskTests {
    private static let catalog = DeskHarness.twoCollections

    private func made(_ gates: [String: Gate] = [:], maxConcurrent: Int = 1) throws -> DeskHarness {
        try .ofTwoCollections(holding: gates, maxConcurrent: maxConcurrent)
    }

    @Test func `selecting another collection parks what this reader asked for, and nobody else's`()
        async throws
    {
        let (held, others) = (Gate(), Gate())
        let made = try made(["a": held, "c": others], maxConcurrent: 3)
        let (desk, harness) = (made.desk, made.harness)
        _ = try await harness.pipeline.readCatalog(records: true)
        let heard = HeardEvents(desk.events())
        let (reader, other) = (Reader(), Reader())
        try await desk.select(made.collection("C1"), for: reader)
        let mine = Task {
            try await desk.request([harness.key("http://x.example/a")], for: reader)
        }
        let theirs = Task {
            try await desk.request([harness.key("http://x.example/c", collection: "C2")], for: other)
        }
        try await heard.hears("started A")
        try await heard.hears("started C")
        let key = harness.key("http://x.example/a")
        #expect(try await desk.snapshot().underWay[key] != nil)

        try await desk.select(made.collection("C2"), for: reader)
        #expect(try await mine.value.parked == 1)
        try await heard.hears("parked A")
        #expect(try await desk.snapshot().underWay[key] == nil)
        others.open()
        #expect(try await theirs.value.downloaded == 1)
        #expect(try await harness.library.selection() == made.collection("C2"))

        // What had come is continued when it is asked for again.
        held.open()
        harness.fetcher.on("http://x.example/a", .text("text of a"))
        #expect(try await desk.request([key], for: reader).downloaded == 1)
    }

    @Test func `an item that two readers ask for is fetched once, and both are told`() async throws {
        let gate = Gate()
        let made = try made(["a": gate])
        let (desk, harness) = (made.desk, made.harness)
        _ = try await harness.pipeline.readCatalog(records: true)
        let heard = HeardEvents(desk.events())
        let key = harness.key("http://x.example/a")
        let (one, two) = (Reader(), Reader())
        let first = Task { try await desk.request([key], for: one) }
        try await heard.hears("started A")
        let second = Task { try await desk.request([key], for: two) }
        // Planned by what was recorded when it was not stored.
        try await heard.hears("planned A", times: 2)
        gate.open()
        let summaries = try await [first.value, second.value]
        #expect(summaries.map(\.downloaded).reduce(0, +) == 1)
        #expect(summaries.map(\.unchanged).reduce(0, +) == 1)
        try await heard.hears("unchanged A")
        #expect(harness.fetcher.requests.count == 1)
    }

    @Test func `the library is opened to be written to for each run, and not while the desk is idle`()
        async throws
    {
        let made = try made()
        #expect(made.openings.value == 0)
        _ = try await made.desk.snapshot()
        #expect(made.openings.value == 0)
        _ = try await made.desk.sync()
        #expect(made.openings.value == 1)
        _ = try await made.desk.sync()
        #expect(made.openings.value == 2)
    }

    @Test func `a document can be looked into as soon as it is stored, while the sync goes on`() async throws
    {
        let gate = Gate()
        let made = try DeskHarness(Self.catalog, previews: .ofFirstLines)
        for name in ["a", "c", "d", "e"] {
            made.harness.fetcher.on("http://x.example/\(name)", .text("text of \(name)\nmore"))
        }
        made.hold("http://x.example/b", gate)
        let heard = HeardEvents(made.desk.events())
        let sync = Task { try await made.desk.sync() }
        try await heard.hears("stored A")
        let result = try await made.desk.preview(made.harness.key("http://x.example/a"))
        #expect(result.preview.text == "text of a" && result.previewer == "first-line")
        await made.desk.noteView(of: made.harness.key("http://x.example/a"))
        #expect(try await made.harness.library.recentViews(limit: 1).map(\.title) == ["A"])
        gate.open()
        #expect(try await sync.value.downloaded == 5)
        let missing = made.harness.key("http://x.example/nothing")
        await #expect(throws: StoreError.self) { try await made.desk.preview(missing) }
    }

    @Test func `where another process holds the library, a request says so`() async throws {
        let harness = try PipelineHarness(Self.catalog)
        let desk = Desk(
            Desk.Parts(harness.pipeline) { _ throws(StoreError) in
                throw StoreError(.busy, subject: "the library", reason: "another process is using it")
            })
        let error = await #expect(throws: StoreError.self) { try await desk.sync() }
        #expect(error?.code == .busy)
    }

    @Test func `a library stays open between things that are done together`() async throws {
        let made = try made()
        try await made.desk.stayingOpen {
            for _ in 0..<2 { _ = try await made.desk.sync() }
        }
        #expect(made.openings.value == 1)
        _ = try await made.desk.sync()
        #expect(made.openings.value == 2)
    }

    @Test func `a library that could not be opened is opened anew, also by what is done together`()
        async throws
    {
        let harness = try PipelineHarness(Self.catalog)
        let (library, tries) = (harness.library, Locked(0))
        let desk = Desk(
            Desk.Parts(harness.pipeline) { access throws(StoreError) in
                guard access == .exclusive else { return library }
                let isFirst = tries.withLock { tries in
                    tries += 1
                    return tries == 1
                }
                if isFirst { throw StoreError(.busy, subject: "the library", reason: "another has it") }
                return library
            })
        let listed = try await desk.stayingOpen {
            await #expect(throws: StoreError.self) { try await desk.sync() }
            return try await desk.sync().listed
        }
        #expect(listed == 5 && tries.value == 2)
    }

    @Test func `examining a catalogue counts what would come, records nothing and tells no listener`()
        async throws
    {
        let made = try made()
        let (desk, harness) = (made.desk, made.harness)
        let heard = HeardEvents(desk.events())
        let before = try await desk.snapshot().number
        let outline = try await desk.examine(harness.source.location)
        #expect(outline.collections.map(\.items) == [2, 3])
        #expect(
            outline.items == 5 && outline.transfers == 5 && outline.deferred == 0 && outline.problems.isEmpty)
        #expect(outline.parser != nil)
        #expect(try await desk.snapshot().number == before)
        #expect(try await desk.isRecorded(harness.source.location) == false)
        #expect(made.openings.value == 0 && harness.fetcher.requests.isEmpty)
        _ = try await desk.sync()
        try await heard.hears("finished 5")
        // What is heard is what the sync did.
        #expect(heard.lines.elements.count { $0.hasPrefix("planned") } == 5)
    }

    @Test func `no catalogue is removed while it is synced`() async throws {
        let gate = Gate()
        let made = try made(["a": gate])
        let (desk, harness) = (made.desk, made.harness)
        let heard = HeardEvents(desk.events())
        let sync = Task { try await desk.sync() }
        try await heard.hears("started A")
        let error = await #expect(throws: StoreError.self) {
            try await desk.remove(harness.source.location, withFiles: true)
        }
        #expect(error?.code == .busy)
        #expect(try await desk.isRecorded(harness.source.location))
        gate.open()
        #expect(try await sync.value.failed == 0)
        #expect(try await desk.remove(harness.source.location, withFiles: true).removed == 5)
        #expect(try await desk.isRecorded(harness.source.location) == false)
    }
}
