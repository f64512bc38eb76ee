import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import ITunesChartParsing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ITunesChartParserTests {
    private func parse(_ text: String, _ settings: [String: any Sendable] = [:]) throws -> Catalog {
        let parser = try ITunesChartParser.plugin.make(Settings(settings), PluginContext())
        return try parser.parse([Samples.document(text, "http://charts.example.org/us/rss/chart.json")])
    }

    /// A chart of these entries, written as JSON with what an array around them or nothing at all is.
    private func chart(_ entries: String) -> String {
        #"{"feed": {"entry": \#(entries), "title": {"label": "T"}}}"#
    }

    /// The item of a chart whose only entry has a name and these fields.
    private func item(_ fields: String, _ settings: [String: any Sendable] = [:]) throws -> Item {
        let entry = #"[{"im:name": {"label": "N"}, \#(fields)}]"#
        return try #require(try parse(chart(entry), settings).collections.first?.items.first)
    }

    private func error(_ text: String) -> String {
        do { return "no error: \(try parse(text))" } catch { return "\(error)" }
    }

    private func details(_ item: Item, _ label: String) -> [String] {
        item.details.filter { $0.label == label }.map(\.value)
    }

    @Test
    func `an entry comes out with its facts, in the order of the chart`() throws {
        let catalog = try ITunesChartParser().parse([Samples.chart])
        #expect(catalog.title == "Top Free Applications")
        #expect(catalog.collections.map(\.id) == ["topfreeapplications"])
        let items = catalog.collections[0].items
        #expect(items.map(\.id) == ["901", "Bare"])
        #expect(items.map(\.subtitle) == ["Ada", nil])
        #expect(items.map(\.url) == ["http://charts.example.org/us/rss/100.png", nil])
        #expect(
            items[0].details == [
                Detail("Rank", "1", key: .rank), Detail("Artist", "Ada"), Detail("Kind", "Album"),
                Detail("Price", "Free"),
                Detail("Released", "March 1, 2013"), Detail("Category", "Tools"),
                Detail("Summary", "One bold line."), Detail("Link", "http://charts.example.org/app/1"),
                Detail("Rights", "© Ada"), Detail("Artwork 53 px", "http://art.example.org/1/53.png"),
                Detail("Artwork 100 px", "http://charts.example.org/us/rss/100.png"),
            ])
        #expect(items[1].details == [Detail("Rank", "2", key: .rank)])
    }

    @Test
    func `one entry stands without an array, and none is an empty collection`() throws {
        let one = try parse(chart(#"{"im:name": {"label": "Only"}}"#))
        #expect(one.collections[0].items.map(\.title) == ["Only"])
        for entry in [#""entry": [],"#, #""entry": null,"#, ""] {
            let none = try parse(
                #"{"feed": {\#(entry) "id": {"label": "http://h.example/rss/topsongs/xml"}}}"#)
            #expect(none.collections.map(\.id) == ["topsongs"])
            #expect(none.collections[0].title == "topsongs")
            #expect(none.collections[0].items.isEmpty)
            #expect(none.problems == [])
        }
    }

    @Test(arguments: [
        ("https://h.example/us/rss/topfreeapplications/limit=25/json", "topfreeapplications"),
        ("https://h.example/us/rss/toppodcasts/limit=5/genre=1310/json?cc=us", "toppodcasts"),
        ("https://h.example/rss/top%20albums/limit=5/explicit=true/xml", "top albums"),
        ("topmovies", "topmovies"), ("https://h.example", "chart"), ("", "chart"),
    ])
    func `a chart is named by its address`(address: String, id: String) throws {
        let catalog = try parse(#"{"feed": {"title": {"label": "T"}, "id": {"label": "\#(address)"}}}"#)
        #expect(catalog.collections.map(\.id) == [id])
    }

    @Test
    func `an entry is known by its number, else by its address, its picture or its name`() throws {
        #expect(try item(#""id": {"label": "a", "attributes": {"im:id": "7"}}"#).id == "7")
        #expect(try item(#""id": {"label": "a", "attributes": {"im:id": 7}}"#).id == "7")
        #expect(try item(#""id": {"label": "a", "attributes": {}}"#).id == "a")
        #expect(try item(#""id": {"label": ""}"#).id == "N")
        // As any item is: so its document follows where an entry loses its number or gets one.
        #expect(try item(Self.images).id == "http://h.example/c")
    }

    @Test
    func `two entries of one id are a repetition, and that is reported`() throws {
        let entry = #"{"im:name": {"label": "A"}, "id": {"label": "x"}}"#
        let catalog = try parse(chart("[\(entry), \(entry)]"))
        #expect(catalog.collections[0].items.map(\.id) == ["x", "x#2"])
        #expect(catalog.collections[0].items.map(\.duplicateOf) == [nil, "x"])
        #expect(
            catalog.problems.map { "\($0.place): \($0.reason)" } == [
                "$.feed.entry[1]: the id x is that of $.feed.entry[0] too; "
                    + "the entry counts as a repetition of that one"
            ])
    }

    @Test
    func `an entry of a repeated id with a picture of its own is one of its own`() throws {
        func entry(_ picture: String) -> String {
            #"{"im:name": {"label": "A"}, "id": {"label": "x"}, "im:image": {"label": "\#(picture).png"}}"#
        }
        let catalog = try parse(chart("[\(entry("1")), \(entry("2")), \(entry("2"))]"))
        let second = catalog.collections[0].items[1].id
        #expect(catalog.collections[0].items.map(\.duplicateOf) == [nil, nil, second])
        #expect(catalog.collections[0].items.map { $0.url?.suffix(5) } == ["1.png", "2.png", "2.png"])
        #expect(catalog.problems.count == 2)
        #expect(
            catalog.problems[0].reason.hasSuffix("has a picture of its own and is listed beside that one"))
        #expect(catalog.problems[1].reason.hasSuffix("the entry counts as a repetition of that one"))
    }

    @Test(arguments: [
        ("link", "7"), ("link", "[1]"), ("link", #""x""#), ("link", #"{"attributes": "x"}"#),
        ("im:releaseDate", "7"), ("im:contentType", "[]"), ("category", #""x""#), ("category", "[1]"),
        ("summary", "[]"), ("im:price", "7"),
    ])
    func `a fact of a wrong type is left out and reported`(field: String, value: String) throws {
        let catalog = try parse(chart(#"{"im:name": {"label": "N"}, "\#(field)": \#(value)}"#))
        #expect(catalog.collections[0].items[0].details == [Detail("Rank", "1", key: .rank)])
        #expect(catalog.problems.count == 1 && catalog.problems[0].reason.contains("expected a"))
    }

    private static let images = #"""
        "im:image": [{"label": "http://h.example/a", "attributes": {"height": "60"}},
                     {"label": "http://h.example/a", "attributes": {"height": "60"}},
                     {"label": "http://h.example/c", "attributes": {"height": 170}},
                     {"label": "http://h.example/b", "attributes": {"height": "100"}},
                     {"label": "http://h.example/d"}]
        """#

    @Test(arguments: [
        ("\"largest\"", "c"), ("\"smallest\"", "a"), ("61", "b"), ("100", "b"), ("\"101\"", "c"),
        ("999", "c"),
        ("1", "a"),
    ])
    func `the setting chooses the picture, and all of them are facts`(setting: String, name: String) throws {
        let value: ConfigValue =
            Int64(setting).map(ConfigValue.integer) ?? .string(setting.trimmingCharacters(in: ["\""]))
        let declaration = try #require(ITunesChartParser.plugin.settings.first { $0.name == "artwork" })
        let item = try item(Self.images, ["artwork": try #require(declaration.decode(value))])
        #expect(item.url == "http://h.example/\(name)")
        let all = item.details.filter { $0.label.hasPrefix("Artwork") }.map(\.value)
        #expect(all == ["a", "c", "b", "d"].map { "http://h.example/\($0)" })
        #expect(details(item, "Artwork") == ["http://h.example/d"])
    }

    @Test(arguments: ["\"huge\"", "0", "-1", "\"\"", "1000001"])
    func `a picture that is no size is refused`(setting: String) throws {
        let value: ConfigValue =
            Int64(setting).map(ConfigValue.integer) ?? .string(setting.trimmingCharacters(in: ["\""]))
        let declaration = try #require(ITunesChartParser.plugin.settings.first)
        #expect(declaration.decode(value) == nil)
    }

    @Test
    func `a picture may be missing, alone, or without a height`() throws {
        #expect(try item(#""im:image": []"#).url == nil)
        #expect(try item(#""im:image": null"#).url == nil)
        #expect(try item(#""im:image": {"label": "x.png"}"#).url == "http://charts.example.org/us/rss/x.png")
        let two = #""im:image": [{"label": "1.png"}, {"label": "2.png"}]"#
        #expect(try item(two).url == "http://charts.example.org/us/rss/2.png")
    }

    @Test
    func `summaries of every sort become readable and safe text`() throws {
        func summary(_ json: String) throws -> [String] {
            details(try item(#""summary": {"label": \#(json)}"#), "Summary")
        }
        #expect(try summary(#""Line\n \n• one""#) == ["Line\n\n• one"])
        #expect(try summary(#""<p>a <i>b</p>""#) == ["a b"])
        #expect(try summary(#""x<script>alert(1)</script>&#27;[31my""#) == ["x[31my"])
        #expect(try summary(#""""#) == [])
        #expect(try summary("null") == [])
        #expect(details(try item(#""summary": null"#), "Summary") == [])
        let long = try summary("\"\(String(repeating: "word ", count: 10_000))\"")
        #expect(long.first?.utf8.count ?? 0 <= 16 << 10)
    }

    @Test
    func `the link is that of the page, from an object or an array`() throws {
        func link(_ json: String) throws -> [String] { details(try item(#""link": \#(json)"#), "Link") }
        let page = #"{"attributes": {"rel": "alternate", "type": "text/html", "href": "http://h.example/p"}}"#
        let preview =
            #"{"attributes": {"rel": "enclosure", "type": "image/jpeg", "href": "http://h.example/x"}}"#
        #expect(try link(page) == ["http://h.example/p"])
        #expect(try link("[\(preview), \(page)]") == ["http://h.example/p"])
        #expect(try link(preview) == [])
        #expect(try link("[]") == [])
        #expect(try link("7") == [])
    }

    @Test
    func `a date without words is given as it stands, and inner kinds win`() throws {
        #expect(
            details(try item(#""im:releaseDate": {"label": "2013-03-01"}"#), "Released") == ["2013-03-01"])
        let kind = #""im:contentType": {"attributes": {"term": "Music", "label": "Music"}}"#
        #expect(details(try item(kind), "Kind") == ["Music"])
    }

    @Test
    func `what cannot be used is skipped and reported with its path`() throws {
        let catalog = try parse(
            chart(
                #"""
                [7, {}, {"im:name": {"label": 3}, "title": {"label": "T"}}, {"im:name": "flat"},
                 {"im:name": {"label": " "}}, {"title": {"label": "Titled - Ada"}},
                 {"im:name": {"label": "N"}, "im:artist": {"label": []}, "im:price": "free",
                  "summary": {"label": {}}, "im:image": [{"label": 5}, "x.png", null]}]
                """#))
        #expect(
            catalog.problems.map { "\($0.place): \($0.reason)" } == [
                "$.feed.entry[0]: the number 7, expected an entry as an object",
                "$.feed.entry[1]: an empty object, expected an entry's name as a label",
                "$.feed.entry[2][\"im:name\"].label: the number 3, expected an entry's name as a label",
                "$.feed.entry[3][\"im:name\"]: the string “flat”, expected an entry's name as a label",
                "$.feed.entry[4][\"im:name\"].label: the string “ ”, expected an entry's name as a label",
                "$.feed.entry[6][\"im:image\"][0].label: the number 5, expected the URL of a picture as a label",
                "$.feed.entry[6][\"im:image\"][2]: null, expected the URL of a picture as a label",
                "$.feed.entry[6][\"im:artist\"].label: an empty array, expected a string",
                "$.feed.entry[6][\"im:price\"]: the string “free”, expected an object with a label",
                "$.feed.entry[6].summary.label: an empty object, expected a string",
            ])
        #expect(catalog.collections[0].items.map(\.title) == ["Titled - Ada", "N"])
        #expect(catalog.collections[0].items.map { $0.details.first?.value } == ["6", "7"])
    }

    @Test
    func `a document that is no chart is an error that says where`() {
        let location = "http://charts.example.org/us/rss/chart.json"
        #expect(error("{}") == "\(location): $: an empty object, expected a chart as an object \"feed\"")
        #expect(error("[1]").contains("$: an array of 1 element, expected a chart"))
        #expect(error(#"{"feed": {}}"#).contains("$.feed: a feed without entries, title and id"))
        #expect(
            error(#"{"feed": {"entry": "x"}}"#).contains("$.feed.entry: the string “x”, expected the entries")
        )
        #expect(error(#"{"feed": {"entry": [{}]}}"#).contains("$.feed.entry[0]: no entry can be used"))
        #expect(error("<html>").contains("an HTML page instead of JSON"))
        #expect(error("f({]);").contains("line 1, column 4: not JSON"))
        #expect(error("f({}").contains("line 1, column 1: a call around JSON that does not end"))
    }

    @Test(arguments: [
        (#"{"feed": {"entry": {"im:name": {}}}}"#, true), (#"f({"feed": {"im:image": 1}})"#, true),
        (#"{"feed": {"author": {"name": {"label": "iTunes Store"}}}}"#, true), (#"{"feed": {}}"#, false),
        (#"{"feed": {"entry": [{"title": {"$t": "iTunes Store"}}]}}"#, false),
        (#"{"im:name": "x"}"#, false), (#"{"a": "\"feed\" \"im:name\""}"#, false),
    ])
    func `charts are recognised, and no other feed`(text: String, isCertain: Bool) {
        let document = Samples.document(text, "http://h.example/")
        #expect((ITunesChartParser().recognition(of: [document]) == .certain) == isCertain)
    }

    @Test
    func `many pictures and repetitions end in time`() throws {
        let images = (0..<50_000).map { #"{"label": "\#($0).png"}"# }.joined(separator: ",")
        #expect(try item(#""im:image": [\#(images)]"#).details.count < 100)
        let entry = #"{"im:name": {"label": "A"}, "id": {"label": "x"}}"#
        let entries = Array(repeating: entry, count: 20_000).joined(separator: ",")
        let catalog = try parse(chart("[\(entries)]"))
        #expect(catalog.collections[0].items.count == 20_000)
        #expect(catalog.problems.count == ProblemList.limit + 1)
    }
}
