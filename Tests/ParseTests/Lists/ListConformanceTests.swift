import CarrelModel
import CarrelTesting
import MetalinkParsing
import OPMLParsing
import SitemapParsing
import Testing
import URLListParsing

/// The promises of parsers, by those of lists.
@Suite(.timeLimit(.minutes(2)))
struct ListConformanceTests {
    private static let others = [
        Samples.modules, Samples.page, Samples.feed, Samples.jsonFeed, Samples.chart, Samples.places,
        Samples.timetable,
    ]

    @Test(arguments: ParserConformance.checks)
    func `sitemap keeps the parsers' promises`(check: ConformanceCheck<ParserSubject>) async throws {
        try await check.run(
            SitemapParser(), Samples.sitemap, foreign: Self.others + [Samples.opml, Samples.addresses])
    }

    @Test(arguments: ParserConformance.checks)
    func `metalink keeps the parsers' promises`(check: ConformanceCheck<ParserSubject>) async throws {
        try await check.run(
            MetalinkParser(), Samples.metalink, foreign: Self.others + [Samples.sitemap, Samples.opml])
    }

    @Test(arguments: ParserConformance.checks)
    func `opml keeps the parsers' promises`(check: ConformanceCheck<ParserSubject>) async throws {
        try await check.run(
            OPMLParser(), Samples.opml, foreign: Self.others + [Samples.sitemap, Samples.addresses])
    }

    @Test(arguments: ParserConformance.checks, [Samples.addresses, Samples.fetchList, Samples.addressTable])
    func `url-list keeps the parsers' promises`(
        check: ConformanceCheck<ParserSubject>, sample: CatalogDocument
    ) async throws {
        try await check.run(URLListParser(), sample, foreign: Self.others + [Samples.sitemap, Samples.opml])
    }
}
