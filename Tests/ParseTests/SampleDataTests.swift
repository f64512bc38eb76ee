import CarrelModel
import CarrelStages
import CarrelTesting
import CatalogFormParsing
import FeedParsing
import FlickrPlacesParsing
import Foundation
import HTMLLinksParsing
import ITunesChartParsing
import ListingParsing
import MetalinkParsing
import ModuleNotesParsing
import OAIPMHParsing
import OPDSParsing
import OPMLParsing
import S3Parsing
import SitemapParsing
import Testing
import TimetableParsing
import URLListParsing
import WebDAVParsing

/// What `ServiceDataTests` and the tests beside it check of documents elsewhere, on the samples of a clone.
@Suite(.timeLimit(.minutes(1)))
struct SampleDataTests {
    private static let parsers: [(name: String, parser: any Parser)] = [
        ("timetable", TimetableParser()), ("module-notes", ModuleNotesParser()),
        ("itunes-chart", ITunesChartParser()), ("flickr-places", FlickrPlacesParser()),
        ("feed", FeedParser()), ("html-links", HTMLLinksParser()), ("sitemap", SitemapParser()),
        ("opds", OPDSParser()), ("opml", OPMLParser()), ("metalink", MetalinkParser()),
        ("url-list", URLListParser()),
        ("listing", ListingParser()),
        ("oai-pmh", OAIPMHParser()), ("s3", S3Parser()), ("webdav", WebDAVParser()),
        ("carrel", CatalogFormParser()),
    ]

    /// The parser that must be certain of a file; `nil` where none may be.
    private static func owner(_ path: String) -> String? {
        switch path {
        case _ where path.hasPrefix("books/"): "opds"
        case _ where path.hasPrefix("bucket/"): "s3"
        case _ where path.hasPrefix("webdav/"): "webdav"
        case _ where path.hasPrefix("repository/"): "oai-pmh"
        case _ where path.hasPrefix("folders/"): path.hasSuffix(".html") ? "listing" : nil
        case _ where path.hasPrefix("chart/"): "itunes-chart"
        case _ where path.hasPrefix("places/"): "flickr-places"
        case "timetable/timetable.json": "timetable"
        case "handbook.json": "module-notes"
        case "sitemap.xml", "sitemaps.xml": "sitemap"
        case _ where path.hasSuffix(".opml"): "opml"
        case _ where path.hasSuffix(".meta4"): "metalink"
        case "addresses.txt", "notes.csv": "url-list"
        case _ where path.hasSuffix("course/modules.json"): "module-notes"
        case _ where path.hasPrefix("mapping/"): path.hasSuffix(".html") ? "html-links" : nil
        case _ where path.hasSuffix(".jsonl"): "carrel"
        case _ where path.hasSuffix(".xml"): "feed"
        case _ where path.hasSuffix(".html"): "html-links"
        default: nil
        }
    }

    private func document(_ path: String, role: String = "catalog") throws -> CatalogDocument {
        CatalogDocument(role: role, data: try SampleData.data(path), url: SampleData.file(path))
    }

    private func week() throws -> [CatalogDocument] {
        try ["timetable", "modules", "theatres"].map { try document("timetable/\($0).json", role: $0) }
    }

    private func certain(_ documents: [CatalogDocument]) -> [String] {
        Self.parsers.filter { $0.parser.recognition(of: documents) == .certain }.map(\.name)
    }

    @Test
    func `every sample is taken by the right parser only`() throws {
        let paths = try SampleData.paths("json", "jsonl", "html", "xml", "opml", "meta4", "csv", "txt")
        #expect(paths.count >= 18)
        for path in paths {
            #expect(certain([try document(path)]) == [Self.owner(path)].compactMap(\.self), "\(path)")
        }
    }

