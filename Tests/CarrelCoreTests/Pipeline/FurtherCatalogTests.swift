import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import FlickrPlacesParsing
import Foundation
import PlanPlugins
import Testing

/// Collections that are opened, and items that two ask for at once.
@Suite(.timeLimit(.minutes(1))) struct FurtherCatalogTests {
    private let photos = FixedSource(
        "= P\nOne | http://x.example/1\nTwo | http://x.example/2", location: "http://x.example/more")
    private let harness: PipelineHarness
    private let place = ItemCollection(
        id: "C1", title: "Place", further: FurtherCatalog(url: "http://x.example/more"))

    init() async throws {
        var harness = try PipelineHarness("= C1\n= C2", planner: OnDemandPlanner())
        let photos = photos
        harness.pipeline.parsers.candidates = [.init(name: "lines", parser: PlacesParser())]
        harness.pipeline.furtherSource = {
            (_: FurtherCatalog, _: FurtherCatalog.Parent) throws(SourceError) in photos
        }
        self.harness = harness
        _ = try await harness.pipeline.sync()
    }

    /// As the parser of lines, with a further catalogue for every collection without items.
    private struct PlacesParser: Parser {
        func recognition(of documents: [CatalogDocument]) -> Recognition { .certain }

        func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
            var catalog = try LineParser().parse(documents)
            for index in catalog.sections[0].collections.indices
            where catalog.sections[0].collections[index].items.isEmpty {
                catalog.sections[0].collections[index].further = FurtherCatalog(url: "http://x.example/more")
            }
            return catalog
        }
    }

    private func items(of collection: String) async throws -> [String] {
        let catalog = try await harness.library.catalog(at: harness.source.location)
        return catalog?.collections.first { $0.id == collection }?.items.map(\.title) ?? []
    }

    @Test func `a collection is read when it is opened, and once`() async throws {
        #expect(photos.readings == 0)
        for _ in 0..<3 { try await harness.pipeline.open(place, of: harness.source.location) }
        #expect(photos.readings == 1)
        #expect(try await items(of: "C1") == ["One", "Two"])
        #expect(try await items(of: "C2").isEmpty)
    }

    @Test func `where its address is wrong no setting is blamed`() async throws {
        var pipeline = harness.pipeline
        pipeline.furtherSource = {
            (further: FurtherCatalog, _: FurtherCatalog.Parent) throws(SourceError) in
            GoneSource(location: further.url)
        }
        let error = await #expect(throws: PipelineError.self) {
            try await pipeline.open(place, of: harness.source.location)
        }
        #expect(error?.description == "http://x.example/more: 404 Not Found. Check the URL")
    }

    /// A source whose server has nothing.
    private struct GoneSource: Source {
        let location: String

        func read(after validators: Validators?) async throws(SourceError) -> SourceReading {
            throw SourceError(
                .httpStatus(404), subject: location, reason: "404 Not Found",
                remedy: "Check \(setting: "url")")
        }
    }

    @Test func `two that open a collection at once read it once`() async throws {
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { try await harness.pipeline.open(place, of: harness.source.location) }
            }
            try await group.waitForAll()
        }
        #expect(photos.readings == 1)
    }

    @Test func `a refresh asks whether it has changed, and takes what is new`() async throws {
        try await harness.pipeline.open(place, of: harness.source.location)
        try await harness.pipeline.open(place, of: harness.source.location, refreshes: true)
        #expect(photos.readings == 2)
        photos.replace(with: "= P\nThree | http://x.example/3")
        try await harness.pipeline.open(place, of: harness.source.location)
        #expect(try await items(of: "C1") == ["One", "Two"])
        try await harness.pipeline.open(place, of: harness.source.location, refreshes: true)
        #expect(try await items(of: "C1") == ["Three"])
    }

    /// As the parser of lines behind collections, with the next page in a line `> URL`; it reads nothing else there.
    private struct PagesParser: Parser {
        func recognition(of documents: [CatalogDocument]) -> Recognition { .certain }

        func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
            if documents.first?.isBehindCollection != true { return try PlacesParser().parse(documents) }
            let parsed = try LineParser().parseWithPages(documents)
            var catalog = parsed.catalog
            catalog.pages = parsed.pages.map { CatalogPage(url: String($0), isNext: true) }
            return catalog
        }
    }

    @Test func `what moves to the first page of a list while its further ones are read stays listed`()
        async throws
    {
        @Sendable func list(_ titles: String) -> String {
            "= P\n" + titles.map { "\($0) | http://x.example/\($0)\n" }.joined()
        }
        let next = "> http://x.example/next"
        let later = FixedSource(list("C"), location: "http://x.example/next")
        var pipeline = harness.pipeline
        pipeline.parsers.candidates = [.init(name: "pages", parser: PagesParser())]
        pipeline.furtherSource = {
            [photos] (further: FurtherCatalog, _: FurtherCatalog.Parent) throws(SourceError) -> any Source in
            if further.url == photos.location { return photos }
            // The next page lacks one that moves to the first page now.
            if later.readings > 0 { photos.replace(with: list("CA") + next) }
            return later
        }
        photos.replace(with: list("AB") + next)
        try await pipeline.open(place, of: harness.source.location)
        #expect(try await items(of: "C1") == ["A", "B", "C"])
        later.replace(with: list("B"))
        try await pipeline.open(place, of: harness.source.location, refreshes: true)
        #expect(try await items(of: "C1") == ["A", "B", "C"])
    }

    @Test func `a sync refreshes what was opened and what was fetched of it, and keeps the rest closed`()
        async throws
    {
        try await harness.pipeline.open(place, of: harness.source.location)
        let key = harness.key("http://x.example/1")
        harness.fetcher.on("http://x.example/1", .text("one"))
        let located = try await harness.located()
        #expect(try await harness.pipeline.get([key], of: located).downloaded == 1)

        harness.replaceCatalog("= C1\n= C2\n= C3")
        let summary = try await harness.pipeline.sync()
        #expect(photos.readings == 2)
        #expect(summary.unchanged == 1 && summary.deferred == 1 && summary.orphaned == 0)
        #expect(try await items(of: "C1") == ["One", "Two"])
    }

    @Test func `a list that is at https now keeps its items, whose addresses are, too`() async throws {
        try await harness.pipeline.open(place, of: harness.source.location)
        photos.replace(with: "= P\nOne | https://x.example/1\nTwo | https://x.example/2")
        var moved = place
        moved.further = FurtherCatalog(url: "https://x.example/more")
        try await harness.pipeline.open(moved, of: harness.source.location)
        let key = CollectionKey(catalog: harness.source.location, collection: "C1")
        let items = try #require(try await harness.library.collection(key)).items
        #expect(items.map(\.id) == ["http://x.example/1", "http://x.example/2"])
        #expect(items.map(\.url) == ["https://x.example/1", "https://x.example/2"])
    }

    @Test func `what a list lacks in doubt is not asked for, and is gone the next time`() async throws {
        try await harness.pipeline.open(place, of: harness.source.location)
        harness.fetcher.on("http://x.example/1", .text("one"))
        let located = try await harness.located()
        _ = try await harness.pipeline.get([harness.key("http://x.example/1")], of: located)
        photos.replace(with: "= P\nTwo | http://x.example/2\n!perhaps page")
        let first = try await harness.pipeline.sync()
        #expect(first.orphaned == 0 && first.failed == 0)
        #expect(harness.fetcher.requests(for: "http://x.example/1").count == 1)
        #expect(Set(try await items(of: "C1")) == ["One", "Two"])
        #expect(try await harness.pipeline.sync().orphaned == 1)
        #expect(try await items(of: "C1") == ["Two"])
    }

    @Test func `one that cannot be refreshed is reported and stays, and the others go on`() async throws {
        try await harness.pipeline.open(place, of: harness.source.location)
        photos.replace(with: "broken")
        let summary = try await harness.pipeline.sync()
        #expect(summary.unread == 1 && summary.hasFailures)
        #expect(harness.events.lines.contains("not read again: Title of it"), "\(harness.events.lines)")
        #expect(try await items(of: "C1") == ["One", "Two"])
    }

    @Test func `what is wrong within a list is told with its address`() async throws {
        photos.replace(with: "= P\nOne | http://x.example/1\n! bad")
        try await harness.pipeline.open(place, of: harness.source.location)
        let lines = harness.events.lines
        #expect(lines.contains("problem: http://x.example/more: line 3"), "\(lines)")
    }

    @Test func `photos that newer ones push off the first page of their place are left out without a word`()
        async throws
    {
        var pipeline = harness.pipeline
        pipeline.parsers.candidates = [.init(name: "flickr-places", parser: FlickrPlacesParser())]
        for (newer, older) in [(2, 1), (3, 2)] {
            let list =
                #"{"id": "\#(newer)", "title": "\#(newer)"}, {"id": "\#(older)", "title": "\#(older)"}"#
            photos.replace(
                with: #"{"photos": {"page": 1, "pages": 2, "total": 3, "photo": [\#(list)]}, "stat": "ok"}"#)
            try await pipeline.open(place, of: harness.source.location, refreshes: true)
        }
        #expect(try await items(of: "C1") == ["3", "2"])
        let lines = harness.events.lines
        #expect(!lines.contains { $0.hasPrefix("problem") }, "\(lines)")
        let key = CollectionKey(catalog: harness.source.location, collection: "C1")
        #expect(try await harness.library.collection(key)?.listsLatestOnly == true)
    }

    @Test func `one that was not listed for a while is read anew, for an unchanged list would not list it`()
        async throws
    {
        try await harness.pipeline.open(place, of: harness.source.location)
        try await harness.library.recordView(of: harness.key("http://x.example/1"), at: Date())
        for text in ["= C2", "= C1\n= C2"] {
            harness.replaceCatalog(text)
            _ = try await harness.pipeline.sync()
        }
        #expect(try await items(of: "C1") == ["One", "Two"])
        #expect(photos.readings == 2)
    }

    @Test func `a list of collections instead of items is an error, and what was listed stays`() async throws
    {
        try await harness.pipeline.open(place, of: harness.source.location)
        for text in ["= C7", ""] {
            photos.replace(with: text)
            await #expect(throws: PipelineError.self) {
                try await harness.pipeline.open(place, of: harness.source.location, refreshes: true)
            }
            #expect(try await items(of: "C1") == ["One", "Two"])
        }
    }

    @Test func `the command that adds a list of collections is one for a shell`() async throws {
        photos.replace(with: "= C7\n= C8")
        let url = "http://x.example/?list-type=2&prefix=a"
        let opened = ItemCollection(id: "C1", title: "Place", further: FurtherCatalog(url: url))
        let error = await #expect(throws: PipelineError.self) {
            try await harness.pipeline.open(opened, of: harness.source.location)
        }
        let told = error?.description ?? ""
        #expect(told.hasSuffix("carrel sync '\(url)'"), "\(told)")
    }

    @Test func `a list that is empty is no error, also where a template says what would be opened`()
        async throws
    {
        var harness = try PipelineHarness("= C1")
        let empty = FixedSource("= P", location: "http://x.example/more")
        harness.pipeline.parsers.furtherURL = "/more/{collection}"
        harness.pipeline.furtherSource = {
            (_: FurtherCatalog, _: FurtherCatalog.Parent) throws(SourceError) in empty
        }
        _ = try await harness.pipeline.sync()
        try await harness.pipeline.open(place, of: harness.source.location)
        #expect(try await harness.library.openedCollections(of: harness.source.location) == ["C1"])
    }

    @Test func `a catalogue that lists itself does not pass for a collection of nothing`() async throws {
        var harness = try PipelineHarness("= C1\n= C2")
        let itself = FixedSource("= C1\n= C2", location: "http://x.example/more")
        harness.pipeline.parsers.furtherURL = "/more/{collection}"
        harness.pipeline.furtherSource = {
            (_: FurtherCatalog, _: FurtherCatalog.Parent) throws(SourceError) in itself
        }
        _ = try await harness.pipeline.sync()
        let error = await #expect(throws: PipelineError.self) {
            try await harness.pipeline.open(place, of: harness.source.location)
        }
        #expect("\(try #require(error))".contains("list of collections"))
        #expect(itself.readings == 1)
        #expect(try await harness.library.openedCollections(of: harness.source.location).isEmpty)
    }

    @Test func `of many opened collections each is read again once, and those that fail stop no other`()
        async throws
    {
        let names = (0..<300).map { "C\($0)" }
        var harness = try PipelineHarness(names.map { "= \($0)" }.joined(separator: "\n"))
        let sources = Dictionary(
            uniqueKeysWithValues: names.map { name in
                let url = "http://x.example/\(name)"
                return (url, FixedSource("= P\nA | \(url)/a", location: url))
            })
        harness.pipeline.parsers.furtherURL = "http://x.example/{collection}"
        harness.pipeline.furtherSource = {
            (further: FurtherCatalog, _: FurtherCatalog.Parent) throws(SourceError) in
            guard let source = sources[further.url] else {
                throw SourceError(.unreadable, subject: further.url, reason: "is not there")
            }
            return source
        }
        for name in names { harness.fetcher.on("http://x.example/\(name)/a", .text(name)) }
        _ = try await harness.pipeline.sync()
        let location = harness.source.location
        for name in names {
            let place = ItemCollection(
                id: name, title: name, further: FurtherCatalog(url: "http://x.example/\(name)"))
            try await harness.pipeline.open(place, of: location)
        }
        for index in stride(from: 0, to: 300, by: 10) {
            sources["http://x.example/C\(index)"]?.replace(with: "broken")
        }
        let summary = try await harness.pipeline.sync()
        #expect(summary.unread == 30 && summary.downloaded == 300 && summary.failed == 0)
        #expect(sources.values.allSatisfy { $0.readings == 2 })
    }

    @Test func `one that cannot be opened is an error, and nothing is recorded`() async throws {
        photos.replace(with: "broken")
        await #expect(throws: PipelineError.self) {
            try await harness.pipeline.open(place, of: harness.source.location)
        }
        #expect(try await harness.library.openedCollections(of: harness.source.location).isEmpty)
    }

    @Test func `a template says where the items of collections without any are listed`() async throws {
        var harness = try PipelineHarness("= C 1\n= C2\nA | http://x.example/a")
        harness.pipeline.parsers.furtherURL = "/more/{collection}?key={key}"
        _ = try await harness.pipeline.sync()
        let catalog = try await harness.library.catalog(at: harness.source.location)
        let further = catalog?.collections.map(\.further?.url)
        #expect(further == ["http://catalog.example/more/C%201?key={key}", nil])
    }

    // MARK: One fetch for two

    @Test func `an item that is on its way is not fetched a second time`() async throws {
        let harness = try PipelineHarness("= C1\nA | http://x.example/a", planner: OnDemandPlanner())
        _ = try await harness.pipeline.sync()
        let gate = Gate()
        harness.fetcher.on(
            "http://x.example/a",
            Reply([
                .head(status: 200, fields: HTTPFields([("ETag", "\"1\"")])), .wait(gate),
                .bytes(Data("a".utf8)),
            ]))
        let located = try await harness.located()
        let key = harness.key("http://x.example/a")
        let first = Task { try await harness.pipeline.get([key], of: located) }
        _ = try await harness.fetcher.script.requests(atLeast: 1)
        let second = Task { try await harness.pipeline.get([key], of: located) }
        gate.open()
        let summaries = try await [first.value, second.value]
        #expect(summaries.map(\.downloaded).reduce(0, +) == 1)
        #expect(summaries.map(\.unchanged).reduce(0, +) == 1)
        #expect(harness.fetcher.requests.count <= 2)
        #expect(harness.content("C1-a") == "a")
    }

    @Test func `where the first gives up, the one who waits fetches it`() async throws {
        let harness = try PipelineHarness("= C1\nA | http://x.example/a", planner: OnDemandPlanner())
        _ = try await harness.pipeline.sync()
        let gate = Gate()
        let reply = { (steps: [Reply.Step]) in
            Reply([.head(status: 200, fields: HTTPFields())] + steps + [.bytes(Data("a".utf8))])
        }
        harness.fetcher.on("http://x.example/a", reply([.wait(gate)]), reply([]))
        let located = try await harness.located()
        let key = harness.key("http://x.example/a")
        let first = Task { try await harness.pipeline.get([key], of: located) }
        _ = try await harness.fetcher.script.requests(atLeast: 1)
        let second = Task { try await harness.pipeline.get([key], of: located) }
        first.cancel()
        // Where the second one has come by now, the request goes on for it; what has come whole by then stays.
        gate.open()
        let summary = try await second.value
        #expect(summary.downloaded + summary.unchanged == 1, "\(summary)")
        #expect(harness.content("C1-a") == "a")
        await #expect(throws: PipelineError.self) { try await first.value }
    }
}
