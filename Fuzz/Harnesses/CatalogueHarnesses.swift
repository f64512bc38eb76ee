import CarrelBasics
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
import TimetableParsing
import URLListParsing
import WebDAVParsing

extension Harness {
    static let catalogForm = parser("catalog-form", CatalogFormParser())
    static let feed = parser("feed", FeedParser())
    static let flickrPlaces = parser("flickr-places", FlickrPlacesParser())
    static let htmlLinks = parser("html-links", HTMLLinksParser())
    static let itunesChart = parser("itunes-chart", ITunesChartParser())
    static let listing = parser("listing", ListingParser())
    static let moduleNotes = parser("module-notes", ModuleNotesParser())
    static let oaiPMH = parser("oai-pmh", OAIPMHParser())
    static let s3 = parser("s3", S3Parser())
    static let opds = parser("opds", OPDSParser())
    static let metalink = parser("metalink", MetalinkParser())
    static let opml = parser("opml", OPMLParser())
    static let sitemap = parser("sitemap", SitemapParser())
    static let urlList = parser("url-list", URLListParser())
    static let webDAV = parser("webdav", WebDAVParser())
    /// Its three documents stand one behind the other, with a line of equals signs between them.
    static let timetable = parser(
        "timetable", TimetableParser(), roles: ["timetable", "modules", "theatres"])

    static func parser(_ name: String, _ parser: any Parser, roles: [String] = ["catalog"]) -> Harness {
        Harness(name, maxLength: 8192) { data in
            let documents = zip(roles, parts(of: data, atMost: roles.count)).map(document)
            _ = parser.recognition(of: documents)
            guard let catalog = try catalog(documents, parser) else { return }
            try requireEqual(try Self.catalog(documents, parser), catalog, "the second catalogue")
            try check(catalog)
        }
    }

    private static func document(_ role: String, _ data: Data) -> CatalogDocument {
        CatalogDocument(
            role: role, data: data,
            url: URL(string: "http://notes.example.org/lists/\(role)") ?? URL(filePath: "/"))
    }

    /// The catalogue; `nil` where there is none, which the error must explain.
    static func catalog(_ documents: [CatalogDocument], _ parser: any Parser) throws -> Catalog? {
        do throws(ParseError) {
            return try parser.parse(documents)
        } catch {
            try require(
                documents.contains { error.subject.hasPrefix($0.location) }, "names a document: \(error)")
            try require(!error.reason.isEmpty, "the error has a reason")
            try requireLine(error.subject, "the error's place")
            try requireLine(error.reason, "the error's reason")
            return nil
        }
    }

    static func check(_ catalog: Catalog) throws {
        try ParserConformance.check(catalog)
        try requireLine(catalog.title, "the catalogue's title")
        for section in catalog.sections { try requireLine(section.title, "a section's title") }
        for collection in catalog.collections {
            try requireLine(collection.id, "a collection's identity")
            try requireLine(collection.title, "a collection's title")
            try requireLine(collection.subtitle, "a collection's subtitle")
            try check(collection.details)
            for item in collection.items {
                try requireLine(item.id, "an item's identity")
                try requireLine(item.title, "an item's title")
                try requireLine(item.subtitle, "an item's subtitle")
                try check(item.details)
                try require(item.size ?? 0 >= 0, "a size below zero")
            }
        }
        for problem in catalog.problems {
            try requireLine(problem.place, "a problem's place")
            try requireLine(problem.reason, "a problem's reason")
        }
    }

    private static func check(_ details: [Detail]) throws {
        for detail in details {
            try requireLine(detail.label, "a label")
            try requireShowable(detail.value, "a fact")
        }
    }

    static func parts(of data: Data, atMost count: Int) -> [Data] {
        guard count > 1 else { return [data] }
        var parts: [Data] = []
        var rest = data
        while parts.count < count - 1, let separator = rest.range(of: Data("\n====\n".utf8)) {
            parts.append(Data(rest[..<separator.lowerBound]))
            rest = rest[separator.upperBound...]
        }
        return parts + [Data(rest)]
    }
}
