import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Further pages of a catalogue that redirect.
@Suite(.timeLimit(.minutes(1))) struct MovedPageTests {
    /// As the parser of lines, with a further page for each line `> URL` or `> URL COLLECTION`, which shows by the first one whether it
    /// has changed.
    private struct PagesParser: Parser {
        func recognition(of documents: [CatalogDocument]) -> Recognition { .certain }

        func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
            let parsed = try LineParser().parseWithPages(documents)
            var catalog = parsed.catalog
            for line in parsed.pages {
                let words = line.split(separator: " ").map(String.init)
                var page = CatalogPage(url: words[0], collection: words.count > 1 ? words[1] : nil)
                page.isOlder = true
                catalog.pages.append(page)
            }
            return catalog
        }
    }

    private static let first = "= C1\n0 | http://x.example/0.txt\n"
    private let pages = (1...5).map { "http://catalog.example/\($0)" }

    /// A catalogue with five pages of one document each, which answer at other addresses.
    private func made(answeringAt places: [String]) throws -> PipelineHarness {
        let list = pages.map { "> \($0)\n" }.joined()
        var harness = try PipelineHarness(Self.first + list)
        harness.pipeline.parsers = .only("pages", PagesParser())
        for number in 0...5 { harness.fetcher.on("http://x.example/\(number).txt", .text("text \(number)")) }
        answer(at: places, in: &harness)
        return harness
    }

    private func answer(at places: [String], in harness: inout PipelineHarness) {
        let places = Dictionary(zip(pages, places)) { first, _ in first }
        harness.pipeline.furtherSource = {
            (further: FurtherCatalog, _: FurtherCatalog.Parent) throws(SourceError) -> any Source in
            guard let url = places[further.url].flatMap({ URL(string: $0) }) else {
                throw SourceError(.unreadable, subject: further.url, reason: "nothing is there")
            }
            let name = url.lastPathComponent
            let text = "= P\(name)\n\(name) | http://x.example/\(name).txt"
            return FixedSource([CatalogDocument(data: Data(text.utf8), url: url)], location: further.url)
        }
    }

    private func moved(_ count: Int) -> [String] {
        pages.prefix(count).map { $0.replacing("catalog.example", with: "cdn.example") }
            + pages.dropFirst(count)
    }

    private func put(
        _ lines: String, leadingTo pages: some Sequence<String>, in harness: PipelineHarness
    ) throws {
        let text = lines + pages.map { "> \($0)\n" }.joined()
        let url = try #require(URL(string: harness.source.location))
        harness.source.replace(with: [CatalogDocument(data: Data(text.utf8), url: url)])
    }

    private func listedCount(_ harness: PipelineHarness) async throws -> Int {
        try await harness.located().catalog.collections.flatMap(\.items).count
    }

    private func hasValidators(_ harness: PipelineHarness) async throws -> Bool {
        try await harness.library.reading(of: harness.source.location)?.validators.isEmpty == false
    }

    @Test func `those that are on another server now do not keep the others from being read`() async throws {
        let harness = try made(answeringAt: moved(4))
        #expect(try await harness.pipeline.sync().downloaded == 2)
        let reasons = harness.events.events.compactMap { event -> String? in
            guard case .problem(let problem, _) = event else { return nil }
            return problem.reason
        }
        #expect(reasons.count == 4 && reasons.allSatisfy { $0.contains("carrel add http://cdn.example/") })
        #expect(try await hasValidators(harness))
        #expect(try await harness.pipeline.sync().orphaned == 0)
        #expect(harness.events.lines.contains("catalogue unchanged"))
    }

    @Test func `what they listed before stays listed`() async throws {
        var harness = try made(answeringAt: pages)
        #expect(try await harness.pipeline.sync().downloaded == 6)
        answer(at: moved(4), in: &harness)
        try put(Self.first + "!\n", leadingTo: pages, in: harness)
        for _ in 0..<2 {
            let sync = try await harness.pipeline.sync()
            #expect(sync.orphaned == 0 && sync.unchanged == 6)
            #expect(try await listedCount(harness) == 6)
            #expect(try await hasValidators(harness) == false)
        }
    }

    @Test func `one whose collection is known stays listed beside an entry that cannot be listed`()
        async throws
    {
        var harness = try made(answeringAt: pages)
        let named = pages.map { "\($0) P\($0.suffix(1))" }
        try put(Self.first + "!limit\n", leadingTo: named, in: harness)
        #expect(try await harness.pipeline.sync().downloaded == 6)
        answer(at: moved(1), in: &harness)
        try put(Self.first + "!limit\n!\n", leadingTo: named, in: harness)
        #expect(try await harness.pipeline.sync().orphaned == 0)
        #expect(try await listedCount(harness) == 6)
    }

    @Test func `a new one keeps nothing listed that the others list no longer`() async throws {
        let harness = try made(answeringAt: moved(1))
        try put(Self.first, leadingTo: pages.dropFirst(), in: harness)
        #expect(try await harness.pipeline.sync().downloaded == 5)
        try put(Self.first, leadingTo: pages, in: harness)
        #expect(try await harness.pipeline.sync().orphaned == 0)
        #expect(try await hasValidators(harness))
        try put("= C1\n", leadingTo: pages, in: harness)
        #expect(try await harness.pipeline.sync().orphaned == 0)
        #expect(try await listedCount(harness) == 4)
    }

    @Test func `one among those that cannot be read shows that the server answers`() async throws {
        let harness = try made(answeringAt: ["", moved(2)[1], "", "", pages[4]])
        #expect(try await harness.pipeline.sync().downloaded == 2)
    }

    @Test func `those that redirect to https on their own host are read`() async throws {
        let secured = pages.map { $0.replacing("http:", with: "https:") }
        let harness = try made(answeringAt: secured)
        #expect(try await harness.pipeline.sync().downloaded == 6)
        let other = secured.map { $0.replacing("catalog.example", with: "catalog.example:8443") }
        let elsewhere = try made(answeringAt: other)
        #expect(try await elsewhere.pipeline.sync().downloaded == 1)
    }
}
