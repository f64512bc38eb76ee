import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import ModuleNotesParsing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ModuleNotesParserTests {
    private func parse(_ text: String, _ settings: [String: any Sendable] = [:]) throws -> Catalog {
        let parser = try ModuleNotesParser.plugin.make(Settings(settings), PluginContext())
        return try parser.parse([Samples.document(text, "http://notes.example.org/lists/modules.json")])
    }

    private func error(_ text: String) -> String {
        do {
            return "no error: \(try parse(text))"
        } catch {
            return "\(error)"
        }
    }

    @Test
    func `modules come out in order, with titles and labelled details`() throws {
        let catalog = try ModuleNotesParser().parse([Samples.modules])
        #expect(catalog.collections.map(\.id) == ["BIO101", "BIO102"])
        #expect(catalog.collections.map(\.title) == ["Cells", "Genes – \"part 2\""])
        #expect(
            catalog.collections[0].details == [
                Detail("Lecturer", "Dr Ada"), Detail("Web page", "http://notes.example.org/lists/bio/"),
                Detail("Description", "Life."),
            ])
        #expect(catalog.collections[1].details.isEmpty)
        #expect(catalog.sections.count == 1)
    }

    @Test
    func `relative URLs are resolved against the document, and a note without URL has none`() throws {
        let items = try ModuleNotesParser().parse([Samples.modules]).collections[0].items
        #expect(items.map(\.title) == ["Week 1", "Week 2"])
        #expect(items.map(\.url) == ["http://notes.example.org/lists/week1.pdf", nil])
        #expect(items.map(\.id) == ["http://notes.example.org/lists/week1.pdf", "Week 2"])
    }

    @Test(arguments: [
        #"[{"One": "http://h.example/1.pdf"}, {"Two": null}, {"Three": ""}]"#,
        #"{"One": "http://h.example/1.pdf", "Two": null, "Three": " "}"#,
        #"[{"One": "http://h.example/1.pdf", "Two": null}, {"Three": ""}]"#,
        #"[{"title": "One", "url": "http://h.example/1.pdf"}, {"url": null, "title": "Two"}, {"title": "Three", "size": 3}]"#,
    ])
    func `notes are read in every form`(notes: String) throws {
        let catalog = try parse(#"[{"moduleCode": "A", "moduleNotes": \#(notes)}]"#)
        #expect(catalog.problems == [])
        #expect(catalog.collections[0].items.map(\.title) == ["One", "Two", "Three"])
        #expect(catalog.collections[0].items.map(\.url) == ["http://h.example/1.pdf", nil, nil])
    }

    @Test(arguments: [
        #"[{"title": "One", "url": "http://h.example/1.pdf"}, {"title": "Two"}]"#,
        #"[{"One": "http://h.example/1.pdf"}, {"title": "Two"}]"#,
    ])
    func `a note with the field of titles alone has that title, and no URL yet`(notes: String) throws {
        let catalog = try parse(#"[{"moduleCode": "A", "moduleNotes": \#(notes)}]"#)
        #expect(catalog.problems == [])
        #expect(catalog.collections[0].items.map(\.title) == ["One", "Two"])
        #expect(catalog.collections[0].items.map(\.url) == ["http://h.example/1.pdf", nil])
        let url = try parse(#"[{"moduleCode": "A", "moduleNotes": [{"title": "http://h.example/1.pdf"}]}]"#)
        #expect(url.collections[0].items.map(\.title) == ["title"])
    }

    @Test(arguments: ["https://jsonfeed.org/version/1.1", "https:\\/\\/jsonfeed.org\\/version\\/1"])
    func `a JSON Feed is no catalogue of modules`(version: String) {
        let feed =
            #"{"version": "\#(version)", "title": "T", "items": [{"id": "1", "title": "moduleNotes"}]}"#
        let document = Samples.document(feed, "http://h.example/feed.json")
        #expect(ModuleNotesParser().recognition(of: [document]) == .no)
    }

    @Test(arguments: [
        ("[InternetShortcut]\nURL=http://h.example/a.pdf\n", false), ("{a: 1}", false), ("[", true),
        ("{", true), ("[\n{\"moduleCode\": 1}]", true), (" []", true), ("{}", true), ("", false),
    ])
    func `only what may be JSON is taken for it`(text: String, isJSON: Bool) {
        let document = Samples.document(text, "http://h.example/a.url")
        #expect(ModuleNotesParser().recognition(of: [document]) == (isJSON ? .possible : .no))
    }

    @Test(arguments: [
        #"[{"title": "A", "url": "http://h.example/a.pdf"}]"#, #"["http://h.example/a.pdf"]"#, " [1]",
    ])
    func `a list without codes is not taken for one of modules`(list: String) {
        let document = Samples.document(list, "http://h.example/list.json")
        #expect(ModuleNotesParser().recognition(of: [document]) == .no)
    }

    @Test
    func `modules may be keyed by code, which their own code overrides`() throws {
        let catalog = try parse(
            #"{"A": {"moduleNotes": []}, "b": {"moduleCode": "B", "moduleNotes": null}, "C": {"moduleCode": ""}}"#
        )
        #expect(catalog.collections.map(\.id) == ["A", "B", "C"])
        #expect(catalog.problems == [])
    }

    @Test
    func `one module alone is a catalogue`() throws {
        let catalog = try parse(#"{"moduleCode": "A", "moduleNotes": {"x": "x.pdf"}}"#)
        #expect(catalog.collections.map(\.id) == ["A"])
    }

    @Test
    func `field names are settings`() throws {
        let catalog = try parse(
            #"[{"id": "A", "name": "Title", "by": ["Ada", "Bo"], "docs": [{"n": "x", "href": "/x.pdf"}]}]"#,
            [
                "code-field": "id", "title-field": "name", "lecturer-field": "by", "notes-field": "docs",
                "note-title-field": "n", "note-url-field": "href",
            ])
        #expect(catalog.collections[0].title == "Title")
        #expect(catalog.collections[0].details == [Detail("Lecturer", "Ada, Bo")])
        #expect(catalog.collections[0].items.first?.url == "http://notes.example.org/x.pdf")
        #expect(catalog.problems == [])
    }

    @Test
    func `what cannot be used is skipped and reported with its path`() throws {
        let catalog = try parse(
            #"""
            [7, {"moduleTitle": "no code", "moduleNotes": []}, {"moduleCode": true, "moduleNotes": []},
             {"moduleCode": "A", "moduleTitle": {}, "moduleNotes":
               ["x", {"bad": 3}, {"good": "g.pdf"}, {}, {"": ""}, {"": "named/by%20url.pdf"},
                {"title": 5, "url": "u.pdf"}]},
             {"moduleCode": "B", "moduleNotes": "none"}]
            """#)
        #expect(
            catalog.problems.map { "\($0.place): \($0.reason)" } == [
                "$[0]: the number 7, expected a module as an object",
                "$[1]: an object of 2 members, expected a code in the field \"moduleCode\"",
                "$[2].moduleCode: true, expected a code as a string",
                "$[3].moduleTitle: an empty object, expected a string",
                "$[3].moduleNotes[0]: the string “x”, expected a note as an object {title: URL}",
                "$[3].moduleNotes[1].bad: the number 3, expected a URL as a string, or null while there is none",
                "$[3].moduleNotes[3]: an empty object, expected a note's title and URL",
                "$[3].moduleNotes[4][\"\"]: a note without title and URL, expected at least one of them",
                "$[3].moduleNotes[6].title: the number 5, expected a note's title as a string",
                "$[4].moduleNotes: the string “none”, expected the notes as an array or an object",
            ])
        #expect(catalog.collections.map(\.id) == ["A", "B"])
        #expect(catalog.collections[0].items.map(\.title) == ["good", "by url.pdf"])
    }

    @Test
    func `a code may be a number, as a year or a room would be written`() throws {
        let catalog = try parse(#"[{"moduleCode": 304, "moduleNotes": {"one": "1.pdf"}}]"#)
        #expect(catalog.collections.map(\.id) == ["304"])
        let alone = try parse(#"{"moduleCode": 304, "moduleNotes": {"one": "1.pdf"}}"#)
        #expect(alone.collections.map(\.id) == ["304"])
    }

    @Test
    func `two modules of one code become one collection, and that is reported`() throws {
        let catalog = try parse(
            #"""
            [{"moduleCode": "A", "moduleNotes": {"one": "1.pdf"}},
             {"moduleCode": "A", "moduleLecturer": "Ada", "moduleNotes": {"two": "2.pdf", "uno": "1.pdf"}}]
            """#)
        #expect(catalog.collections.count == 1)
        #expect(catalog.collections[0].items.map(\.title) == ["one", "two", "uno"])
        #expect(catalog.collections[0].items[2].duplicateOf == catalog.collections[0].items[0].id)
        #expect(catalog.collections[0].details == [Detail("Lecturer", "Ada")])
        #expect(catalog.problems.map(\.place) == ["$[1]"])
        #expect(catalog.problems[0].reason.contains("the code A is that of $[0] too"))
    }

    @Test
    func `a list of which no entry can be used is refused with the first reason`() throws {
        let error = #expect(throws: ParseError.self) {
            try parse(#"[{"moduleCode": []}, {"moduleNotes": []}]"#)
        }
        #expect(error?.description.contains("$[0].moduleCode") == true)
    }

    @Test
    func `a thousand broken entries give a report that can be read`() throws {
        let catalog = try parse("[{\"moduleCode\": \"A\"}" + String(repeating: ",1", count: 1000) + "]")
        #expect(catalog.problems.count == 101)
        #expect(catalog.problems.last?.reason == "900 further problems")
    }

    @Test
    func `a document of another kind is an error that says what it is`() {
        let location = "http://notes.example.org/lists/modules.json"
        #expect(error("") == "\(location): line 1, column 1: the document is empty, expected JSON")
        #expect(
            error("\n<!DOCTYPE html><p>Not found").hasPrefix(
                "\(location): line 1, column 1: an HTML page instead"))
        #expect(error("<rss/>").contains("a document in markup instead of JSON"))
        #expect(
            error("[{\"moduleCode\": \"A\",\n]").contains("line 2, column 1: not JSON: “]”, expected a name"))
        #expect(error("\"x\"") == "\(location): $: the string “x”, expected an array or object of modules")
        #expect(error(#"{"feed": {"entry": []}}"#).contains("$: no module with a field \"moduleCode\""))
        #expect(error("[1, 2]").contains("$: no module with a field"))
    }

    @Test
    func `a list without modules is empty, an object without any is an error`() throws {
        #expect(try parse("[]").collections.isEmpty)
        #expect(error("{}").contains("$: no module with a field \"moduleCode\""))
    }

    @Test
    func `a note can promise its size and SHA-256`() throws {
        let hex = String(repeating: "aB", count: 32)
        let catalog = try parse(
            """
            [{"moduleCode": "A", "moduleNotes": [
              {"title": "One", "url": "1.pdf", "size": 12, "sha256": "\(hex)"},
              {"title": "Two", "url": "2.pdf", "size": "13", "sha256": null},
              {"title": "Three", "url": "3.pdf", "size": "1.2 MB", "sha256": "abc"}]}]
            """)
        let items = catalog.collections[0].items
        #expect(items.map(\.size) == [12, 13, nil])
        #expect(items.map(\.digest?.text) == ["sha-256=\(hex.lowercased())", nil, nil])
        #expect(catalog.problems.map(\.place) == ["$[0].moduleNotes[2].size", "$[0].moduleNotes[2].sha256"])
    }

    @Test
    func `ten thousand notes are read`() throws {
        let notes = (0..<10_000).map { "{\"Note \($0)\": \"notes/\($0).pdf\"}" }.joined(separator: ",")
        let text = "[{\"moduleCode\": \"A\", \"moduleNotes\": [\(notes)]}]"
        #expect(try parse(text).collections[0].items.count == 10_000)
    }
}

@Suite(.timeLimit(.minutes(1)), .enabled(if: RealData.isPresent, "needs the folder ../shared/data"))
struct ModuleNotesRealDataTests {
    private func parse(_ name: String) throws -> Catalog {
        let file = RealData.file("notesbrowser-timetable/\(name)")
        let document = CatalogDocument(data: try Data(contentsOf: file), url: file)
        #expect(ModuleNotesParser().recognition(of: [document]) == .certain)
        return try ModuleNotesParser().parse([document])
    }

    @Test
    func `the module catalogue reads the same as a list and keyed by code`() throws {
        let list = try parse("made-up.moduleDetails2012.json")
        #expect(list == (try parse("made-up.moduleDetails2012.dict.json")))
        #expect(list.problems == [])
        #expect(list.collections.map(\.id).prefix(2) == ["COMP304", "COMP307"])
        let first = list.collections[0]
        #expect(first.title == "Knowledge Representation and Reasoning")
        #expect(first.items.count == 4)
        #expect(first.items[3].url == nil)
        #expect(list.collections.first { $0.id == "COMP319" }?.items.isEmpty == true)
        let withoutPage = list.collections.first { $0.id == "COMP323" }
        #expect(withoutPage?.details.map(\.label) == ["Lecturer", "Description"])
    }

    @Test
    func `seventy notes of two modules, repeated ones marked`() throws {
        let catalog = try parse("made-up.moduleDetails2012.cs107.json")
        #expect(catalog.problems == [])
        #expect(catalog.collections.map(\.id) == ["CS107H", "CS107A"])
        #expect(catalog.collections.map(\.items.count).reduce(0, +) == 70)
        #expect(catalog.collections[0].items[1].duplicateOf == catalog.collections[0].items[0].url)
    }
}
