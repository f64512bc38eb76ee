import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import MapParsing
import Testing

@Suite(.timeLimit(.minutes(2)))
struct MapParserTests {
    @Test(arguments: ParserConformance.checks, MapSamples.formats)
    func `map keeps the parsers' promises`(check: ConformanceCheck<ParserSubject>, format: String)
        async throws
    {
        let (parser, document) = try MapSamples.pair(format)
        var document2 = document
        if format == "json" {
            // Without what is reported on purpose.
            document2.data = Data(
                String(decoding: document.data, as: UTF8.self).replacing("\"soon\"", with: "\"04.11.2025\"")
                    .utf8)
        }
        let sample = document2
        let foreign = [
            Samples.modules, Samples.feed, Samples.chart, Samples.places, Samples.photos, Samples.timetable,
        ]
        try await check.run {
            ParserSubject(parser, sample: sample, foreign: foreign, large: MapSamples.large(format))
        }
    }

    @Test func `JSON gives collections, items and what is made of their fields`() throws {
        let catalog = try MapSamples.jsonParser().parse([MapSamples.json])
        #expect(catalog.title == "Harbour school")
        #expect(catalog.collections.map(\.id) == ["NAV1", "NAV2"])
        #expect(catalog.collections[0].title == "Charts")
        #expect(catalog.collections[0].details == [Detail("Lecturer", "Dr Tide")])
        let items = catalog.collections.flatMap(\.items)
        #expect(items.map(\.id) == ["11", "12", "21"])
        #expect(items.map(\.title) == ["Week 1", "Week 2", "Buoys"])
        #expect(
            items.map(\.url) == [
                "http://files.example.org/notes/nav1/week%201.pdf", nil,
                "http://files.example.org/abs/buoys.pdf",
            ])
        #expect(items[0].size == 1200)
        #expect(items[0].details == [Detail("Date", "2025-11-03"), Detail("Kind", "Lecture")])
        #expect(items[1].details == [Detail("Kind", "Laboratory")])
        #expect(catalog.problems.map(\.place) == ["$.modules[0].notes[1]"])
        #expect(catalog.problems[0].reason == "items.details.Date: “soon”, expected a date as dd.MM.yyyy")
        #expect(catalog.pages.map(\.url) == ["http://notes.example.org/api/list?page=2"])
    }

    @Test func `XML is found by XPath, whatever prefixes it has`() throws {
        let catalog = try MapSamples.xmlParser().parse([MapSamples.xml])
        let collection = try #require(catalog.collections.first)
        #expect((collection.id, collection.title) == ("NAV1", "Charts"))
        #expect(collection.items.map(\.title) == ["Week 1", "Week 2 & more"])
        #expect(
            collection.items.map(\.url)
                == ["week1.pdf", "week2.pdf"].map { "http://notes.example.org/xml/\($0)" })
        #expect(collection.items[0].digest?.hex == String(repeating: "0a", count: 32))
        #expect(collection.items[1].details == [Detail("Place", "no. 2")])
        #expect(catalog.problems == [])
    }

    @Test func `a page's rows are items, and its base counts`() throws {
        let catalog = try MapSamples.htmlParser().parse([MapSamples.html])
        let items = catalog.collections.flatMap(\.items)
        #expect(items.map(\.title) == ["Charts", "Lights — part 2"])
        #expect(items.map(\.subtitle) == ["Week 1", "Week 2"])
        #expect(
            items.map(\.url) == ["charts.pdf", "lights.pdf"].map { "http://notes.example.org/files/\($0)" })
        #expect(catalog.title == "Notes")
        #expect(catalog.collections.map(\.id) == ["page"])
    }

    @Test func `a page that ends within a tag was cut, and nothing of the tag is used`() throws {
        var document = MapSamples.html
        let end = try #require(document.data.range(of: Data("ights.pdf".utf8)))
        document.data = document.data[..<end.lowerBound]
        let catalog = try MapSamples.htmlParser().parse([document])
        #expect(
            catalog.collections.flatMap(\.items).map(\.url) == [
                "http://notes.example.org/files/charts.pdf", nil,
            ])
        #expect(catalog.hasGap(.passing))
    }

    @Test func `rows of a table come together by what names their collection`() throws {
        let catalog = try MapSamples.csvParser().parse([MapSamples.csv])
        #expect(catalog.collections.map(\.id) == ["NAV1", "NAV2"])
        #expect(
            catalog.collections.map { $0.items.map(\.title) } == [["Charts", "Tides"], ["Lights; \"new\""]])
        #expect(
            catalog.collections[0].items.map(\.url) == ["http://notes.example.org/tables/charts.pdf", nil])
    }

    @Test(arguments: [44, 56, 64])
    func `a table that is cut keeps what it listed before, and its last row is not used`(length: Int) throws {
        var document = MapSamples.csv
        document.data = document.data.prefix(length)
        let catalog = try MapSamples.csvParser().parse([document])
        #expect(catalog.collections.flatMap(\.items).map(\.title) == ["Charts"])
        #expect(catalog.problems.map(\.place) == ["row 3"] && catalog.hasGap(.passing))
    }

    @Test func `a table that is cut within a quoted name of a column is an error, and not an empty table`()
        throws
    {
        var document = MapSamples.csv
        document.data = Data("course;title;file;\"no".utf8)
        let parser = try MapSamples.csvParser()
        let error = #expect(throws: ParseError.self) { try parser.parse([document]) }
        #expect(error?.reason == "a quote in the row that names the columns is not closed")
        document.data = Data("course;title;file\r\n".utf8)
        #expect(try parser.parse([document]).collections.flatMap(\.items).isEmpty)
    }

    @Test func `a field is matched, replaced, looked up, put into a template and joined`() throws {
        let parser = try MapSamples.parser([
            "format": .string("json"),
            "items": MapSamples.table(
                ("at", .string("$[*]")),
                (
                    "title",
                    MapSamples.table(
                        ("at", .array([.string("none"), .string("name")])),
                        ("match", .string("^(\\w+)-(\\d+)$")), ("replace", .string("\\2 of \\1")),
                        ("default", .string("nameless")))
                ),
                (
                    "url",
                    MapSamples.table(
                        ("at", .string("file")),
                        ("template", .string("http://x.example/{dir.name}/{value}?v={{1}}")))
                ), ("subtitle", MapSamples.table(("at", .string("tags")), ("join", .string(", "))))),
        ])
        let text = #"""
            [{"name": "week-3", "file": "a b?.pdf", "dir": {"name": "ü"}, "tags": ["x", "y"]},
             {"name": "other", "file": "c.pdf"}]
            """#
        let document = Samples.document(text, "http://notes.example.org/list.json")
        let items = try parser.parse([document]).collections.flatMap(\.items)
        #expect(items.map(\.title) == ["3 of week", "nameless"])
        #expect(items[0].subtitle == "x, y")
        #expect(items[0].url == "http://x.example/%C3%BC/a%20b%3F.pdf?v={1}")
        #expect(items[1].url == nil)
    }

    @Test(arguments: [
        ("http://n.example/list", "http://n.example/list?page=2"),
        ("http://n.example/list?q=a%26b&page=7", "http://n.example/list?q=a%26b&page=8"),
        ("http://n.example/list?page=9", nil), ("http://n.example/list?page=10", nil),
    ])
    func `pages are counted in the address up to the last`(address: String, next: String?) throws {
        let parser = try Self.paged(("parameter", .string("page")), ("last", .string("$.pages")))
        let document = Samples.document(#"{"pages": 9, "items": [{"title": "a"}]}"#, address)
        #expect(try parser.parse([document]).pages.first?.url == next)
    }

    @Test func `a page without items ends the counting, and is no error behind the first`() throws {
        let parser = try Self.paged(("parameter", .string("page")))
        let empty = #"{"items": {}}"#
        var page = Samples.document(empty, "http://n.example/list?page=4")
        page.page = CatalogPage.Place(start: page.url, depth: 3)
        let last = try parser.parse([page])
        #expect(last.pages.first == nil)
        #expect(last.collections.isEmpty)
        #expect(throws: ParseError.self) {
            try parser.parse([Samples.document(empty, "http://n.example/list")])
        }
        let none = try parser.parse([Samples.document(#"{"items": []}"#, "http://n.example/list")])
        #expect(none.collections.isEmpty, "an empty list is an empty catalogue")
    }

    @Test func `a cursor is put into the address`() throws {
        let parser = try Self.paged(("cursor", .string("$.next")), ("parameter", .string("after")))
        let document = Samples.document(
            #"{"next": "a&b=", "items": [{"title": "a"}]}"#, "http://n.example/list?after=x&n=1")
        #expect(try parser.parse([document]).pages.first?.url == "http://n.example/list?n=1&after=a%26b%3D")
    }

    @Test func `a text that is no time since 1970 is reported with what is expected`() throws {
        let date = MapSamples.table(("at", .string("t")), ("date", .string("unix")))
        let parser = try MapSamples.parser([
            "format": .string("json"),
            "items": MapSamples.table(
                ("at", .string("$[*]")), ("title", .string("n")), ("modified", date)),
        ])
        let document = Samples.document(#"[{"n": "a", "t": "soon"}]"#, "http://n.example/list")
        let problem = try parser.parse([document]).problems.first
        #expect(problem?.reason == "items.modified: “soon”, expected a date as seconds since 1970")
    }

    @Test func `two digits are not a year of four, and the form that has two counts`() throws {
        let forms = ConfigValue.array([.string("d.M.yyyy"), .string("d.M.yy")])
        func catalog(_ date: ConfigValue) throws -> Catalog {
            let parser = try MapSamples.parser([
                "format": .string("json"),
                "items": MapSamples.table(
                    ("at", .string("$[*]")), ("title", .string("n")),
                    ("subtitle", MapSamples.table(("at", .string("t")), ("date", date)))),
            ])
            return try parser.parse([
                Samples.document(#"[{"n": "a", "t": "1.2.26"}]"#, "http://n.example/list")
            ])
        }
        #expect(try catalog(forms).collections[0].items[0].subtitle == "2026-02-01")
        let reason = try catalog(.string("d.M.yyyy")).problems.first?.reason
        #expect(reason == "items.subtitle: “1.2.26”, expected a date as d.M.yyyy")
    }

    @Test(arguments: [
        ["next", "parameter"], ["next", "last"], ["cursor", "parameter", "last"], ["cursor"], [],
    ])
    func `keys that lead to the next page in different ways are a mistake`(keys: [String]) throws {
        let error = #expect(throws: PluginError.self) {
            try MapSamples.parser([
                "format": .string("json"),
                "items": MapSamples.table(("at", .string("$[*]")), ("title", .string("t"))),
                "pages": MapSamples.table(keys.map { ($0, ConfigValue.string("p")) }),
            ])
        }
        #expect(error?.reason.hasPrefix("expected next alone, cursor and parameter, or") == true)
    }

    private static func paged(_ pages: (String, ConfigValue)...) throws -> MapParser {
        try MapSamples.parser([
            "format": .string("json"),
            "items": MapSamples.table(("at", .string("$.items[*]")), ("title", .string("title"))),
            "pages": MapSamples.table(pages),
        ])
    }

    @Test(arguments: [("$.courses[*]", "none[*]"), (nil, "$.courses[*]")] as [(String?, String)])
    func `a collection leads to a document of its own, which another table reads`(at: String?, items: String)
        throws
    {
        let collections: [(String, ConfigValue)] = [
            ("id", .string("id")),
            ("further", MapSamples.table(("template", .string("/courses/{id}.json")))),
        ]
        let parser = try MapSamples.parser([
            "format": .string("json"),
            "collections": MapSamples.table(collections + (at.map { [("at", .string($0))] } ?? [])),
            "items": MapSamples.table(("at", .string(items)), ("title", .string("id"))),
            "further": MapSamples.table(
                ("at", .string("$.files[*]")), ("title", .string("t")), ("url", .string("u"))),
        ])
        let list = try parser.parse([
            Samples.document(#"{"courses": [{"id": "a b"}]}"#, "http://n.example/x/list.json")
        ])
        #expect(list.collections.map { $0.further?.url } == ["http://n.example/courses/a%20b.json"])
        for (text, urls) in [
            (#"{"files": [{"t": "T", "u": "t.pdf"}]}"#, ["http://n.example/courses/t.pdf"]),
            (#"{"files": []}"#, []),
        ] as [(String, [String])] {
            let document = Samples.document(text, "http://n.example/courses/a.json")
            // In the place of the list of collections, it must not empty that.
            #expect(throws: ParseError.self) { try parser.parse([document]) }
            var behind = document
            behind.isBehindCollection = true
            let further = try parser.parse([behind])
            #expect(further.collections.count == 1)
            #expect(further.collections.flatMap(\.items).compactMap(\.url) == urls)
        }
    }

    @Test func `what matches nothing is an error that names the expression, and says what to do`() throws {
        let page = Samples.document("<html><form>Sign in</form></html>", "http://n.example/list")
        let error = #expect(throws: ParseError.self) { try MapSamples.htmlParser().parse([page]) }
        #expect(error?.reason == "items.at, “//table[@class='notes']//tr”, matches nothing")
        #expect(error?.message.remedy?.contains("carrel map test") == true)
        let other = Samples.document("a,b\n1,2\n", "http://n.example/list.csv")
        let second = #expect(throws: ParseError.self) { try MapSamples.csvParser().parse([other]) }
        #expect(second?.reason == "the columns are a, b, expected title, file")
    }

    @Test(arguments: [
        ("$.items[*]", #"{"items": []}"#), ("items[*]", #"{"items": []}"#), ("$[*]", "[]"),
        ("$.items[?@.open == true]", #"{"items": []}"#), ("@[*]", #"{"groups": [[], []]}"#),
        ("files[*]", #"{"groups": []}"#), ("files[*]", #"{"groups": [{"files": []}]}"#),
    ])
    func `an empty list is a catalogue without items, however a mapping gets there`(at: String, text: String)
        throws
    {
        var items: [(String, ConfigValue)] = [("at", .string(at)), ("title", .string("name"))]
        if text.contains("groups") { items.append(("within", .string("$.groups[*]"))) }
        let parser = try MapSamples.parser(["format": .string("json"), "items": MapSamples.table(items)])
        let catalog = try parser.parse([Samples.document(text, "http://n.example/list.json")])
        #expect(catalog.collections.allSatisfy { $0.items.isEmpty })
        #expect(catalog.problems.isEmpty)
        let other = Samples.document(#"{"error": "log in", "items": {}}"#, "http://n.example/list.json")
        #expect(throws: ParseError.self) { try parser.parse([other]) }
    }

    @Test func `a table has no places of collections`() throws {
        let error = #expect(throws: PluginError.self) {
            try MapSamples.parser([
                "format": .string("csv"), "items": MapSamples.table(("title", .string("title"))),
                "collections": MapSamples.table(("at", .string("course")), ("id", .string("course"))),
            ])
        }
        #expect(error?.setting == "collections.at")
    }

    @Test(arguments: [
        ("items", "tittle", "unknown key, expected one of at, within, id, title"),
        ("items", "url", "is not JSONPath"),
        ("items", "size", "missing"), ("items", "details", "expected a table"),
        ("items", "subtitle", "“language” needs “date”"), ("items", "id", "expected a text"),
        ("collections", "idd", "unknown key"), ("pages", "first", "expected 0 to 1000000"),
        ("pages", "step", "expected 1 to 1000000"),
    ])
    func `a mistake in a mapping is an error with its place`(table: String, key: String, reason: String)
        throws
    {
        let bad: ConfigValue =
            switch key {
            case "url": .string("$.[")
            case "size": MapSamples.table(("markup", .boolean(true)))
            case "subtitle": MapSamples.table(("at", .string("t")), ("language", .string("de")))
            case "id": MapSamples.table(("at", .string("t")), ("template", .integer(5)))
            case "first": .string("one")
            case "step": .integer(0)
            default: .string("x")
            }
        var values: [String: ConfigValue] = [
            "format": .string("json"),
            "items": MapSamples.table(("at", .string("$[*]")), ("title", .string("t"))),
        ]
        values[table] =
            table == "items"
            ? MapSamples.table(("at", .string("$[*]")), ("title", .string("t")), (key, bad))
            : MapSamples.table((key, bad))
        let error = #expect(throws: PluginError.self) { try MapSamples.parser(values) }
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
        #expect(error?.setting.hasPrefix("\(table).\(key)") == true)
        #expect(error?.origin == .file("map.toml", line: 7, column: 3))
    }

    @Test func `what is around items gives them facts, a path and a date`() throws {
        let parser = try MapSamples.parser([
            "format": .string("json"), "error": .string("$.fault"),
            "items": MapSamples.table(
                ("within", .string("$.folders[*]")), ("at", .string("files[*]")),
                ("title", .string("^.name")),
                ("url", .string("name")),
                ("path", MapSamples.table(("template", .string("{^.name}/{name}")))),
                ("modified", MapSamples.table(("at", .string("time")), ("date", .string("unix"))))),
        ])
        func document(_ text: String) -> CatalogDocument { Samples.document(text, "http://x.example/l.json") }
        let catalog = try parser.parse([
            document(
                """
                {"folders": [{"name": "A", "files": [{"name": "1.txt", "time": 1767776400}, {"name": "2.txt", "time": -5}]},
                 {"name": "none"}, {"name": "B", "files": [{"name": "3.txt"}]}]}
                """)
        ])
        let items = catalog.collections.flatMap(\.items)
        #expect(items.map(\.title) == ["A", "A", "B"])
        #expect(items.map(\.path) == ["A/1.txt", "A/2.txt", "B/3.txt"])
        #expect(items.map(\.lastModified) == ["2026-01-07 09:00 UTC", nil, nil])
        #expect(catalog.problems.map(\.place) == ["$.folders[0].files[1]"])
        let error = #expect(throws: ParseError.self) { try parser.parse([document(#"{"fault": "no"}"#)]) }
        #expect(error?.reason == "the service says: no")
    }

    @Test func `looking around items needs a place around them, and JSON`() throws {
        for (format, key) in [("json", "title"), ("xml", "within")] {
            let error = #expect(throws: PluginError.self) {
                try MapSamples.parser([
                    "format": .string(format),
                    "items": MapSamples.table(
                        ("at", .string(format == "json" ? "$[*]" : "//a")), ("url", .string("u")),
                        (key, .string(format == "json" ? "^.name" : "b"))),
                ])
            }
            #expect(error?.setting == "items.\(key)")
        }
    }

    /// Mappings that are read while the document is, and the same ones in a form that needs the whole tree.
    @Test(arguments: [
        "<list><title>L</title><c><k>A</k><i h='1.pdf'><t>One</t></i> <i h='2.pdf'><t>Two &amp; a</t></i></c><c><k>B</k><i h='3'/></c></list>",
        "<list><c><k>A</k><i h='1.pdf'><t>One</t></i><i h='2.pdf'><t>Tw",
        "<list><c><k>A</k><i h='1?a=1&b=2'><t>R & B</t>",
        "<list><c><k>A</k></x><i h='1'><t>a</t></i></c><c><k>&nbsp;B</k><i h='2'><t>&uuml;</t></i></c></list>",
        "<!DOCTYPE list [<!ENTITY e '<t>E</t>'>]><list><c><k>A</k><i h='1'>&e;</i><i h='2'>&e;</i></c></list>",
        "<!DOCTYPE list [<!ENTITY e '<t>E</t>'><!ENTITY i '<i h=\"9\"><t>N</t></i>'>]><list><c><k>A</k><i h='1'>&e;</i>&i;<i h='2'>&e;</i>&i;</c></list>",
        "<list><title>News<i h='0'>a</i></title><c><k>A</k><i h='1'><t>T</t><i h='2'><t>U</t></i></i></c></list>",
        "<list><c><k>A</k><i h='1' xml:id='a'><t>T</t></i><i h='2' xml:id='a'><t>U</t></i></c></list>",
        "\u{FEFF}<list><c><k>A</k><i h='1'><t>T</t></i></c></list>",
        "<list/>", "<other><c/></other>", "<list><c><i><t>no key</t></i></c></list>", "", "{}",
        "<list><c><k>A</k><i/></c></list>",
    ])
    func `a document gives the same whether it is streamed or read as a tree`(text: String) throws {
        let document = Samples.document(text, "http://x.example/l.xml")
        for (collections, items) in [("/list/c", "i"), (nil, "/list/c/i"), (nil, "//i"), ("//c", ".//i")] {
            let results = try ["", "[true()]"].map { condition in
                var values: [String: ConfigValue] = [
                    "format": .string("xml"), "title": .string("/list/title"),
                    "items": MapSamples.table(
                        ("at", .string(items + (collections == nil ? condition : ""))),
                        ("title", .string("t")),
                        ("url", .string("@h")), ("details", MapSamples.table(("All", .string(".//t"))))),
                ]
                if let collections {
                    values["collections"] = MapSamples.table(
                        ("at", .string(collections + condition)), ("id", .string("k")))
                }
                let parser = try MapSamples.parser(values)
                return Result { () throws(ParseError) in try parser.trace([document]) }
            }
            switch (results[0], results[1]) {
            case (.success(let streamed), .success(let whole)):
                #expect(streamed.catalog.sections == whole.catalog.sections)
                #expect(streamed.catalog.title == whole.catalog.title)
                #expect(
                    streamed.catalog.problems.map { "\($0)" }.sorted()
                        == whole.catalog.problems.map { "\($0)".replacing("[true()]", with: "") }.sorted())
                #expect(streamed.fields.map(\.matched) == whole.fields.map(\.matched))
            case (.failure, .failure): break
            case (let streamed, let whole): Issue.record("\(streamed) and \(whole)")
            }
        }
    }

    @Test func `hostile entities, deep trees and endless searches end`() throws {
        let bomb =
            "<!DOCTYPE list [<!ENTITY a \"\(String(repeating: "x", count: 1000))\">"
            + (1...20).map {
                "<!ENTITY a\($0) \"&a\($0 == 1 ? "" : String($0 - 1));&a\($0 == 1 ? "" : String($0 - 1));\">"
            }
            .joined() + "<!ENTITY file SYSTEM \"file:///etc/hostname\">]><list><course code='c'>"
            + "<note href='&file;x.pdf'><d:title xmlns:d='urn:dc'>&a20;&file;T</d:title></note></course></list>"
        var document = MapSamples.xml
        document.data = Data(bomb.utf8)
        if let catalog = try? MapSamples.xmlParser().parse([document]) {
            let titles = catalog.collections.flatMap(\.items).map(\.title)
            #expect(titles.allSatisfy { $0.utf8.count <= 1000 && !$0.contains("debian") })
        }
        document.data = Data(String(repeating: "<list>", count: 100_000).utf8)
        #expect(throws: ParseError.self) { try MapSamples.xmlParser().parse([document]) }
    }

    @Test(arguments: [
        ("http://n.example/list.json", "file:///etc/passwd", nil),
        ("http://n.example/list.json", "javascript:x", nil),
        ("file:///srv/lists/list.json", "../../etc/passwd", nil),
        ("file:///srv/lists/list.json", "/etc/passwd", nil),
        ("file:///srv/lists/list.json", "more/a.json", "file:///srv/lists/more/a.json"),
    ])
    func `a catalogue leads to no file outside of its folder`(list: String, reference: String, url: String?)
        throws
    {
        let parser = try MapSamples.parser([
            "format": .string("json"),
            "collections": MapSamples.table(
                ("at", .string("$[*]")), ("id", .string("id")), ("further", .string("from"))),
            "items": MapSamples.table(
                ("at", .string("files[*]")), ("title", .string("t")), ("url", .string("u"))),
        ])
        let text = #"[{"id": "a", "from": "\#(reference)", "files": [{"t": "x", "u": "\#(reference)"}]}]"#
        let catalog = try parser.parse([Samples.document(text, list)])
        #expect(catalog.collections.map { $0.further?.url } == [url])
        #expect(catalog.collections.flatMap(\.items).map(\.url) == [url])
    }

    @Test func `the trace says how often each field matched, with an example`() throws {
        let trace = try MapSamples.jsonParser().trace([MapSamples.json])
        let fields = Dictionary(trace.fields.map { ($0.name, $0) }) { first, _ in first }
        #expect(fields["items.size"] == .init(name: "items.size", matched: 1, asked: 3, example: "1200"))
        #expect(fields["items.details.Date"]?.matched == 1)
        #expect(fields["collections.id"]?.matched == 2)
        #expect(trace.fields.first?.name == "title")
    }
}
