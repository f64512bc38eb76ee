import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import PlanPlugins
import Testing

@Suite(.timeLimit(.minutes(1))) struct PipelineTests {
    private let a = "http://x.example/a.txt"
    private let b = "http://x.example/b.txt"

    @Test func `a run stores what is listed and tells each step in order`() async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)\nLater\n! bad")
        harness.fetcher.on(a, .text("hello"))
        let summary = try await harness.pipeline.sync()
        #expect(harness.content("C1-a.txt") == "hello")
        #expect(
            harness.events.lines == [
                "read as lines", "problem: line 4", "download: A", "unavailable: Later", "started: A",
                "stored: A",
                "finished",
            ])
        #expect(
            summary.listed == 2 && summary.downloaded == 1 && summary.unavailable == 1 && summary.bytes == 5)
    }

    @Test func `a second run of an unchanged catalogue parses nothing and transfers nothing`() async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)")
        harness.fetcher.on(a, .text("hello"))
        _ = try await harness.pipeline.sync()
        let second = try await harness.pipeline.sync()
        #expect(
            harness.events.lines.suffix(5) == [
                "catalogue unchanged", "revalidate: A", "started: A", "unchanged: A", "finished",
            ])
        #expect(second.bytes == 0 && second.unchanged == 1 && second.downloaded == 0)
        #expect(harness.fetcher.requests.last?.fields["If-None-Match"] == "\"1\"")
    }

    @Test func `a catalogue is parsed anew when the parser's settings changed`() async throws {
        var harness = try PipelineHarness("= C1\nA | \(a)")
        harness.fetcher.on(a, .text("hello"))
        _ = try await harness.pipeline.sync()
        harness.pipeline.parsers.fingerprint = "2"
        _ = try await harness.pipeline.sync()
        #expect(!harness.events.lines.contains("catalogue unchanged"))
    }

    @Test func `a changed document replaces the old one, which is kept as a version`() async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)")
        harness.fetcher.on(a, .text("old"), .text("new", tag: "\"2\""))
        _ = try await harness.pipeline.sync()
        _ = try await harness.pipeline.sync()
        #expect(harness.content("C1-a.txt") == "new")
        #expect(harness.store.replaced["C1-a.txt"] == [Array("old".utf8)])
    }

    @Test func `a server without validators that sends the same again makes no version of it`() async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)")
        harness.fetcher.on(a, .content("same"))
        _ = try await harness.pipeline.sync()
        let second = try await harness.pipeline.sync()
        #expect(second.unchanged == 1 && second.downloaded == 0)
        #expect(harness.store.replaced.isEmpty)
    }

    @Test func `URLs that differ in normalisation only are two documents`() async throws {
        let (composed, decomposed) = ("http://x.example/caf\u{E9}.txt", "http://x.example/cafe\u{301}.txt")
        let harness = try PipelineHarness("= C1\nA | \(composed)\nB | \(decomposed)")
        harness.fetcher.on("http://x.example/caf%C3%A9.txt", .text("one"))
        harness.fetcher.on("http://x.example/cafe%CC%81.txt", .text("two"))
        #expect(try await harness.pipeline.sync().downloaded == 2)
        #expect(harness.store.names().count == 2)
    }

    @Test func `a publication that cannot be done any more is forgotten, and the item fetched anew`()
        async throws
    {
        let harness = try PipelineHarness("= C1\nA | \(a)")
        harness.fetcher.on(a, .text("hello"))
        try await harness.leavePublication(of: a)
        #expect(try await harness.pipeline.sync().downloaded == 1)
        #expect(harness.content("C1-a.txt") == "hello")
        #expect(try await harness.library.pendingPublications().isEmpty)
    }

    @Test func `documents of a collection that left the catalogue can still be found`() async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)\n= C2\nB | \(b)")
        harness.fetcher.on(a, .text("a"))
        harness.fetcher.on(b, .text("b"))
        _ = try await harness.pipeline.sync()
        harness.replaceCatalog("= C1\nA | \(a)")
        _ = try await harness.pipeline.sync()
        let view = try await LibraryView(harness.pipeline)
        #expect(view.collections.map(\.collection.id) == ["C1", "C2"])
        #expect(try ItemFinder(view, selection: nil).item("B").document?.name == "C2-b.txt")
        #expect(throws: FindError.self) { try ItemFinder(view, selection: nil).item("0") }
    }

    @Test func `a failed item is named with its reason and stops no other`() async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)\nB | \(b)\nC | ftp://x.example/c")
        harness.fetcher.on(a, .status(404))
        harness.fetcher.on(b, .text("b"))
        let summary = try await harness.pipeline.sync()
        #expect(summary.failed == 2 && summary.downloaded == 1)
        #expect(harness.events.lines.contains("failed: A: 404 Not Found"))
        #expect(harness.events.lines.contains("failed: C: links of the scheme ftp cannot be fetched"))
        let memory = try await harness.library.memory(of: harness.source.location)
        #expect(memory["C1", a].lastFailure == "404 Not Found")
    }

    @Test func `a failure that passes is tried again, one that does not is not`() async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)\nB | \(b)")
        harness.fetcher.on(a, .status(503), .failing(.truncated), .text("at last"))
        harness.fetcher.on(b, .status(403), .text("never"))
        let summary = try await harness.pipeline.sync()
        #expect(harness.content("C1-a.txt") == "at last")
        #expect(summary.failed == 1)
        #expect(harness.fetcher.requests(for: b).count == 1)
        #expect(harness.clock.sleeps.count == 2)
    }

    @Test func `a document listed under two titles is fetched once`() async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)\nAlso A | \(a)")
        harness.fetcher.on(a, .text("hello"))
        let summary = try await harness.pipeline.sync()
        #expect(harness.fetcher.requests.count == 1)
        #expect(summary.listed == 2 && summary.downloaded == 1 && summary.duplicates == 1)
        let view = try await LibraryView(harness.pipeline)
        let rows = view.rows(of: try #require(view.collections.first))
        #expect(rows.map(\.status) == [.stored, .stored])
    }

    @Test func `documents of one name get names of their own, the same ones in every fresh library`()
        async throws
    {
        let twin = "http://y.example/A.TXT"
        func names() async throws -> [String] {
            let harness = try PipelineHarness("= C1\nA | \(a)\nB | \(twin)")
            harness.fetcher.on(a, .text("one"))
            harness.fetcher.on(twin, .text("two"))
            _ = try await harness.pipeline.sync()
            #expect(harness.content("C1-a.txt") == "one")
            return harness.store.names()
        }
        let first = try await names()
        #expect(first.count == 2)
        #expect(try await names() == first)
    }

    @Test func `getting one item gives it the name that a whole run gives it`() async throws {
        let twin = "http://y.example/a.txt"
        let whole = try PipelineHarness("= C1\nA | \(a)\nB | \(twin)")
        whole.fetcher.on(a, .text("one"))
        whole.fetcher.on(twin, .text("two"))
        _ = try await whole.pipeline.sync()
        let single = try PipelineHarness("= C1\nA | \(a)\nB | \(twin)")
        single.fetcher.on(twin, .text("two"))
        let catalog = try await single.pipeline.readCatalog(records: true)
        _ = try await single.pipeline.get([single.key(twin)], of: catalog)
        #expect(single.store.names() == whole.store.names().filter { $0 != "C1-a.txt" })
    }

    @Test func `a file that is not Carrel's is never replaced, and one that is the same is adopted`()
        async throws
    {
        let harness = try PipelineHarness("= C1\nA | \(a)\nB | \(b)")
        harness.store.tamper(with: "C1-a.txt", content: Array("somebody's own".utf8))
        harness.store.tamper(with: "C1-b.txt", content: Array("b".utf8))
        harness.fetcher.on(a, .text("a"))
        harness.fetcher.on(b, .text("b"))
        _ = try await harness.pipeline.sync()
        #expect(harness.content("C1-a.txt") == "somebody's own")
        #expect(harness.store.names().count == 3)
        #expect(harness.content("C1-b.txt") == "b")
    }

    @Test func `an orphaned document stays, is counted and is listed`() async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)\nB | \(b)")
        harness.fetcher.on(a, .text("a"))
        harness.fetcher.on(b, .text("b"))
        _ = try await harness.pipeline.sync()
        harness.replaceCatalog("= C1\nA | \(a)")
        let summary = try await harness.pipeline.sync()
        #expect(summary.orphaned == 1 && summary.listed == 1)
        #expect(harness.content("C1-b.txt") == "b")
        let view = try await LibraryView(harness.pipeline)
        #expect(view.rows(of: try #require(view.collections.first)).map(\.number) == [1, 0])
    }

    @Test func `a broken catalogue leaves the library as it was`() async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)")
        harness.fetcher.on(a, .text("a"))
        _ = try await harness.pipeline.sync()
        harness.replaceCatalog("= C1\nbroken")
        await #expect(throws: PipelineError.self) { try await harness.pipeline.sync() }
        let view = try await LibraryView(harness.pipeline)
        #expect(view.collections.first?.collection.items.count == 1)
        #expect(harness.content("C1-a.txt") == "a")
    }

    @Test func `a full store ends the run with an error and nothing half-written`() async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)\nB | \(b)")
        harness.fetcher.on(a, .text("a"))
        harness.fetcher.on(b, .text("b"))
        harness.store.failWrites(with: StoreError(.full, subject: "disk", reason: "no space left"))
        await #expect(
            throws: PipelineError.library(StoreError(.full, subject: "disk", reason: "no space left"))
        ) {
            try await harness.pipeline.sync()
        }
        #expect(harness.store.names().isEmpty)
        harness.store.failWrites(with: nil)
        #expect(try await harness.pipeline.sync().downloaded == 2)
    }

    @Test func `a saved plan is applied exactly, and nothing else`() async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)\nB | \(b)")
        harness.fetcher.on(b, .text("b"))
        let catalog = try await harness.pipeline.readCatalog(records: false)
        var plan = try await harness.pipeline.plan(catalog)
        plan.entries.removeFirst()
        plan.entries[0].item.digest = ExpectedDigest(
            .sha256, hex: "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d", origin: .catalog
        )
        let text = ([PlanFile.header(of: plan)] + plan.entries.map(PlanFile.line)).joined(separator: "\n")
        let read = try PlanFile.decode(Data(text.utf8))
        #expect(read == [plan])
        let summary = try await harness.pipeline.apply(read[0])
        #expect(summary.downloaded == 1 && harness.store.names() == ["C1-b.txt"])
    }

    @Test(arguments: ["plain", "", "a\"b\\c", "é\u{202E}\u{85}\u{7F}", "line\nbreak\t\u{0}", "日本/😀"])
    func `a saved plan keeps every text`(text: String) throws {
        var item = Item(title: text, url: text, size: .max)
        item.duplicateOf = text
        let plan = Plan(
            catalog: text, entries: [PlanEntry(.resume, reason: text, collection: text, item: item, bytes: 0)]
        )
        let lines = [PlanFile.header(of: plan)] + plan.entries.map(PlanFile.line)
        #expect(lines.allSatisfy { !$0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E } })
        #expect(try PlanFile.decode(Data(lines.joined(separator: "\n").utf8)) == [plan])
        let twice = lines + [""] + lines
        #expect(try PlanFile.decode(Data(twice.joined(separator: "\n").utf8)) == [plan, plan])
    }

    @Test(arguments: [
        "", "{}", "[]", "not json", #"{"plan":2,"catalog":"c"}"#,
        "{\"plan\":1,\"catalog\":\"c\"}\n{\"action\":\"explode\"}",
        "{\"plan\":1,\"catalog\":\"c\"}\n{\"plan\":2,\"catalog\":\"d\"}",
        """
        {"plan":1,"catalog":"c"}
        {"action":"keep","reason":"r","collection":"C","item":"i","title":"t","digest":"sha-256=00"}
        """,
    ])
    func `what is no plan is refused with its line`(text: String) {
        #expect(throws: PlanFile.DecodingFailure.self) { try PlanFile.decode(Data(text.utf8)) }
    }

    @Test func `a run that fails after something was planned says that it is over`() async throws {
        var failed = 0
        for step in 0..<24 {
            var harness = try PipelineHarness("= C1\nA | http://x.example/a")
            harness.fetcher.on("http://x.example/a", .text("a"))
            let crash = CrashScript(at: step)
            harness.pipeline.library = CrashingLibrary(harness.library, crash)
            let isDone = (try? await harness.pipeline.sync()) != nil
            let lines = harness.events.lines
            let isPlanned = lines.contains("download: A")
            #expect(lines.count { $0 == "finished" } == (isPlanned ? 1 : 0), "step \(step): \(lines)")
            if isPlanned { #expect(lines.last == "finished", "step \(step): \(lines)") }
            if isPlanned, !isDone { failed += 1 }
        }
        #expect(failed > 3)
    }

    @Test func `a plan with a hostile URL fails that item alone`() async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)")
        let entry = PlanEntry(
            .download, reason: "r", collection: "../C", item: Item(title: "T", url: "file:///etc/passwd"))
        let summary = try await harness.pipeline.apply(Plan(catalog: "c", entries: [entry]))
        #expect(summary.failed == 1 && harness.fetcher.requests.isEmpty)
    }

    @Test func `on demand, nothing is fetched until it is asked for`() async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)\nB | \(b)", planner: OnDemandPlanner())
        harness.fetcher.on(a, .text("a"))
        #expect(try await harness.pipeline.sync().deferred == 2)
        let catalog = try await harness.pipeline.readCatalog(records: true)
        #expect(try await harness.pipeline.get([harness.key(a)], of: catalog).downloaded == 1)
        let summary = try await harness.pipeline.sync()
        #expect(summary.unchanged == 1 && summary.deferred == 1)
    }
}
