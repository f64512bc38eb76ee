import CarrelModel
import CarrelStages
import CarrelTesting
import FeedParsing
import FlickrPlacesParsing
import Foundation
import HTMLLinksParsing
import ITunesChartParsing
import ListingParsing
import ModuleNotesParsing
import Testing
import TimetableParsing

@Suite(.enabled(if: RealData.isPresent, "needs the folder ../shared/data"), .timeLimit(.minutes(1)))
struct RealDataRecognitionTests {
    private static let parsers: [(name: String, parser: any Parser)] = [
        ("timetable", TimetableParser()), ("module-notes", ModuleNotesParser()),
        ("itunes-chart", ITunesChartParser()), ("flickr-places", FlickrPlacesParser()),
        ("feed", FeedParser()), ("html-links", HTMLLinksParser()), ("listing", ListingParser()),
    ]

    /// The parser that must be certain of a file; `nil` where none may be.
    private static func owner(_ path: String) -> String? {
        switch (path.prefix { $0 != "/" }, path) {
        case ("itunes", _): "itunes-chart"
        case ("flickr", _): "flickr-places"
        case ("feeds", _): "feed"
        case ("dirlisting", _): "listing"
        case (_, _) where path.hasSuffix(".html"): "html-links"
        case (_, _) where path.contains("made-up.TimeTable"): "timetable"
        case (_, _) where path.contains("made-up.moduleDetails"): "module-notes"
        default: nil
        }
    }

    private static func documents() throws -> [(path: String, document: CatalogDocument)] {
        let files = try #require(FileManager.default.enumerator(atPath: RealData.folder.path))
        return try files.compactMap { $0 as? String }.sorted()
            .filter {
                ["json", "jsonp", "html", "rss", "atom", "xml", "opml", "meta4", "metalink"].contains(
                    URL(filePath: $0).pathExtension)
            }
            .map { ($0, CatalogDocument(data: try RealData.data($0), url: RealData.file($0))) }
    }

    private func certain(_ documents: [CatalogDocument]) -> [String] {
        Self.parsers.filter { $0.parser.recognition(of: documents) == .certain }.map(\.name)
    }

    @Test
    func `every document is taken by the right parser only`() throws {
        let documents = try Self.documents()
        #expect(documents.count >= 26)
        for (path, document) in documents {
            #expect(certain([document]) == [Self.owner(path)].compactMap(\.self), "\(path)")
        }
    }

    @Test
    func `a timetable with its companions is taken by its parser, whichever comes first`() throws {
        let week = try RealTimetable.documents()
        for index in week.indices {
            let rotated = Array(week[index...] + week[..<index])
            #expect(certain(rotated) == ["timetable"])
        }
    }

    @Test
    func `the real timetable is read with all that is wrong in it`() throws {
        let catalog = try TimetableParser().parse(RealTimetable.documents())
        #expect(catalog.title == "Semester 1, 2012-13")
        #expect(
            catalog.collections.map(\.id) == [
                "COMP304", "COMP307", "COMP310", "COMP319", "COMP323", "COMP327", "COMP101", "COMP102",
                "COMP103", "COMP521", "COMP399",
            ])
        let schedule = try #require(catalog.schedule)
        #expect(schedule.meetings.count == 17)
        #expect(
            schedule.meetings.filter { $0.day == .friday }.map { "\($0.time) \($0.collection)" } == [
                "09:00 COMP399", "09:00 COMP103", "12:00 COMP327",
            ])
        #expect(!schedule.meetings.contains { $0.day == .wednesday })
        #expect(schedule.places["ELEC-E1"]?.coordinates == Coordinates(latitude: 53.4071, longitude: -2.9679))
        #expect(
            catalog.problems.map(\.place) == [
                "timetable: $.timetable[0][3].events[0].module",
                "timetable: $.timetable[1][2].events[1].module",
                "timetable: $.timetable[3][2].events[0].room", "timetable: $.timetable[3][3].events[0].type",
                "timetable: $.timetable[4][1].events[1]",
            ])
    }
}

/// The timetable of the real data, with its companions.
enum RealTimetable {
    static func documents() throws -> [CatalogDocument] {
        try [
            ("timetable", "TimeTable12"), ("modules", "Semester1Modules"), ("theatres", "LectureTheatres"),
        ].map { role, name in
            let path = "notesbrowser-timetable/made-up.\(name).json"
            return CatalogDocument(role: role, data: try RealData.data(path), url: RealData.file(path))
        }
    }
}
