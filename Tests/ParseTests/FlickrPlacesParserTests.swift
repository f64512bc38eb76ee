import CarrelModel
import CarrelStages
import CarrelTesting
import FlickrPlacesParsing
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FlickrPlacesParserTests {
    private func parse(
        _ places: String, _ settings: [String: any Sendable] = [:],
        url: String = "http://h.example/lists/places.json"
    ) throws -> Catalog {
        let parser = try FlickrPlacesParser.plugin.make(Settings(settings), PluginContext())
        return try parser.parse([Samples.document(#"{"places": {"place": \#(places)}, "stat": "ok"}"#, url)])
    }

    private func named(_ names: String...) -> String {
        "["
            + names.enumerated().map { #"{"place_id": "\#($0)", "_content": "\#($1)"}"# }.joined(
                separator: ",")
            + "]"
    }

    private func error(_ text: String) -> String {
        do {
            return
                "no error: \(try FlickrPlacesParser().parse([Samples.document(text, "http://h.example/p")]))"
        } catch { return "\(error)" }
    }

    @Test
    func `a place becomes a collection whose photos are listed elsewhere`() throws {
        let catalog = try FlickrPlacesParser().parse([Samples.places])
        #expect(catalog.sections.map(\.title) == ["Singapore", "United Kingdom"])
        let london = try #require(catalog.sections.last?.collections.first)
        #expect(london.id == "P-1")
        #expect(london.title == "London")
        #expect(london.subtitle == "England")
        #expect(
            london.details == [
                Detail("Photos", "1734"), Detail("Coordinates", "51.506, -0.127"),
                Detail("Web page", "https://www.flickr.com/places/United+Kingdom/England/London"),
            ])
        #expect(
            london.further?.url
                == "https://api.flickr.com/services/rest/?method=flickr.photos.search&place_id=P-1&per_page=50"
                + "&extras=description,original_format,tags,date_upload,owner_name,geo,place_url"
                + "&format=json&nojsoncallback=1&api_key={key}")
        let singapore = try #require(catalog.sections.first?.collections.first)
        #expect(singapore.title == "Singapore")
        #expect(singapore.subtitle == nil)
        #expect(singapore.further?.url.contains("place_id=P%202&") == true)
        #expect(singapore.details == [Detail("Photos", "275")])
    }

    @Test
    func `countries and places are in alphabetical order, whatever their case and accents`() throws {
        let catalog = try parse(
            named(
                "Zug, Zug, Switzerland", "Zürich, Switzerland", "zell, Österreich", "Łódź, Poland",
                "Åhus, sweden",
                "東京, 東京都, 日本", "Córdoba, Spain", "Cordoba, Argentina", "Cádiz, Spain", "Berlin, Germany"))
        #expect(
            catalog.sections.compactMap(\.title) == [
                "Argentina", "Germany", "Österreich", "Poland", "Spain", "sweden", "Switzerland", "日本",
            ])
        #expect(catalog.sections[4].collections.map(\.title) == ["Cádiz", "Córdoba"])
        #expect(catalog.sections[6].collections.map(\.title) == ["Zug", "Zürich"])
        let again = try parse(named("B, X", "b, X", "a, X", "B, A, X"))
        #expect(again.sections[0].collections.map(\.id) == ["2", "0", "1", "3"])
    }

    @Test
    func `letters that are written with others elsewhere stand beside those`() throws {
        let catalog = try parse(
            named(
                "Zabrze, Poland", "Łódź, Poland", "Lublin, Poland", "Ærø, Poland", "Zero, Poland",
                "Đakovo, Poland", "Ødis, Poland", "Oslo, Poland", "Denver, Poland", "Москва, Poland"))
        #expect(
            catalog.sections[0].collections.map(\.title) == [
                "Ærø", "Đakovo", "Denver", "Łódź", "Lublin", "Ødis", "Oslo", "Zabrze", "Zero", "Москва",
            ])
    }

    @Test
    func `a name of many parts and one of few are told apart`() throws {
        let places = try parse(
            named("Anaheim Resort, Anaheim, CA, US, United States", "Reno, United States", "United States"))
        #expect(places.sections.map(\.title) == ["United States"])
        let collections = places.sections[0].collections
        #expect(collections.map(\.title) == ["Anaheim Resort", "Reno", "United States"])
        #expect(collections.map(\.subtitle) == ["Anaheim, CA, US", nil, nil])
    }

    @Test
    func `the short name stands in for a missing one, at the end`() throws {
        let catalog = try parse(
            #"[{"place_id": "1", "woe_name": "Atlantis"}, {"place_id": "2", "_content": " , ", "woe_name": "Bimini"},"#
                + #"{"place_id": "3", "_content": "Zagreb, Zzz"}]"#)
        #expect(catalog.sections.map(\.title) == ["Zzz", "Unknown country"])
        #expect(catalog.sections[1].collections.map(\.title) == ["Atlantis", "Bimini"])
    }

    @Test
    func `a place that is listed twice is one, with both names`() throws {
        let catalog = try parse(
            #"[{"place_id": "1", "_content": "London, UK"}, {"place_id": "1", "_content": "Londres, Angleterre"},"#
                + #"{"place_id": "1", "_content": "London, UK"}]"#)
        #expect(catalog.collections.map(\.title) == ["London"])
        #expect(catalog.collections[0].details == [Detail("Also called", "Londres, Angleterre")])
        #expect(
            catalog.problems.map { "\($0.place): \($0.reason)" } == [
                "$.places.place[1]: the id 1 is that of $.places.place[0] too; the place is listed once",
                "$.places.place[2]: the id 1 is that of $.places.place[0] too; the place is listed once",
            ])
    }

    @Test(arguments: [
        ("photos?place={place}&k={key}", "http://h.example/lists/photos?place=a%2Fb&k={key}"),
        ("/photos/{place}.json", "http://h.example/photos/a%2Fb.json"),
        ("//other.example/{place}{key}", "http://other.example/a%2Fb{key}"),
        ("{place}.json", "http://h.example/lists/a%2Fb.json"),
        ("?{place}", "http://h.example/lists/places.json?a%2Fb"),
        ("https://h.example/{place}/{x}", "https://h.example/a%2Fb/{x}"),
    ])
    func `where the photos are listed may be relative, and placeholders survive`(
        template: String, url: String
    ) throws {
        let places = #"[{"place_id": "a/b", "_content": "A, B"}]"#
        let catalog = try parse(places, ["photos-url": template])
        #expect(catalog.collections[0].further?.url == url)
    }

    @Test
    func `a template from a file's folder stays there`() throws {
        let catalog = try parse(
            named("A, B"), ["photos-url": "photos-{place}.json"], url: "file:///x/places.json")
        #expect(catalog.collections[0].further?.url == "file:///x/photos-0.json")
    }

    @Test
    func `a place alone stands without an array, and no place is an empty catalogue`() throws {
        #expect(try parse(#"{"place_id": "1", "_content": "A"}"#).collections.count == 1)
        #expect(try parse("[]").collections.isEmpty)
        let none = try FlickrPlacesParser().parse([
            Samples.document(#"{"places": {"total": 0}, "stat": "ok"}"#, "http://h.example/")
        ])
        #expect(none.collections.isEmpty)
        #expect(none.problems == [])
    }

    @Test(arguments: [("1", false), ("\"1\"", false), ("99", true), ("\"2\"", true)])
    func `a list that counts more places than it has leaves some out`(total: String, isPart: Bool) throws {
        let place = #"{"place_id": "1", "_content": "A, B"}"#
        let text = #"{"places": {"total": \#(total), "place": [\#(place)]}, "stat": "ok"}"#
        let catalog = try FlickrPlacesParser().parse([Samples.document(text, "http://h.example/")])
        #expect(catalog.isIncomplete == isPart)
    }

    @Test(arguments: [#""total": 4"#, #""total": "2", "NAME": null"#, #""total": null"#, #""NAME": null"#])
    func `a list without its entries is an error unless it counts none`(fields: String) {
        for (list, name) in [("places", "place"), ("photos", "photo")] {
            let text = #"{"\#(list)": {\#(fields.replacing("NAME", with: name))}, "stat": "ok"}"#
            #expect(error(text).contains("expected the list \"\(name)\""), "\(text)")
        }
    }

    @Test
    func `what cannot be used is skipped and reported with its path`() throws {
        let catalog = try parse(
            #"""
            [7, {"_content": "A"}, {"place_id": [], "_content": "A"}, {"place_id": "1"},
             {"place_id": "2", "_content": 5}, {"place_id": "3", "_content": "B", "photo_count": "many",
              "latitude": "north", "longitude": 3, "place_url": 4},
             {"place_id": "4", "_content": "C", "latitude": 0, "longitude": "0"}]
            """#)
        #expect(
            catalog.problems.map { "\($0.place): \($0.reason)" } == [
                "$.places.place[0]: the number 7, expected a place as an object",
                "$.places.place[1]: an object of 1 member, expected a place's identity in \"place_id\"",
                "$.places.place[2].place_id: an empty array, expected a place's identity in \"place_id\"",
                "$.places.place[3]: an object of 1 member, expected a place's name in \"_content\"",
                "$.places.place[4]._content: the number 5, expected a place's name in \"_content\"",
                "$.places.place[5].photo_count: the string “many”, expected a number of photos",
            ])
        #expect(catalog.collections.map(\.title) == ["B", "C"])
        #expect(catalog.collections.map(\.details) == [[], []])
    }

    @Test(arguments: ["", "jsonFlickrApi("])
    func `the service's failure is an error with its code and words`(wrapper: String) {
        let text = #"{"stat": "fail", "code": 100, "message": "Invalid API Key"}"#
        #expect(
            error(wrapper + text + (wrapper.isEmpty ? "" : ")"))
                == "http://h.example/p: $.stat: the service failed with code 100: Invalid API Key. "
                + "Check the key for the service")
        #expect(error(#"{"stat": "fail"}"#).contains("the service failed: it does not say why"))
        #expect(error(#"{"code": "1", "stat": "fail", "message": "No"}"#).contains("failed with code 1: No"))
    }

    @Test
    func `a document that is neither places nor photos is an error that says where`() {
        #expect(error("{}").contains("$: an empty object, expected an object with \"places\" or \"photos\""))
        #expect(error(#"{"places": 3}"#).contains("$.places: the number 3, expected an object"))
        #expect(error(#"{"places": {}}"#).contains("$.places: an empty object, expected the list \"place\""))
        #expect(
            error(#"{"photos": {"photo": "x"}}"#).contains(
                "$.photos.photo: the string “x”, expected an array"))
        #expect(error(#"{"places": {"place": [{}]}}"#).contains("$.places.place[0]: no entry can be used"))
        #expect(error("<html>").contains("an HTML page instead of JSON"))
    }

    @Test(arguments: [
        (#"{"stat":"fail"}"#, true), (#"f({"code": 1, "stat" : "fail"});"#, true),
        (#"{"a": "stat", "b": ["stat"], "stat":  "fail"}"#, true), (#"{"stat": "ok"}"#, false),
        (#"{"a": "stat", "b": "fail"}"#, false), (#"{"text": "\"stat\": \"fail\""}"#, false),
        (#"{"photos": [], "places": []}"#, false), (#"{"photos": {"photo": []}}"#, false),
        (#"{"photos": {"photo": []}, "stat": "ok"}"#, true), (#"["places", "place", "stat"]"#, false),
    ])
    func `lists and failures of the service are recognised, and nothing else`(text: String, isCertain: Bool) {
        for padding in ["", "\u{FEFF}", "  \n"] {
            let document = Samples.document(padding + text, "http://h.example/")
            #expect((FlickrPlacesParser().recognition(of: [document]) == .certain) == isCertain)
        }
    }

    @Test
    func `many names of one place end in time`() throws {
        let names = (0..<20_000).map { #"{"place_id": "1", "_content": "A\#($0)"}"# }.joined(separator: ",")
        let catalog = try parse("[\(names)]")
        #expect(catalog.collections.count == 1)
        #expect(catalog.collections[0].details.count < 20)
    }
}
