import CarrelModel
import CarrelTesting
import CatalogFormParsing
import FeedParsing
import FlickrPlacesParsing
import HTMLLinksParsing
import ITunesChartParsing
import ListingParsing
import ModuleNotesParsing
import OAIPMHParsing
import OPDSParsing
import S3Parsing
import Testing
import TimetableParsing
import WebDAVParsing

@Suite(.timeLimit(.minutes(2)))
struct ParserConformanceTests {
    @Test(arguments: ParserConformance.checks)
    func `module-notes keeps the parsers' promises`(check: ConformanceCheck<ParserSubject>) async throws {
        try await check.run {
            ParserSubject(
                ModuleNotesParser(), sample: Samples.modules,
                foreign: [
                    Samples.page, Samples.feed, Samples.jsonFeed, Samples.chart, Samples.places,
                    Samples.photos,
                    Samples.timetable,
                    Samples.timetableModules, Samples.theatres,
                ], large: Samples.large(Samples.modules))
        }
    }

    @Test(arguments: ParserConformance.checks)
    func `carrel keeps the parsers' promises`(check: ConformanceCheck<ParserSubject>) async throws {
        try await check.run {
            ParserSubject(
                CatalogFormParser(), sample: Samples.form,
                foreign: [
                    Samples.modules, Samples.page, Samples.feed, Samples.jsonFeed, Samples.chart,
                    Samples.places, Samples.photos, Samples.timetable,
                ], large: Samples.large(Samples.form))
        }
    }

    @Test(arguments: ParserConformance.checks)
    func `html-links keeps the parsers' promises`(check: ConformanceCheck<ParserSubject>) async throws {
        try await check.run {
            ParserSubject(
                HTMLLinksParser(), sample: Samples.page,
                foreign: [
                    Samples.modules, Samples.feed, Samples.atom, Samples.jsonFeed, Samples.chart,
                    Samples.places,
                    Samples.photos,
                ],
                large: Samples.large(Samples.page))
        }
    }

    @Test(arguments: ParserConformance.checks)
    func `itunes-chart keeps the parsers' promises`(check: ConformanceCheck<ParserSubject>) async throws {
        try await check.run {
            ParserSubject(
                ITunesChartParser(), sample: Samples.chart,
                foreign: [
                    Samples.modules, Samples.page, Samples.feed, Samples.places, Samples.photos,
                    Samples.failure, Samples.timetable,
                ], large: Samples.large(Samples.chart))
        }
    }

    @Test(arguments: ParserConformance.checks, [Samples.places, Samples.photos])
    func `flickr-places keeps the parsers' promises`(
        check: ConformanceCheck<ParserSubject>, sample: CatalogDocument
    ) async throws {
        try await check.run {
            ParserSubject(
                FlickrPlacesParser(), sample: sample,
                foreign: [Samples.modules, Samples.page, Samples.feed, Samples.chart, Samples.timetable],
                large: Samples.large(sample))
        }
    }

    @Test(arguments: ParserConformance.checks, [Samples.rss, Samples.rdf, Samples.atom, Samples.jsonFeed])
    func `feed keeps the parsers' promises`(
        check: ConformanceCheck<ParserSubject>, sample: CatalogDocument
    ) async throws {
        try await check.run {
            ParserSubject(
                FeedParser(), sample: sample,
                foreign: [
                    Samples.modules, Samples.page, Samples.chart, Samples.places, Samples.photos,
                    Samples.timetable,
                ], large: Samples.large(sample))
        }
    }

    @Test(arguments: ParserConformance.checks, Samples.listings)
    func `listing keeps the parsers' promises`(
        check: ConformanceCheck<ParserSubject>, sample: CatalogDocument
    ) async throws {
        try await check.run {
            ParserSubject(
                ListingParser(), sample: sample,
                foreign: [
                    Samples.modules, Samples.page, Samples.feed, Samples.atom, Samples.jsonFeed,
                    Samples.chart,
                    Samples.places, Samples.opds,
                ], large: Samples.large(sample))
        }
    }

    @Test(arguments: ParserConformance.checks, [Samples.opds, Samples.opdsJSON])
    func `opds keeps the parsers' promises`(
        check: ConformanceCheck<ParserSubject>, sample: CatalogDocument
    ) async throws {
        try await check.run {
            ParserSubject(
                OPDSParser(), sample: sample,
                foreign: [
                    Samples.modules, Samples.page, Samples.feed, Samples.rss, Samples.atom, Samples.jsonFeed,
                    Samples.chart, Samples.places, Samples.photos, Samples.timetable,
                ], large: Samples.large(sample))
        }
    }

    @Test(arguments: ParserConformance.checks)
    func `oai-pmh keeps the parsers' promises`(check: ConformanceCheck<ParserSubject>) async throws {
        try await check.run {
            ParserSubject(
                OAIPMHParser(), sample: Samples.oaiPMH,
                foreign: [
                    Samples.modules, Samples.page, Samples.rss, Samples.atom, Samples.jsonFeed, Samples.s3,
                    Samples.opds,
                ], large: Samples.large(Samples.oaiPMH))
        }
    }

    @Test(arguments: ParserConformance.checks)
    func `s3 keeps the parsers' promises`(check: ConformanceCheck<ParserSubject>) async throws {
        try await check.run {
            ParserSubject(
                S3Parser(), sample: Samples.s3,
                foreign: [
                    Samples.modules, Samples.page, Samples.rss, Samples.atom, Samples.jsonFeed,
                    Samples.oaiPMH, Samples.opds,
                ], large: Samples.large(Samples.s3))
        }
    }

    @Test(arguments: ParserConformance.checks)
    func `webdav keeps the parsers' promises`(check: ConformanceCheck<ParserSubject>) async throws {
        try await check.run {
            ParserSubject(
                WebDAVParser(), sample: Samples.webDAV,
                foreign: [
                    Samples.modules, Samples.page, Samples.rss, Samples.atom, Samples.jsonFeed, Samples.s3,
                    Samples.oaiPMH,
                ], large: Samples.large(Samples.webDAV))
        }
    }

    @Test(arguments: ParserConformance.checks, [0, 1, 2])
    func `timetable keeps the parsers' promises`(
        check: ConformanceCheck<ParserSubject>, index: Int
    ) async throws {
        var documents = [Samples.timetable, Samples.timetableModules, Samples.theatres]
        let sample = documents.remove(at: index)
        try await check.run {
            ParserSubject(
                TimetableParser(), sample: sample, companions: documents,
                foreign: [
                    Samples.modules, Samples.page, Samples.feed, Samples.chart, Samples.places,
                    Samples.photos,
                ], large: Samples.large(sample))
        }
    }
}
