import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// What a run does when a connection turns out to have brought more than was asked for.
@Suite(.timeLimit(.minutes(1))) struct MixedConnectionTests {
    private static let (a, b) = ("http://x.example/a.txt", "http://x.example/b.txt")

    private func harness() throws -> PipelineHarness {
        var harness = try PipelineHarness("= C1\nA | \(Self.a)\nB | \(Self.b)")
        harness.pipeline.downloads.queueLimits.maxConcurrent = 1
        return harness
    }

    /// A response of no bytes that nobody asked for.
    private static let stray = [
        Reply.Step.head(status: 200, fields: HTTPFields([("Content-Length", "0")]))
    ]

    private func documents(_ harness: PipelineHarness) -> [String] {
        harness.store.documents.sorted { $0.key < $1.key }.map { String(decoding: $0.value, as: UTF8.self) }
    }

    @Test func `what came over a mixed connection is fetched again over one of its own, and counts once`()
        async throws
    {
        let harness = try harness()
        harness.fetcher.on(Self.a, .text("a"))
        harness.fetcher.on(Self.b, Reply.text("not b").followed(by: Self.stray), .text("b"))
        let summary = try await harness.pipeline.sync()
        #expect(documents(harness) == ["a", "b"])
        #expect(summary.listed == 2 && summary.downloaded == 2 && summary.new == 2 && summary.unreached == 0)
        #expect(summary.failed + summary.unchanged + summary.quarantined + summary.parked == 0)
        let lines = harness.events.lines
        let doubt = try #require(lines.firstIndex(of: "refetching: A"))
        #expect(lines[doubt + 1] == "refetching: B" && lines.last == "finished")
        for part in [lines[..<doubt], lines[doubt...]] {
            #expect(part.filter { $0 == "stored: A" || $0 == "stored: B" }.count == 2)
            #expect(part.filter { $0 == "started: A" || $0 == "started: B" }.count == 2)
        }
        #expect(try await harness.library.quarantinedDocuments().isEmpty)
        let connections = harness.fetcher.requests.map(\.connection)
        #expect(connections.count == 4 && Set(connections).count == 3)
        let tries = try await harness.library.attempts(for: harness.key(Self.b), limit: 9)
        #expect(tries.map(\.outcome) == [.stored, .stored])
        #expect(tries.first?.reason?.hasPrefix("fetched again, because the server sent more") == true)
        #expect(tries.last?.reason == nil)
    }

    @Test func `what cannot be fetched again is not stored, and can be looked at`() async throws {
        let harness = try harness()
        harness.fetcher.on(Self.a, .text("a"))
        harness.fetcher.on(Self.b, Reply.text("not b").followed(by: Self.stray), .status(404))
        let summary = try await harness.pipeline.sync()
        #expect(documents(harness) == ["a"])
        #expect(summary.listed == 2 && summary.downloaded == 1 && summary.failed == 1)
        let memory = try await harness.library.memory(of: harness.source.location)
        #expect(memory["C1", Self.b].document == nil)
        #expect(memory["C1", Self.b].lastFailure?.contains("404") == true)
        let aside = try await harness.library.quarantinedDocuments()
        #expect(aside.map(\.key) == [harness.key(Self.b)])
        #expect(aside.first?.reason.contains("more than it was asked for") == true)

        harness.fetcher.on(Self.b, .text("b"))
        _ = try await harness.pipeline.sync()
        #expect(documents(harness) == ["a", "b"])
        #expect(try await harness.library.quarantinedDocuments().isEmpty)
        let connection = try #require(harness.fetcher.requests(for: Self.b).last?.connection)
        #expect(harness.fetcher.requests.count { $0.connection == connection } == 1, "one of its own")
    }

    @Test func `the version that a doubtful one replaced has its name again, until another comes`()
        async throws
    {
        let harness = try harness()
        harness.fetcher.on(Self.a, .text("a"))
        harness.fetcher.on(Self.b, .text("b"))
        _ = try await harness.pipeline.sync()
        harness.fetcher.on(Self.b, Reply.text("b?", tag: "\"2\"").followed(by: Self.stray), .status(500))
        _ = try await harness.pipeline.sync()
        #expect(documents(harness) == ["a", "b"])
        let memory = try await harness.library.memory(of: harness.source.location)["C1", Self.b]
        #expect(memory.document?.digest.size == 1 && memory.lastFailure?.contains("500") == true)
        #expect(try await harness.library.quarantinedDocuments().count == 1)
        harness.fetcher.on(Self.b, .text("another b", tag: "\"3\""))
        #expect(try await harness.pipeline.sync().downloaded == 1)
        #expect(documents(harness) == ["a", "another b"])
        #expect(try await harness.library.quarantinedDocuments().isEmpty)
    }

    @Test func `a stray 304 confirms nothing, and its validators are forgotten`() async throws {
        let harness = try harness()
        harness.fetcher.on(Self.a, .text("a"))
        harness.fetcher.on(Self.b, .text("b"))
        _ = try await harness.pipeline.sync()
        let fields = HTTPFields([("ETag", "\"1\""), ("Last-Modified", "then")])
        let stray = Reply([.head(status: 304, fields: fields)] + Self.stray)
        harness.fetcher.on(Self.b, stray, .text("new b", tag: "\"2\""))
        let summary = try await harness.pipeline.sync()
        #expect(documents(harness) == ["a", "new b"])
        #expect(summary.downloaded == 1 && summary.unchanged == 1)
        let last = harness.fetcher.requests(for: Self.b).last?.fields
        #expect(last?["If-None-Match"] == "\"1\"" && last?["If-Modified-Since"] == nil)
    }

    @Test func `an item that failed for another's answer is tried again`() async throws {
        let harness = try harness()
        harness.fetcher.on(Self.a, .text("a"))
        harness.fetcher.on(Self.b, .status(404).followed(by: Self.stray), .text("b"))
        let summary = try await harness.pipeline.sync()
        #expect(documents(harness) == ["a", "b"])
        #expect(summary.downloaded == 2 && summary.failed == 0)
        let memory = try await harness.library.memory(of: harness.source.location)
        #expect(memory["C1", Self.b].lastFailure == nil)
    }

    @Test func `a connection of its own that brings more is no reason to go on for ever`() async throws {
        let harness = try harness()
        harness.fetcher.on(Self.a, Reply.text("a").followed(by: Self.stray))
        harness.fetcher.on(Self.b, Reply.text("b").followed(by: Self.stray))
        let summary = try await harness.pipeline.sync()
        #expect(documents(harness) == ["a", "b"])
        #expect(summary.downloaded == 2)
        #expect(harness.fetcher.requests.count == 4)
    }

    @Test func `a run without a mixed connection fetches nothing twice`() async throws {
        let harness = try harness()
        harness.fetcher.on(Self.a, .text("a"))
        harness.fetcher.on(Self.b, .text("b"))
        _ = try await harness.pipeline.sync()
        #expect(harness.fetcher.requests.count == 2)
        #expect(Set(harness.fetcher.requests.map(\.connection)).count == 1)
    }

    /// A run of three documents, the second of which came over a mixed connection and is stored, while the third comes.
    private func storedMixed(
        beside third: Reply...
    ) async throws -> (harness: PipelineHarness, run: Task<RunSummary, any Error>) {
        let c = "http://x.example/c.txt"
        var harness = try PipelineHarness("= C1\nA | \(Self.a)\nB | \(Self.b)\nC | \(c)")
        harness.pipeline.downloads.queueLimits.maxConcurrent = 1
        harness.fetcher.on(Self.a, .text("a"))
        harness.fetcher.on(Self.b, Reply.text("not b").followed(by: Self.stray), .text("b"))
        harness.fetcher.script.on(c, third)
        let pipeline = harness.pipeline
        let run = Task { try await pipeline.sync() }
        _ = try await harness.events.first { event -> Bool? in
            if case .stored(let item, _, _) = event, item.title == "B" { true } else { nil }
        }
        return (harness, run)
    }

    @Test func `a run that is cancelled leaves nothing doubtful stored, and the next one fetches it`()
        async throws
    {
        let (harness, run) = try await storedMixed(beside: Reply([.wait(Gate())]), .text("c"))
        let events = harness.events
        run.cancel()
        await #expect(throws: PipelineError.self) { try await run.value }
        #expect(documents(harness).isEmpty)
        #expect(events.lines.contains { $0.hasPrefix("parked: A: the server sent more") })
        #expect(events.lines.contains { $0.hasPrefix("parked: B: the server sent more") })

        let summary = try await harness.pipeline.sync()
        #expect(documents(harness) == ["a", "b", "c"])
        #expect(summary.downloaded == 3)
        #expect(try await harness.library.quarantinedDocuments().isEmpty)
    }

    @Test func `a doubtful document that somebody wrote into meanwhile is the item's edited one`()
        async throws
    {
        let gate = Gate()
        let (harness, run) = try await storedMixed(beside: .content("c").behind(gate))
        harness.store.edit("C1-b.txt", content: Array("my own words".utf8))
        gate.open()
        #expect(try await run.value.downloaded == 3)
        #expect(Set(documents(harness)) == ["a", "b", "c", "my own words"])
        #expect(try await harness.library.document(of: harness.key(Self.b))?.editedCopy == "C1-b.txt")
        #expect(try await harness.library.quarantinedDocuments().isEmpty)
    }

    @Test func `what was to be fetched again has an end where that is cancelled before its turn`()
        async throws
    {
        let harness = try harness()
        harness.fetcher.on(Self.a, .text("a"), Reply([.wait(Gate())]), .text("a"))
        harness.fetcher.on(Self.b, Reply.text("not b").followed(by: Self.stray), .text("b"))
        let (pipeline, events) = (harness.pipeline, harness.events)
        let run = Task { try await pipeline.sync() }
        try await harness.fetcher.script.requests(atLeast: 2, for: Self.a)
        run.cancel()
        await #expect(throws: PipelineError.self) { try await run.value }
        let doubt = try #require(events.lines.firstIndex(of: "refetching: A"))
        let ends = events.lines[doubt...].filter { $0.hasPrefix("parked") }
        #expect(ends.count { $0.hasPrefix("parked: A") } == 1, "\(events.lines)")
        #expect(ends.count { $0.hasPrefix("parked: B") } == 1, "\(events.lines)")
        #expect(try await pipeline.sync().downloaded == 2)
        #expect(documents(harness) == ["a", "b"])
    }

    @Test func `what another request left and what came over a mixed connection count in one summary`()
        async throws
    {
        let c = "http://x.example/c.txt"
        var harness = try PipelineHarness("= C1\nA | \(Self.a)\nB | \(Self.b)\nC | \(c)")
        harness.pipeline.downloads.queueLimits.maxConcurrent = 1
        harness.fetcher.on(Self.a, .text("a"))
        harness.fetcher.on(Self.b, Reply.text("not b").followed(by: Self.stray), .text("b"))
        let gate = Gate()
        harness.fetcher.on(c, Reply([.wait(gate), .head(status: 200), .bytes(Data("c".utf8))]))
        let (pipeline, events) = (harness.pipeline, harness.events)
        let catalog = try await pipeline.readCatalog(records: true)
        let request = Task { [key = harness.key(c)] in try await pipeline.get([key], of: catalog) }
        try await harness.fetcher.script.requests(atLeast: 1, for: c)
        let sync = Task { try await pipeline.bringUpToDate(retriesFailed: false) }
        // By then the sync knows that somebody else fetches C.
        _ = try await events.first { event -> Bool? in
            if case .stored(let item, _, _) = event, item.title == "B" { true } else { nil }
        }
        request.cancel()
        await #expect(throws: PipelineError.self) { try await request.value }
        gate.open()
        let summary = try await sync.value
        #expect(documents(harness) == ["a", "b", "c"])
        #expect(summary.listed == 3 && summary.downloaded == 3 && summary.unreached == 0)
        #expect(summary.failed + summary.unchanged + summary.quarantined + summary.parked == 0)
        #expect(events.lines.filter { $0.hasPrefix("refetching") } == ["refetching: A", "refetching: B"])
    }
}
