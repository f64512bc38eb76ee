import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import FlickrPlacesParsing
import Foundation
import HTMLLinksParsing
import ITunesChartParsing
import ModuleNotesParsing
import Testing

@Suite(.enabled(if: RealData.isPresent, "needs the folder ../shared/data"), .timeLimit(.minutes(1)))
struct ServiceDataTests {
    private static let charts = [
        "topfreeapplications.2012.real-entry.json", "topalbums.json", "toppodcasts.json",
        "made-up.topfreeapplications.json", "made-up.no-entry.json",
    ].map { "itunes/\($0)" }
    private static let lists = [
        "flickr.photos.search.description.json", "flickr.photos.search.json", "flickr.photos.search.jsonp",
        "getTopPlacesList.records.json", "made-up.fail.json", "made-up.getTopPlacesList.json",
        "made-up.photos.search.json",
    ].map { "flickr/\($0)" }
    private static let others = [
        "notesbrowser-timetable/made-up.moduleDetails2012.json",
        "notesbrowser-timetable/made-up.moduleDetails2012.dict.json",
        "notesbrowser-timetable/made-up.TimeTable12.json", "feeds/feed.json", "feeds/allthis.json",
        "feeds/theomnishow.rss", "opml/example2.opml", "sitemap/sitemap.xml", "dirlisting/apache.html",
        "coursepage/cs107/handouts.html",
    ]

    private func document(_ path: String) throws -> CatalogDocument {
        CatalogDocument(
            data: try RealData.data(path), mediaType: MediaType("text/javascript"), url: RealData.file(path))
    }

    private func chart(_ name: String) throws -> Catalog {
        try ITunesChartParser().parse([document("itunes/\(name)")])
    }

    private func list(_ name: String) throws -> Catalog {
        try FlickrPlacesParser().parse([document("flickr/\(name)")])
    }

    @Test
    func `each document is taken by its own parser only`() throws {
        let parsers: [(name: String, parser: any Parser)] = [
            ("modules", ModuleNotesParser()), ("charts", ITunesChartParser()),
            ("lists", FlickrPlacesParser()),
            ("page", HTMLLinksParser()),
        ]
        let expected =
            Self.charts.map { ($0, "charts") } + Self.lists.map { ($0, "lists") }
            + Self.others.map { ($0, "") }
        for (path, owner) in expected {
            let document = try document(path)
            let certain = parsers.filter { $0.parser.recognition(of: [document]) == .certain }.map(\.name)
            if owner.isEmpty {
                #expect(!certain.contains("charts") && !certain.contains("lists"), "\(path): \(certain)")
            } else {
                #expect(certain == [owner], "\(path)")
            }
        }
    }

    @Test
    func `the list of documents is whole`() throws {
        for folder in ["itunes", "flickr"] {
            let names = try FileManager.default.contentsOfDirectory(atPath: RealData.file(folder).path)
            let known = (Self.charts + Self.lists).filter { $0.hasPrefix("\(folder)/") }
            #expect(Set(names.map { "\(folder)/\($0)" }) == Set(known))
        }
    }

    @Test
    func `real charts have their entries, pictures and facts`() throws {
        let applications = try chart("topfreeapplications.2012.real-entry.json")
        #expect(applications.problems == [])
        #expect(applications.collections.map(\.id) == ["topfreeapplications"])
        #expect(applications.collections[0].title == "iTunes Store: Top Free Applications")
        let radio = try #require(applications.collections[0].items.first)
        #expect(radio.title == "Pandora Radio")
        #expect(radio.url?.hasSuffix("100x100-75.png") == true)
        #expect(value(radio, "Released") == "July 11, 2008")
        #expect(value(radio, "Link") == "http://itunes.apple.com/us/app/pandora-radio/id284035177?mt=8&uo=2")
        #expect(value(radio, "Summary")?.contains("\n• Higher Quality Audio\n") == true)

        let albums = try chart("topalbums.json")
        #expect(albums.problems == [])
        #expect(albums.collections[0].items.map(\.title) == ["Look Up Child", "Egypt Station"])
        #expect(albums.collections[0].items.map { value($0, "Kind") } == ["Album", "Album"])
        #expect(albums.collections[0].items.map { value($0, "Summary") } == [nil, nil])

        let podcasts = try chart("toppodcasts.json")
        #expect(podcasts.problems == [])
        #expect(podcasts.collections.map(\.id) == ["toppodcasts"])
        #expect(podcasts.collections[0].items.allSatisfy { $0.url?.contains("/170x170bb") == true })
    }

