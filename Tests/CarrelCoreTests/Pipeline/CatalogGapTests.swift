import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Catalogues that list less than they should.
@Suite(.timeLimit(.minutes(1))) struct CatalogGapTests {
    private let a = "http://x.example/a.txt"
    private let b = "http://x.example/b.txt"

    /// A library that has both documents of a list.
    private func stocked() async throws -> PipelineHarness {
        let harness = try PipelineHarness("= C1\nA | \(a)\nB | \(b)")
        harness.fetcher.on(a, .text("one"))
        harness.fetcher.on(b, .text("two"))
        #expect(try await harness.pipeline.sync().downloaded == 2)
        return harness
    }

    private func titles(_ harness: PipelineHarness) async throws -> [String] {
        try await harness.library.catalog(at: harness.source.location)?.collections.first?.items.map(\.title)
            ?? []
    }

    @Test func `what a cut catalogue listed before stays listed, until a whole one comes`() async throws {
        let harness = try await stocked()
        harness.replaceCatalog("= C1\nA | \(a)\n!cut")
        let cut = try await harness.pipeline.sync()
        #expect(cut.orphaned == 0 && cut.unchanged == 2)
        #expect(try await titles(harness) == ["A", "B"])
        let reasons = harness.events.events.compactMap { event -> String? in
            guard case .problem(let problem, _) = event else { return nil }
            return problem.reason
        }
        let kept = "1 that was listed before is missing. It stays listed until everything can be read"
        #expect(reasons == ["a bad entry", kept])
        let reading = try #require(try await harness.library.reading(of: harness.source.location))
        #expect(reading.validators.isEmpty)
        harness.replaceCatalog("= C1\nA | \(a)")
        #expect(try await harness.pipeline.sync().orphaned == 1)
        #expect(try await titles(harness) == ["A"])
    }

    @Test func `what a limit leaves out is not called orphaned, and is not listed for ever`() async throws {
        let harness = try await stocked()
        harness.replaceCatalog("= C1\nA | \(a)\n!limit")
        let limited = try await harness.pipeline.sync()
        #expect(limited.orphaned == 0 && limited.unchanged == 1)
        #expect(try await titles(harness) == ["A"])
        let reading = try #require(try await harness.library.reading(of: harness.source.location))
        #expect(!reading.validators.isEmpty)
    }

    @Test func `what is perhaps missing stays listed once, and is gone the next time`() async throws {
        let harness = try await stocked()
        harness.replaceCatalog("= C1\nA | \(a)\n!perhaps")
        let first = try await harness.pipeline.sync()
        #expect(first.orphaned == 0 && first.unchanged == 2)
        #expect(try await titles(harness) == ["A", "B"])
        let said = harness.events.lines.filter { $0.hasPrefix("problem: ") }
        #expect(said == ["problem: line 3", "problem: items"])
        let reading = try #require(try await harness.library.reading(of: harness.source.location))
        #expect(reading.validators.isEmpty)
        #expect(try await harness.pipeline.sync().orphaned == 1)
        #expect(try await titles(harness) == ["A"])
    }

    private func said(_ harness: PipelineHarness) -> Int {
        harness.events.lines.count { $0 == "problem: page" }
    }

    @Test func `of a page that never ends its lists nothing is said, until it lacks something`() async throws
    {
        let harness = try PipelineHarness("= C1\nA | \(a)\n!perhaps page")
        harness.fetcher.on(a, .text("one"))
        harness.fetcher.on(b, .text("two"))
        #expect(try await harness.pipeline.sync().downloaded == 1)
        #expect(said(harness) == 1, "\(harness.events.lines)")
        for end in ["B | \(b)\n", "B | \(b)\n! later\n"] {
            harness.replaceCatalog("= C1\nA | \(a)\n\(end)!perhaps page")
            #expect(try await harness.pipeline.sync().orphaned == 0)
            let reading = try #require(try await harness.library.reading(of: harness.source.location))
            #expect(!reading.validators.isEmpty)
        }
        #expect(said(harness) == 1, "\(harness.events.lines)")
        harness.replaceCatalog("= C1\nA | \(a)\n!perhaps page")
        #expect(try await harness.pipeline.sync().orphaned == 0)
        #expect(said(harness) == 2, "\(harness.events.lines)")
        #expect(try await harness.pipeline.sync().orphaned == 1)
        #expect(said(harness) == 2, "\(harness.events.lines)")
    }

    @Test func `a page that is perhaps cut at another place the next time is not found in the same way`()
        async throws
    {
        let (harness, c) = (try await stocked(), "http://x.example/c.txt")
        harness.fetcher.on(c, .text("three"))
        harness.replaceCatalog("= C1\nA | \(a)\nB | \(b)\nC | \(c)")
        #expect(try await harness.pipeline.sync().downloaded == 1)
        let (short, long) = ("= C1\nA | \(a)\n!perhaps page", "= C1\nA | \(a)\nB | \(b)\n!perhaps page")
        for (text, orphaned) in [(short, 0), (long, 0), (short, 0), (short, 2)] {
            harness.replaceCatalog(text)
            #expect(try await harness.pipeline.sync().orphaned == orphaned)
        }
    }

    @Test func `a doubt counts although there was another one before`() async throws {
        let harness = try await stocked()
        let states = [("B | \(b)\n", "", 0), ("", "!perhaps page\n", 0), ("", "!perhaps page\n", 1)]
        for (first, doubt, orphaned) in states {
            harness.replaceCatalog("= C1\n\(first)A | \(a)\n\(doubt)!perhaps login")
            #expect(try await harness.pipeline.sync().orphaned == orphaned)
        }
        #expect(said(harness) == 1, "\(harness.events.lines)")
    }

    @Test func `what a page in doubt lacks is not asked for, and does not pile up`() async throws {
        let urls = (1...8).map { "http://x.example/\($0).txt" }
        func window(_ first: Int) -> String {
            "= C1\nOne | \(urls[first])\nTwo | \(urls[first + 1])\n!perhaps page"
        }
        let harness = try PipelineHarness(window(0))
        for url in urls { harness.fetcher.on(url, .text(url)) }
        #expect(try await harness.pipeline.sync().downloaded == 2)
        for first in 1...6 {
            harness.fetcher.on(urls[first - 1], .status(404))
            harness.replaceCatalog(window(first))
            let summary = try await harness.pipeline.sync()
            #expect(summary.downloaded == 1 && summary.failed == 0 && summary.orphaned == 0)
            #expect(try await titles(harness).count == (first < 3 ? 2 + first : 2))
        }
        // Without validators the page is read again, and found in the same way.
        #expect(try await harness.library.reading(of: harness.source.location)?.validators.isEmpty == true)
    }

    @Test func `a page that only grows is as it is meant, also after it was in doubt too often`() async throws
    {
        let urls = (1...6).map { "http://x.example/\($0).txt" }
        let harness = try PipelineHarness("= C1")
        for url in urls { harness.fetcher.on(url, .text(url)) }
        for (place, further) in [(0, ""), (1, ""), (2, ""), (3, ""), (3, "Three | \(urls[5])\n")] {
            let items = "One | \(urls[place])\nTwo | \(urls[place + 1])\n\(further)"
            harness.replaceCatalog("= C1\n\(items)!perhaps page")
            #expect(try await harness.pipeline.sync().orphaned == (further.isEmpty ? 0 : 3))
        }
        #expect(said(harness) == 4, "\(harness.events.lines)")
        #expect(try await harness.library.reading(of: harness.source.location)?.validators.isEmpty == false)
    }

    @Test func `a document follows its address also where the page is in doubt`() async throws {
        let harness = try await stocked()
        let moved = "http://x.example/b-2.txt"
        harness.fetcher.on(b, .status(404))
        harness.fetcher.on(moved, .text("two"))
        harness.replaceCatalog("= C1\nA | \(a)\nB | \(moved)\n!perhaps page")
        let summary = try await harness.pipeline.sync()
        #expect(summary.failed == 0)
        #expect(try await harness.pipeline.sync().orphaned == 0)
        let names = [harness.key(a): "C1-a.txt", harness.key(moved): "C1-b.txt"]
        #expect(try await harness.library.names() == names)
    }

    @Test func `where something is left out, it is said that what is missing is not called orphaned`()
        async throws
    {
        let harness = try await stocked()
        harness.replaceCatalog("= C1\nA | \(a)\nB | \(b)\n!limit")
        _ = try await harness.pipeline.sync()
        #expect(!harness.events.lines.contains("problem: items"), "\(harness.events.lines)")
        harness.replaceCatalog("= C1\nA | \(a)\n!limit")
        _ = try await harness.pipeline.sync()
        #expect(harness.events.lines.contains("problem: items"), "\(harness.events.lines)")
    }

    @Test(arguments: ["!cut", "!limit"], ["!cut", "!limit"])
    func `nothing is called orphaned before a whole reading, whatever those in between lack`(
        first: String, second: String
    ) async throws {
        let harness = try await stocked()
        for (number, fault) in [first, second, second].enumerated() {
            harness.replaceCatalog("= C1\nA | \(a)\n\(fault)\n! \(number)")
            #expect(try await harness.pipeline.sync().orphaned == 0, "\(number)")
            let rows = try await LibraryView(harness.pipeline).allRows
            #expect(!rows.contains { $0.isOrphaned }, "\(number)")
        }
        harness.replaceCatalog("= C1\nA | \(a)")
        #expect(try await harness.pipeline.sync().orphaned == 1)
    }

    // MARK: Further catalogues

    /// A library that has both documents of a list behind a collection.
    private func opened(_ list: FixedSource) async throws -> PipelineHarness {
        var harness = try PipelineHarness("= C1")
        harness.pipeline.parsers.furtherURL = "http://x.example/{collection}"
        harness.pipeline.furtherSource = {
            (_: FurtherCatalog, _: FurtherCatalog.Parent) throws(SourceError) in list
        }
        harness.fetcher.on(a, .text("one"))
        harness.fetcher.on(b, .text("two"))
        _ = try await harness.pipeline.sync()
        let place = ItemCollection(id: "C1", title: "Place", further: FurtherCatalog(url: list.location))
        try await harness.pipeline.open(place, of: harness.source.location)
        #expect(try await harness.pipeline.sync().downloaded == 2)
        return harness
    }

    @Test func `what a cut list behind a collection listed before stays listed`() async throws {
        let list = FixedSource("= P\nA | \(a)\nB | \(b)", location: "http://x.example/C1")
        let harness = try await opened(list)
        list.replace(with: "= P\nA | \(a)\n!cut")
        #expect(try await harness.pipeline.sync().orphaned == 0)
        #expect(try await titles(harness) == ["A", "B"])
        list.replace(with: "= P\nA | \(a)")
        #expect(try await harness.pipeline.sync().orphaned == 1)
    }

    @Test func `what a list behind a collection leaves out is not called orphaned`() async throws {
        let list = FixedSource("= P\nA | \(a)\nB | \(b)", location: "http://x.example/C1")
        let harness = try await opened(list)
        list.replace(with: "= P\nA | \(a)\n!limit")
        #expect(try await harness.pipeline.sync().orphaned == 0)
        #expect(try await titles(harness) == ["A"])
        let rows = try await LibraryView(harness.pipeline).allRows
        #expect(rows.map(\.isLeftOut) == [false, true] && !rows.contains(where: \.isOrphaned))
        list.replace(with: "= P\nA | \(a)")
        #expect(try await harness.pipeline.sync().orphaned == 1)
    }

    @Test func `what a list behind a collection perhaps lacks stays listed once`() async throws {
        let list = FixedSource("= P\nA | \(a)\nB | \(b)", location: "http://x.example/C1")
        let harness = try await opened(list)
        list.replace(with: "= P\nA | \(a)\n!perhaps")
        #expect(try await harness.pipeline.sync().orphaned == 0)
        #expect(try await titles(harness) == ["A", "B"])
        #expect(try await harness.pipeline.sync().orphaned == 1)
        #expect(try await titles(harness) == ["A"])
    }

    @Test(arguments: ["!cut", "!limit"], ["!cut", "!limit"])
    func `nothing behind a collection is called orphaned before a whole reading of its list`(
        first: String, second: String
    ) async throws {
        let list = FixedSource("= P\nA | \(a)\nB | \(b)", location: "http://x.example/C1")
        let harness = try await opened(list)
        for (number, fault) in [first, second, second].enumerated() {
            list.replace(with: "= P\nA | \(a)\n\(fault)\n! \(number)")
            #expect(try await harness.pipeline.sync().orphaned == 0, "\(number)")
        }
        list.replace(with: "= P\nA | \(a)")
        #expect(try await harness.pipeline.sync().orphaned == 1)
    }

    @Test func `a cut list behind a collection loses nothing, also if it is read with other settings`()
        async throws
    {
        let list = FixedSource("= P\nA | \(a)\nB | \(b)", location: "http://x.example/C1")
        var harness = try await opened(list)
        harness.pipeline.parsers.fingerprint = "2"
        list.replace(with: "= P\nA | \(a)\n!cut")
        #expect(try await harness.pipeline.sync().orphaned == 0)
        #expect(try await titles(harness) == ["A", "B"])
    }
}
