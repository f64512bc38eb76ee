import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

@Suite(.timeLimit(.minutes(1))) struct SideBySideTests {
    private let harness: PipelineHarness

    init() throws { harness = try PipelineHarness("= C1\nA | http://x.example/a") }

    private func location(_ name: String) -> String { "http://catalog.example/\(name)" }

    /// A desk of catalogues, each with its lines; a catalogue without any cannot be read.
    private func desk(
        _ catalogs: KeyValuePairs<String, String>, posting: PostingOptions = PostingOptions(),
        _ change: (inout Pipeline) -> Void = { _ in }
    ) -> Desk {
        var listed: [String: Pipeline] = [:]
        for (name, lines) in catalogs {
            var pipeline = harness.pipeline
            pipeline.source = FixedSource(lines.isEmpty ? "broken" : lines, location: location(name))
            change(&pipeline)
            listed[location(name)] = pipeline
        }
        var profile = harness.pipeline
        change(&profile)
        var parts = Desk.Parts(profile, listed: listed) { [harness] _ throws(StoreError) in harness.library }
        parts.posting = posting
        return Desk(parts)
    }

    private func sync(_ desk: Desk, _ names: String...) async throws -> [String: RunSummary] {
        try await desk.sync(names.map(location)) { location, error in
            Issue.record("\(location): \(error)")
        }
    }

    /// A desk of two catalogues: the document of the first comes when the gate opens, that of the second at once.
    private func slowAndQuick(_ gate: Gate) -> Desk {
        harness.fetcher.on("http://x.example/slow", .held(by: gate, "slow"))
        harness.fetcher.on("http://y.example/quick", .text("quick"))
        return desk([
            "one": "= C1\nSlow | http://x.example/slow", "two": "= C1\nQuick | http://y.example/quick",
        ])
    }

    @Test func `a catalogue is on its way while another one waits for its documents`() async throws {
        let gate = Gate()
        let desk = slowAndQuick(gate)
        let heard = HeardEvents(desk.events())
        let run = Task { try await sync(desk, "one", "two") }
        try await heard.hears("started Slow")
        try await heard.hears("stored Quick")
        gate.open()
        let summaries = try await run.value
        #expect(summaries.values.map(\.downloaded) == [1, 1])
    }

    @Test func `what was set aside goes when the stored one is right, while another catalogue goes on`()
        async throws
    {
        let (gate, url) = (Gate(), "http://y.example/quick.pdf")
        let right = Reply.document("%PDF-1.4 a document", entityTag: "\"1\"")
        let page = Data("<!DOCTYPE html><title>Please log in</title>".utf8)
        _ = slowAndQuick(gate)
        harness.fetcher.on(url, right, .content(page), right)
        let desk = desk(["one": "= C1\nSlow | http://x.example/slow", "two": "= C1\nQuick | \(url)"])
        #expect(try await sync(desk, "two")[location("two")]?.downloaded == 1)
        #expect(try await sync(desk, "two")[location("two")]?.quarantined == 1)
        #expect(try await desk.quarantinedDocuments().count == 1)
        let heard = HeardEvents(desk.events())
        let run = Task { try await sync(desk, "one", "two") }
        try await heard.hears("unchanged Quick")
        try await heard.hears("finished 1")
        #expect(try await desk.quarantinedDocuments().isEmpty && harness.store.quarantined.isEmpty)
        gate.open()
        #expect(try await run.value[location("two")]?.unchanged == 1)
    }

    @Test func `items of several catalogues that a person asks for are fetched side by side`() async throws {
        let gate = Gate()
        let desk = slowAndQuick(gate)
        for name in ["one", "two"] {
            _ = try await desk.writing(location(name)) { try await $0.readCatalog(records: true) }
        }
        let heard = HeardEvents(desk.events())
        let keys = [("one", "http://x.example/slow"), ("two", "http://y.example/quick")].map {
            ItemKey(catalog: location($0), collection: "C1", item: $1)
        }
        let request = Task { try await desk.request(keys, for: Reader()) }
        try await heard.hears("started Slow")
        try await heard.hears("stored Quick")
        gate.open()
        #expect(try await request.value.downloaded == 2)
    }

    @Test func `what a person asks for in two catalogues that list it is fetched once`() async throws {
        let shared = "http://x.example/shared"
        harness.fetcher.on(shared, .text("shared"))
        let desk = desk(["one": "= C1\nShared | \(shared)", "two": "= C1\nShared | \(shared)"])
        for name in ["one", "two"] {
            _ = try await desk.writing(location(name)) { try await $0.readCatalog(records: true) }
        }
        let keys = ["one", "two"].map { ItemKey(catalog: location($0), collection: "C1", item: shared) }
        let summary = try await desk.request(keys, for: Reader())
        #expect(summary.downloaded == 1 && summary.failed == 0)
        #expect(harness.fetcher.requests.count == 1)
        let rows = try await desk.view().allRows
        #expect(rows.count == 2 && rows.allSatisfy(\.isStored))
    }

    @Test func `what a person asks for is stored once where a sync of another catalogue fetches it, too`()
        async throws
    {
        let (shared, gate) = ("http://x.example/shared", Gate())
        harness.fetcher.on(shared, .held(by: gate, "shared"), .text("shared"))
        let desk = desk(["one": "= C1\nShared | \(shared)", "two": "= C1\nShared | \(shared)"])
        _ = try await desk.writing(location("two")) { try await $0.readCatalog(records: true) }
        let heard = HeardEvents(desk.events())
        let run = Task { try await sync(desk, "one") }
        try await heard.hears("started Shared")
        let key = ItemKey(catalog: location("two"), collection: "C1", item: shared)
        #expect(try await desk.request([key], for: Reader()).downloaded == 1)
        gate.open()
        #expect(try await run.value[location("one")]?.unchanged == 1)
        #expect(harness.store.documents.count == 1, "\(harness.store.documents.keys)")
    }

    @Test func `a document that one catalogue fails to fetch is tried by the other one in the next run`()
        async throws
    {
        let shared = "http://x.example/shared"
        harness.fetcher.on(shared, .status(401))
        let desk = desk(["one": "= C1\nShared | \(shared)", "two": "= C1\nShared | \(shared)"])
        let first = try await sync(desk, "one", "two")
        #expect(first.values.reduce(0) { $0 + $1.failed } == 1 && harness.fetcher.requests.count == 1)
        // Whichever was planned first.
        let other = try #require(first.first { $0.value.failed == 0 }?.key)
        #expect(try await sync(desk, "one", "two")[other]?.failed == 1)
    }

    @Test func `what one catalogue failed to fetch another one tries, while a third goes on`() async throws {
        let (shared, gate) = ("http://z.example/shared", Gate())
        _ = slowAndQuick(gate)
        harness.fetcher.on(shared, .status(404))
        let desk = desk([
            "one": "= C1\nSlow | http://x.example/slow", "two": "= C1\nShared | \(shared)",
            "three": "= C1\nShared | \(shared)",
        ])
        let heard = HeardEvents(desk.events())
        let run = Task { try await sync(desk, "one") }
        try await heard.hears("started Slow")
        #expect(try await sync(desk, "two")[location("two")]?.failed == 1)
        #expect(try await sync(desk, "three")[location("three")]?.failed == 1)
        gate.open()
        #expect(try await run.value[location("one")]?.downloaded == 1)
    }

    @Test func `a URL with a key is another document for each catalogue`() {
        let urls = ClaimedURLs()
        let plain = "http://x.example/a"
        let keyed = "\(plain)?key=\(KeyPlaceholder.text)"
        for name in ["one", "two"] {
            let entries = [plain, keyed].map {
                PlanEntry(.download, reason: "new", collection: "C1", item: Item(title: "A", url: $0))
            }
            urls.note(Plan(catalog: name, entries: entries), sharing: RunBudget())
        }
        #expect(urls.isShared(plain) && !urls.isShared(keyed))
    }

    @Test func `what was left to workers for one catalogue is left to them for another one later`()
        async throws
    {
        let shared = "http://x.example/shared"
        let queue = IdleQueue()
        let lines = "= C1\nShared | \(shared)"
        let desk = desk(["one": lines, "two": lines], posting: PostingOptions(isDetached: true)) {
            $0.queues = IdleQueues(queue: queue)
        }
        _ = try await sync(desk, "one", "two")
        #expect(queue.jobs.elements.count == 1)
        _ = try await sync(desk, "one")
        _ = try await sync(desk, "two")
        #expect(queue.jobs.elements.suffix(2).map(\.key.catalog) == [location("one"), location("two")])
    }

    @Test func `a catalogue that cannot be read stops no other`() async throws {
        harness.fetcher.on("http://y.example/quick", .text("quick"))
        let desk = desk(["bad": "", "good": "= C1\nQuick | http://y.example/quick"])
        let failed = Recorder<String>()
        let summaries = try await desk.sync(["bad", "good"].map(location)) { location, error in
            failed.append("\(location): \(error)")
        }
        #expect(summaries[location("good")]?.downloaded == 1 && summaries.count == 1)
        #expect(failed.elements.count == 1)
        #expect(failed.elements.first?.hasPrefix(location("bad")) == true)
    }

    @Test func `no two catalogues get one name, whichever is named first`() async throws {
        for host in ["x", "y", "z"] {
            harness.fetcher.on("http://\(host).example/notes.txt", .text("notes of \(host)"))
        }
        let desk = desk([
            "one": "= C1\nNotes | http://x.example/notes.txt",
            "two": "= C1\nNotes | http://y.example/notes.txt",
            "three": "= C1\nNotes | http://z.example/notes.txt",
        ])
        let summaries = try await sync(desk, "one", "two", "three")
        #expect(summaries.values.map(\.downloaded).reduce(0, +) == 3, "\(harness.events.lines)")
        let contents = harness.store.documents.values.map { String(decoding: $0, as: UTF8.self) }
        #expect(Set(contents) == ["notes of x", "notes of y", "notes of z"])
        #expect(harness.store.documents.keys.contains("C1-notes.txt"))
    }

    @Test func `no document of one catalogue gets the name of a folder of another`() async throws {
        for name in ["a.txt", "b.txt"] { harness.fetcher.on("http://x.example/\(name)", .text(name)) }
        let plain = try #require(NameTemplate("{basename}"))
        let inFolder = try #require(NameTemplate("{collection}/{basename}"))
        var templates = [plain, inFolder, plain]
        let desk = desk([
            "one": "= C1\nA | http://x.example/a.txt", "two": "= a.txt\nB | http://x.example/b.txt",
        ]) { $0.downloads.nameTemplate = templates.removeFirst() }
        let summaries = try await sync(desk, "one", "two")
        #expect(summaries.values.map(\.downloaded) == [1, 1])
        let names = Set(harness.store.documents.keys)
        #expect(!names.isSuperset(of: ["a.txt", "a.txt/b.txt"]), "\(names)")
    }

    @Test func `catalogues with one rate limit share it`() throws {
        let run = Run(harness.pipeline.runParts)
        #expect(run.commons.rate(nil) == nil)
        let first = try #require(run.commons.rate(1000))
        let second = try #require(run.commons.rate(1000))
        _ = first.delay(after: 3000)
        let wait = try #require(second.delay(after: 3000))
        #expect(wait > .seconds(5))
        let other = try #require(run.commons.rate(500))
        #expect(other !== first)
    }

    @Test func `the byte budget is shared by what the plans announce and by what comes`() throws {
        let budget = RunBudget(bytes: 100)
        var first = plan(sizes: [60, 50])
        let one = budget.share(for: &first)
        #expect(first.entries.map(\.action) == [.download, .postponed])
        var second = plan(sizes: [50, 30])
        let two = budget.share(for: &second)
        #expect(second.entries.map(\.action) == [.postponed, .download])
        // More came than was announced, so that less is left for others.
        one.note(65)
        #expect(two.note(30) == 95)
        var third = plan(sizes: [6, 5])
        _ = budget.share(for: &third)
        #expect(third.entries.map(\.action) == [.postponed, .download])
    }

    private func plan(sizes: [Int64]) -> Plan {
        Plan(
            catalog: "here",
            entries: sizes.enumerated().map { index, size in
                PlanEntry(
                    .download, reason: "new", collection: "C1",
                    item: Item(title: "\(index)", url: "http://x.example/\(index)"), bytes: size)
            })
    }

    @Test func `of different limits the strictest holds while catalogues are synced together`() async throws {
        let names = ["one", "two", "three"]
        for name in names { harness.fetcher.on("http://\(name).example/a", .text("text of \(name)")) }
        let fetcher = BusyFetcher(fetcher: harness.fetcher)
        var limits = [3, 1, 3, 3][...]
        let desk = desk([
            "one": "= C1\nA | http://one.example/a", "two": "= C1\nA | http://two.example/a",
            "three": "= C1\nA | http://three.example/a",
        ]) {
            $0.downloads.queueLimits.maxConcurrent = limits.removeFirst()
            $0.fetcher = fetcher
        }
        let summaries = try await sync(desk, "one", "two", "three")
        #expect(summaries.values.map(\.downloaded) == [1, 1, 1])
        #expect(fetcher.counts.value.most == 1)
    }

    @Test func `who cancels one document parks that one and none that comes after it`() async throws {
        var lines = "= C1"
        for number in 0..<20 {
            harness.fetcher.on("http://x.example/\(number)", .text("text \(number)"))
            lines += "\nItem \(number) | http://x.example/\(number)"
        }
        let desk = desk(["one": lines]) { $0.downloads.queueLimits.maxRequested = 1 }
        _ = try await sync(desk, "one")
        let keys = (0..<20).map {
            ItemKey(catalog: location("one"), collection: "C1", item: "http://x.example/\($0)")
        }
        let (reader, listener) = (Reader(), desk.events())
        let request = Task { try await desk.request(keys, for: reader) }
        // Each is cancelled as it begins, be it done by then or not; the last one is left in peace.
        var begun = 0
        for await event in listener {
            if case .started(let item) = event, begun < 19 {
                begun += 1
                if item.key != keys[19] { await desk.cancel([item.key], for: reader) }
            }
            if case .finished = event { break }
        }
        let summary = try await request.value
        #expect(summary.unchanged + summary.parked == 20 && summary.failed == 0)
        #expect(try await desk.request([keys[19]], for: reader).unchanged == 1)
    }
}