    @Test
    func `the timetable is read with its companions, whichever comes first`() throws {
        let week = try week()
        for index in week.indices {
            let rotated = Array(week[index...] + week[..<index])
            #expect(certain(rotated) == ["timetable"])
            #expect(try TimetableParser().parse(rotated) == TimetableParser().parse(week))
        }
        let catalog = try TimetableParser().parse(week)
        #expect(catalog.title == "Michaelmas, 2026-27")
        #expect(catalog.collections.map(\.id) == ["SEA101", "SEA102", "SKY101", "SKY102"])
        let schedule = try #require(catalog.schedule)
        #expect(schedule.meetings.count == 11)
        #expect(
            schedule.meetings.filter { $0.day == .thursday }.map { "\($0.time) \($0.collection)" }
                == ["09:00 SKY102", "12:00 SEA101"])
        #expect(!schedule.meetings.contains { $0.day == .wednesday })
        #expect(schedule.places["MUSEUM"]?.coordinates == Coordinates(latitude: 51.7586, longitude: -1.2556))
        #expect(schedule.places.values.allSatisfy { $0.coordinates != nil })
        #expect(catalog.problems.map(\.place) == ["timetable: $.timetable[1][1].events[0].room"])
    }

    @Test
    func `charts have their entries, drawn covers and facts`() throws {
        let chart = try ITunesChartParser().parse([document("chart/topalbums.json")])
        #expect(chart.problems == [])
        #expect(chart.collections.map(\.id) == ["topalbums"])
        let items = chart.collections[0].items
        #expect(items.map { value($0, "Rank") } == (1...5).map(String.init))
        #expect(items.allSatisfy { value($0, "Kind") == "Album" && $0.subtitle != nil })
        #expect(
            value(items[0], "Summary")
                == "Eleven songs from a harbour wall.\n\n• recorded in one tide\n• no drums")
        #expect(value(items[1], "Summary") == nil)
        for item in items {
            let cover = try #require(item.url.flatMap { URL(string: $0) })
            #expect(cover.lastPathComponent.hasSuffix("-170.png"))
            #expect(try Data(contentsOf: cover).starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(cover)")
        }
        let one = try ITunesChartParser().parse([document("chart/one-album.json")])
        #expect(one.collections[0].items.map(\.title) == ["North of Here"])
        let none = try ITunesChartParser().parse([document("chart/no-album.json")])
        #expect(none.collections.map(\.id) == ["topalbums"] && none.collections[0].items.isEmpty)
        #expect(one.problems + none.problems == [])
    }

    @Test
    func `places are listed by country, each with its drawn photos`() throws {
        let settings = Settings([
            "photos-url": "photos-{place}.json",
            "photo-base": "http://samples.example/places/photos",
        ])
        let parser = try FlickrPlacesParser.plugin.make(settings, PluginContext())
        let places = try parser.parse([document("places/places.json")])
        #expect(places.problems == [])
        #expect(places.sections.compactMap(\.title) == ["Japan", "Norway", "Portugal"])
        #expect(places.sections[2].collections.map(\.title) == ["Lisbon", "Porto"])
        for place in places.collections {
            let list = try #require(place.further.flatMap { URL(string: $0.url) })
            #expect(list == SampleData.file("places/photos-\(place.id).json"))
            let photos = try parser.parse([document("places/\(list.lastPathComponent)")])
            #expect(photos.problems == [])
            let items = photos.collections[0].items
            #expect(String(items.count) == place.details.first { $0.label == "Photos" }?.value)
            for item in items {
                let path = try #require(item.url).replacing("http://samples.example/", with: "")
                #expect(try SampleData.data(path).starts(with: [0xFF, 0xD8, 0xFF]), "\(path)")
            }
        }
        let lisbon = try parser.parse([document("places/photos-lisbon.json")]).collections[0].items
        #expect(lisbon[1].title == "Roofs in the evening." && lisbon[1].subtitle == nil)
    }

    @Test(arguments: [("handbook.json", "index.html"), ("course/modules.json", "course/index.html")])
    func `a course reads the same as a list of modules and as a page of links`(
        list: String, page: String
    ) throws {
        let modules = try ModuleNotesParser().parse([document(list)])
        let links = try HTMLLinksParser().parse([document(page)])
        #expect(modules.problems == [])
        // Of a file alone nobody knows where its relative links lead.
        #expect(links.problems.map(\.place) == ["page"])
        let notes = modules.collections.flatMap(\.items).filter { $0.url != nil }
        let linked = links.collections.flatMap(\.items)
        // Web pages are no documents to a page of links, unless a profile says so.
        let documents = notes.filter { $0.url?.hasSuffix(".html") == false }
        #expect(documents.map(\.url) == linked.map(\.url))
        #expect(documents.map(\.title) == linked.map(\.title))
        for note in notes {
            let file = try #require(note.url.flatMap { URL(string: $0) })
            #expect(try !Data(contentsOf: file).isEmpty, "\(file)")
        }
        #expect(modules.collections.flatMap(\.items).contains { $0.url == nil })
    }
}