    @Test
    func `a chart with everything that goes wrong is read to its end`() throws {
        let catalog = try chart("made-up.topfreeapplications.json")
        let items = catalog.collections[0].items
        #expect(items.count == 16)
        #expect(items.map { value($0, "Rank") } == (1...16).map(String.init))
        #expect(catalog.problems.map(\.place) == ["$.feed.entry[12]"])
        #expect(items[12].id.hasPrefix("900000001#") && items[12].duplicateOf == nil)
        #expect(
            value(items[1], "Summary")
                == "First bold paragraph & an entity.\n\n• one\n• two <three>\n\nlink")
        #expect(value(items[2], "Summary")?.hasPrefix("Unclosed italic") == true)
        #expect(value(items[3], "Summary") == "beforeafter")
        #expect(items[4...5].map { value($0, "Summary") } == [nil, nil])
        #expect(value(items[7], "Summary") == "Line one\n\n• bullet\n• bullet two\n\nLast line")
        #expect(items[9].url == nil)
        #expect(items[10].url == "http://artwork.example.org/item11/170x170bb.png")
        #expect(items[11].url == "http://artwork.example.org/item12/113x170bb.png")
        #expect(items[11].details.count { $0.label.hasPrefix("Artwork") } == 2)
        #expect(items[14].title == "A/B: \"Colon\" & <Angle> \\ name")
        #expect(value(items[15], "Link")?.contains("/item-16/") == true)

        let empty = try chart("made-up.no-entry.json")
        #expect(empty.collections.map(\.id) == ["topfreeapplications"])
        #expect(empty.collections[0].items.isEmpty)
        #expect(empty.problems == [])
    }

    @Test
    func `places are listed by country, one of two names once`() throws {
        let real = try list("getTopPlacesList.records.json")
        #expect(real.sections.compactMap(\.title) == ["United Kingdom", "United States"])
        #expect(real.sections[0].collections.map(\.title) == ["England", "London"])
        #expect(real.sections[1].collections.map(\.subtitle) == ["Anaheim, CA, US"])
        #expect(real.problems.map(\.place) == ["$.places.place[1]"])
        #expect(
            real.sections[0].collections[1].details.last
                == Detail("Also called", "London, England, Vereinigtes Königreich"))

        let made = try list("made-up.getTopPlacesList.json")
        #expect(made.problems == [])
        #expect(made.collections.count == 12)
        #expect(
            made.sections.compactMap(\.title) == [
                "Germany", "Republic of", "Singapore", "Spain", "Switzerland", "United Kingdom",
                "United States",
                "日本",
            ])
        #expect(
            made.sections[6].collections.map(\.title) == [
                "Anaheim Resort", "New York", "San Francisco", "Washington",
            ])
        #expect(made.collections.allSatisfy { $0.further?.url.hasSuffix("&api_key={key}") == true })
    }

    @Test
    func `photos have their titles and URLs, wrapped or not`() throws {
        let described = try list("flickr.photos.search.description.json").collections[0].items
        #expect(described.map { $0.subtitle == nil } == [true, false])
        #expect(described[0].url == "http://farm3.static.flickr.com/2828/11406714354_a40d3739d7_b.jpg")
        let plain = try list("flickr.photos.search.json").collections[0].items
        let wrapped = try list("flickr.photos.search.jsonp").collections[0].items
        #expect(plain.count == 2)
        #expect(wrapped == Array(plain.prefix(1)))

        let made = try list("made-up.photos.search.json")
        let items = made.collections[0].items
        #expect(items.count == 15)
        #expect(made.problems.map(\.place) == ["$.photos.photo[14]"])
        #expect(items[14].duplicateOf == "99000000001")
        #expect(items[1].title == "Only a description, so it becomes the title.")
        #expect(items[1].subtitle == nil)
        #expect([2, 5, 6].map { items[$0].title } == ["Unknown", "Unknown", "Unknown"])
        #expect(items[7].subtitle == "See the set. Bold \"quoted\"")
        #expect(items[11].url == nil)
        #expect(items[12].title.count == 255)
    }

    @Test
    func `the service's failure is told in its own words`() {
        do {
            let catalog = try list("made-up.fail.json")
            Issue.record("no error: \(catalog)")
        } catch {
            #expect("\(error)".contains("code 100: Invalid API Key (Key has invalid format)"))
        }
    }
}
