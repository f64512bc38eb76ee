import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import CatalogFormParsing
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CatalogFormParserTests {
    private func parse(_ lines: String...) throws -> Catalog {
        try CatalogFormParser().parse([
            Samples.document(lines.joined(separator: "\n"), "http://notes.example.org/lists/a.jsonl")
        ])
    }

    @Test func `the sample has everything that a catalogue can hold`() throws {
        let document = CatalogDocument(
            data: try SampleData.data("form/lectures.jsonl"), url: SampleData.file("form/lectures.jsonl"))
        let catalog = try CatalogFormParser().parse([document])
        #expect(catalog.problems == [])
        #expect(catalog.title == "Evening school" && catalog.interval == .seconds(86400))
        #expect(catalog.sections.map(\.title) == ["Michaelmas", "Lent"])
        let charts = try #require(catalog.collections.first)
        #expect(charts.subtitle == "for beginners")
        #expect(charts.details == [Detail("Lecturer", "Ida Brandt"), Detail("Room", "R1, R2")])
        #expect(
            charts.items.map(\.url) == [
                "https://school.example.org/nav1/chart.pdf",
                "https://school.example.org/nav1/tides.pdf?edition=2", nil,
            ])
        #expect(charts.items[0].size == 48213 && charts.items[0].digest?.algorithm == .sha256)
        #expect(charts.items[1].id == "tides" && charts.items[1].details.first == Detail("Pages", "12"))
        #expect(charts.items[1].path == "tides/tides.pdf" && charts.items[1].lastModified == "2026-03-01")
        #expect(
            catalog.collections[1].further
                == FurtherCatalog(url: "https://school.example.org/lists/sky1.jsonl"))
        let schedule = try #require(catalog.schedule)
        #expect(schedule.meetings.map(\.collection) == ["NAV1", "SKY1"])
        #expect(schedule.meetings[0].day == .monday && schedule.meetings[0].time == TimeOfDay(text: "18:30"))
        #expect(schedule.places["R1"]?.coordinates == Coordinates(latitude: 51.7586, longitude: -1.2556))
        #expect(schedule.places["TOWER"]?.name == "Observatory tower")
    }

    @Test func `items without a collection make one, and a program's problems are the catalogue's`() throws {
        let document = CatalogDocument(
            data: try SampleData.data("form/links.jsonl"), url: SampleData.file("form/links.jsonl"))
        let catalog = try CatalogFormParser().parse([document])
        #expect(catalog.listsLatestOnly)
        #expect(catalog.pages == [CatalogPage(url: "https://links.example.org/2.jsonl", isNext: true)])
        #expect(catalog.collections.map(\.id) == ["items"])
        #expect(catalog.collections[0].title == "Links of the week")
        #expect(catalog.collections[0].items.map(\.title) == ["A map of lighthouses", "keepers.html"])
        #expect(catalog.collections[0].items.map(\.rank) == ["1", "2"])
        let problem = CatalogProblem(place: "entry 3", reason: "it has no address", gap: .lasting)
        #expect(catalog.problems == [problem])
    }

    @Test func `a section without a collection line gives its items its name`() throws {
        let catalog = try parse(
            #"{"carrel": 1}"#, #"{"type": "section", "title": "Week 1"}"#,
            #"{"type": "item", "title": "A", "url": "a.pdf"}"#,
            #"{"type": "section", "title": "Week 2"}"#, #"{"type": "item", "url": "b.pdf"}"#)
        #expect(catalog.sections.map(\.title) == ["Week 1", "Week 2"])
        #expect(catalog.collections.map(\.title) == ["Week 1", "Week 2"])
        #expect(catalog.collections[1].items[0].url == "http://notes.example.org/lists/b.pdf")
    }

    @Test func `a bad line is a problem with its number, and the good part stays`() throws {
        let catalog = try parse(
            #"{"carrel": 1, "base": "ftp://x.example/"}"#, #"{"type": "item", "url": "a.pdf"}"#,
            #"{"type": "item", "url": "b.pdf""#, "", "listing page 2 …", #"["item"]"#, #"{"type": "note"}"#,
            #"{"type": "item"}"#, #"{"type": "item", "title": "C", "url": 7, "size": -1}"#,
            #"{"type": "item", "title": "D", "url": {}}"#, #"{"type": "item", "title": "E", "sha256": "1"}"#,
            #"{"type": "meeting", "day": "monday", "time": "09:00", "collection": "NONE"}"#,
            #"{"type": "meeting", "day": "mon", "time": "09:00"}"#, #"{"type": "problem"}"#)
        #expect(
            catalog.problems.map(\.place) == [
                "line 1: $.base", "line 3", "line 5", "line 6", "line 7", "line 8", "line 9: $.size",
                "line 10: $.url", "line 11: $.sha256", "line 13: $.day", "line 14", "line 12",
            ])
        #expect(catalog.collections[0].items.map(\.title) == ["a.pdf", "C", "E"])
        #expect(catalog.schedule?.meetings == [])
    }

    @Test func `a last line without a line break that is not JSON was cut, and may come whole`() throws {
        let (head, item) = (#"{"carrel": 1}"#, #"{"type": "item", "url": "a.pdf"}"#)
        let cut = try parse(head, item, #"{"type": "item", "url": "b"#)
        #expect(cut.problems.map(\.gap) == [.passing] && cut.problems[0].reason.hasPrefix("the list was cut"))
        let bad = try parse(head, item, "listing page 2 …", "")
        #expect(bad.problems.map(\.gap) == [.lasting])
        #expect(cut.itemCount == 1 && bad.itemCount == 1)
    }

    @Test func `a collection that is named again goes on`() throws {
        let catalog = try parse(
            #"{"carrel": 1}"#, #"{"type": "collection", "id": "A", "title": "First"}"#,
            #"{"type": "item", "url": "1.pdf"}"#, #"{"type": "collection", "id": "B"}"#,
            #"{"type": "item", "url": "2.pdf"}"#, #"{"type": "collection", "id": "A"}"#,
            #"{"type": "item", "url": "3.pdf"}"#)
        #expect(catalog.collections.map(\.title) == ["First", "B"])
        #expect(catalog.collections.map(\.items.count) == [2, 1])
    }

    @Test func `lines may end as on Windows, after a byte order mark`() throws {
        let text = "\u{FEFF}{\"carrel\": 1}\r\n{\"type\": \"item\", \"url\": \"a.pdf\"}\r\n"
        let document = Samples.document(text, "http://notes.example.org/a")
        #expect(CatalogFormParser().recognition(of: [document]) == .certain)
        #expect(try CatalogFormParser().parse([document]).collections[0].items.count == 1)
    }

    @Test func `a first line with a mistake is known for what it was meant, so that the mistake is told`() {
        func recognition(_ line: [UInt8]) -> Recognition {
            let url = URL(filePath: "/lists/a.jsonl")
            return CatalogFormParser().recognition(of: [CatalogDocument(data: Data(line), url: url)])
        }
        let latin = Array(#"{"carrel": 1, "title": "Caf"#.utf8) + [0xE9] + Array(#""}"#.utf8)
        #expect(recognition(latin) == .certain)
        #expect(recognition(Array(#"{ "carrel" : 1, "title" "x"}"#.utf8)) == .certain)
        #expect(recognition(Array(#"{"carrel": "x", "title" "x"}"#.utf8)) == .no)
        #expect(recognition(Array(#"{"carrels": 1"#.utf8)) == .no)
    }

    @Test(arguments: [
        ("", "line 1"), ("hello", "line 1, column 1"), (#"{"type": "item", "url": "a.pdf"}"#, "line 1"),
        (#"{"carrel": 2}"#, "line 1"), ("{\"carrel\": 1}\n{\"type\": \"item\"}", "line 2"),
    ])
    func `what is no catalogue of the form is refused with its place`(text: String, place: String) throws {
        let error = #expect(throws: ParseError.self) { try parse(text) }
        #expect(error?.subject == "http://notes.example.org/lists/a.jsonl: \(place)")
    }

    @Test func `a line longer than its limit is left out`() throws {
        let long = #"{"type": "item", "title": ""# + String(repeating: "x", count: 1 << 20) + #""}"#
        let catalog = try parse(#"{"carrel": 1}"#, long, #"{"type": "item", "title": "A"}"#)
        let problem = CatalogProblem(place: "line 2", reason: "a line of more than 1.00 MiB", gap: .lasting)
        #expect(catalog.problems == [problem])
        #expect(catalog.collections[0].items.map(\.title) == ["A"])
    }

    @Test func `a section of each title is made once, however many there are`() throws {
        var lines = [#"{"carrel": 1}"#]
        for number in 0..<60_000 {
            lines.append(#"{"type": "section", "title": "\#(number)"}"#)
            if number % 30_000 == 0 { lines.append(#"{"type": "collection", "title": "\#(number)"}"#) }
        }
        lines += [#"{"type": "section", "title": "0"}"#, #"{"type": "collection", "title": "last"}"#]
        let catalog = try parse(lines.joined(separator: "\n"))
        #expect(catalog.sections.map { $0.collections.map(\.id) } == [["0", "last"], ["30000"]])
    }

    @Test func `the limit of items ends the reading`() throws {
        let document = Samples.large(Samples.form)
        let parser = CatalogFormParser(Settings(["max-items": 100]))
        let error = #expect(throws: ParseError.self) { try parser.parse([document]) }
        #expect(error?.reason == "the catalogue lists more than 100 items")
    }

    @Test func `an empty catalogue is one`() throws {
        #expect(try parse(#"{"carrel": 1, "title": "None yet"}"#).collections == [])
    }
}
