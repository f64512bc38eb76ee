import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Further pages of a catalogue that redirect.
@Suite(.timeLimit(.minutes(1))) struct MovedPageTests {
    /// As the parser of lines, with a further page for each line `> URL`, which shows by the first one whether it has changed.
    private struct PagesParser: Parser {
        func recognition(of documents: [CatalogDocument]) -> Recognition { .certain }

        func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
            let text = String(decoding: documents.first?.data ?? Data(), as: UTF8.self)
            let lines = text.split(separator: "\n")
            let own = lines.filter { !$0.hasPrefix("> ") }.joined(separator: "\n")
            let document = CatalogDocument(data: Data(own.utf8), url: URL(filePath: "/lines"))
            var catalog = try LineParser().parse([document])
            for line in lines where line.hasPrefix("> ") {
                var page = CatalogPage(url: String(line.dropFirst(2)))
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
        harness.pipeline.parsers = ParserSelection(
            candidates: [ParserSelection.Candidate(name: "pages", parser: PagesParser())], fingerprint: "1")
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
            let text = "= C1\n\(name) | http://x.example/\(name).txt"
            return FixedSource([CatalogDocument(data: Data(text.utf8), url: url)], location: further.url)
        }
    }

    private func moved(_ count: Int) -> [String] {
        pages.prefix(count).map { $0.replacing("catalog.example", with: "cdn.example") }
            + pages.dropFirst(count)
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
        let list = pages.map { "> \($0)\n" }.joined()
        let url = try #require(URL(string: harness.source.location))
        harness.source.replace(with: [CatalogDocument(data: Data((Self.first + "!\n" + list).utf8), url: url)]
        )
        for _ in 0..<2 {
            let sync = try await harness.pipeline.sync()
            #expect(sync.orphaned == 0 && sync.unchanged == 6)
            #expect(try await harness.located().catalog.collections.flatMap(\.items).count == 6)
            #expect(try await hasValidators(harness) == false)
        }
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
