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
        try await check.run(
            ModuleNotesParser(), Samples.modules,
            foreign: [
                Samples.page, Samples.feed, Samples.jsonFeed, Samples.chart, Samples.places, Samples.photos,
                Samples.timetable, Samples.timetableModules, Samples.theatres,
            ])
    }

    @Test(arguments: ParserConformance.checks)
    func `carrel keeps the parsers' promises`(check: ConformanceCheck<ParserSubject>) async throws {
        try await check.run(
            CatalogFormParser(), Samples.form,
            foreign: [
                Samples.modules, Samples.page, Samples.feed, Samples.jsonFeed, Samples.chart, Samples.places,
                Samples.photos, Samples.timetable,
            ])
    }

    @Test(arguments: ParserConformance.checks)
    func `html-links keeps the parsers' promises`(check: ConformanceCheck<ParserSubject>) async throws {
        try await check.run(
            HTMLLinksParser(), Samples.page,
            foreign: [
                Samples.modules, Samples.feed, Samples.atom, Samples.jsonFeed, Samples.chart, Samples.places,
                Samples.photos,
            ])
    }

    @Test(arguments: ParserConformance.checks)
    func `itunes-chart keeps the parsers' promises`(check: ConformanceCheck<ParserSubject>) async throws {
        try await check.run(
            ITunesChartParser(), Samples.chart,
            foreign: [
                Samples.modules, Samples.page, Samples.feed, Samples.places, Samples.photos, Samples.failure,
                Samples.timetable,
            ])
    }

    @Test(arguments: ParserConformance.checks, [Samples.places, Samples.photos])
    func `flickr-places keeps the parsers' promises`(
        check: ConformanceCheck<ParserSubject>, sample: CatalogDocument
    ) async throws {
        try await check.run(
            FlickrPlacesParser(), sample,
            foreign: [Samples.modules, Samples.page, Samples.feed, Samples.chart, Samples.timetable])
    }

    @Test(arguments: ParserConformance.checks, [Samples.rss, Samples.rdf, Samples.atom, Samples.jsonFeed])
    func `feed keeps the parsers' promises`(
        check: ConformanceCheck<ParserSubject>, sample: CatalogDocument
    ) async throws {
        try await check.run(
            FeedParser(), sample,
            foreign: [
                Samples.modules, Samples.page, Samples.chart, Samples.places, Samples.photos,
                Samples.timetable,
            ])
    }

    @Test(arguments: ParserConformance.checks, Samples.listings)
    func `listing keeps the parsers' promises`(
        check: ConformanceCheck<ParserSubject>, sample: CatalogDocument
    ) async throws {
        try await check.run(
            ListingParser(), sample,
            foreign: [
                Samples.modules, Samples.page, Samples.feed, Samples.atom, Samples.jsonFeed, Samples.chart,
                Samples.places, Samples.opds,
            ])
    }

    @Test(arguments: ParserConformance.checks, [Samples.opds, Samples.opdsJSON])
    func `opds keeps the parsers' promises`(
        check: ConformanceCheck<ParserSubject>, sample: CatalogDocument
    ) async throws {
        try await check.run(
            OPDSParser(), sample,
            foreign: [
                Samples.modules, Samples.page, Samples.feed, Samples.rss, Samples.atom, Samples.jsonFeed,
                Samples.chart, Samples.places, Samples.photos, Samples.timetable,
            ])
    }

    @Test(arguments: ParserConformance.checks)
    func `oai-pmh keeps the parsers' promises`(check: ConformanceCheck<ParserSubject>) async throws {
        try await check.run(
            OAIPMHParser(), Samples.oaiPMH,
            foreign: [
                Samples.modules, Samples.page, Samples.rss, Samples.atom, Samples.jsonFeed, Samples.s3,
                Samples.opds,
            ])
    }

    @Test(arguments: ParserConformance.checks)
    func `s3 keeps the parsers' promises`(check: ConformanceCheck<ParserSubject>) async throws {
        try await check.run(
            S3Parser(), Samples.s3,
            foreign: [
                Samples.modules, Samples.page, Samples.rss, Samples.atom, Samples.jsonFeed, Samples.oaiPMH,
                Samples.opds,
            ])
    }

    @Test(arguments: ParserConformance.checks)
    func `webdav keeps the parsers' promises`(check: ConformanceCheck<ParserSubject>) async throws {
        try await check.run(
            WebDAVParser(), Samples.webDAV,
            foreign: [
                Samples.modules, Samples.page, Samples.rss, Samples.atom, Samples.jsonFeed, Samples.s3,
                Samples.oaiPMH,
            ])
    }

    @Test(arguments: ParserConformance.checks, [0, 1, 2])
    func `timetable keeps the parsers' promises`(
        check: ConformanceCheck<ParserSubject>, index: Int
    ) async throws {
        var documents = [Samples.timetable, Samples.timetableModules, Samples.theatres]
        let sample = documents.remove(at: index)
        try await check.run(
            TimetableParser(), sample, beside: documents,
            foreign: [
                Samples.modules, Samples.page, Samples.feed, Samples.chart, Samples.places, Samples.photos,
            ])
    }
}
