import CarrelBasics
import CarrelModel
import CarrelStages
import MapParsing
import Testing

/// What comes in the place of a page behind the first.
@Suite struct MapPagesTests {
    private func page(_ text: String, items: String, depth: Int?) throws -> Catalog {
        let parser = try MapSamples.parser([
            "format": .string("json"),
            "items": MapSamples.table(("at", .string(items)), ("title", .string("title"))),
            "pages": MapSamples.table(("parameter", .string("page"))),
        ])
        var document = Samples.document(text, "http://n.example/list?page=2")
        document.page = depth.map { CatalogPage.Place(start: document.url, depth: $0) }
        return try parser.parse([document])
    }

    @Test(arguments: [
        ("$.items[*]", "null", true), ("$.items[*]", "{}", true), ("$.items[*]", "[]", true),
        ("$.items[*]", #"{"items": null}"#, true), ("$[*]", "null", true),
        ("$.items[*]", #"{"items": []}"#, false), ("$[*]", "[]", false),
        ("$[*]", #"[{"title": "a"}]"#, false),
    ])
    func `a page without a list says nothing, an empty list says that it ends`(
        items: String, text: String, saysNothing: Bool
    ) throws {
        let page = try page(text, items: items, depth: 1)
        #expect(page.saysNothing == saysNothing)
    }

    @Test(arguments: [
        ("", nil), (#""total": 9, "#, nil), (#""pages": null, "#, nil), (#""pages": "of 9", "#, "of 9"),
    ])
    func `pages are counted on where the last is not told`(told: String, reported: String?) throws {
        let parser = try MapSamples.parser([
            "format": .string("json"),
            "items": MapSamples.table(("at", .string("$.items[*]")), ("title", .string("title"))),
            "pages": MapSamples.table(("parameter", .string("page")), ("last", .string("$.pages"))),
        ])
        let text = "{\(told)\"items\": [{\"title\": \"a\"}]}"
        let catalog = try parser.parse([Samples.document(text, "http://n.example/list?page=3")])
        #expect(catalog.pages.first?.url == "http://n.example/list?page=4")
        let expected = reported.map {
            "pages.last: “\($0)”, expected a number; pages are read until one has no items"
        }
        #expect(catalog.problems.map(\.reason) == [expected].compactMap(\.self))
    }

    @Test func `in the place of the first page what says nothing is an error, whatever its address`() {
        for text in ["null", "{}", "[]"] {
            let error = #expect(throws: ParseError.self) {
                try page(text, items: "$.items[*]", depth: nil)
            }
            #expect(error?.reason.contains("matches nothing") == true, "\(text)")
        }
    }

    @Test(arguments: [
        "false", "null", "\"\"", "\"#\"", "\"#top\"", "\"/list\"", "\"http://n.example/list#2\"",
    ])
    func `where a document says that there is not a next page, none is read`(next: String) throws {
        let parser = try MapSamples.parser([
            "format": .string("json"),
            "items": MapSamples.table(("at", .string("$.items[*]")), ("title", .string("title"))),
            "pages": MapSamples.table(("next", .string("$.next"))),
        ])
        let text = "{\"items\": [{\"title\": \"a\"}], \"next\": \(next)}"
        let catalog = try parser.parse([Samples.document(text, "http://n.example/list")])
        #expect(catalog.pages.isEmpty && catalog.mayGoOn)
        #expect(catalog.problems.isEmpty)
    }

    @Test(arguments: [
        ("#", true), ("javascript:void(0)", true), ("JavaScript: void(0);", true), ("javascript:;", true),
        ("javascript:next(2)", false),
    ])
    func `a link to nothing is not a next page, and one that only a script follows is reported`(
        link: String, isNothing: Bool
    ) throws {
        let parser = try MapSamples.parser([
            "format": .string("html"),
            "items": MapSamples.table(("at", .string("//li")), ("title", .string("."))),
            "pages": MapSamples.table(("next", .string("//a[@rel='next']/@href"))),
        ])
        let text = "<!DOCTYPE html><ul><li>a</ul><a rel=next href='\(link)'>next</a>"
        let catalog = try parser.parse([Samples.document(text, "http://n.example/list", "text/html")])
        #expect(catalog.pages.isEmpty)
        #expect(catalog.problems.isEmpty == isNothing)
    }

    @Test(arguments: ["false", "null", "\"\""])
    func `where a document says that there is not a cursor, no page is read`(cursor: String) throws {
        let pages = MapSamples.table(("cursor", .string("$.next")), ("parameter", .string("cursor")))
        let parser = try MapSamples.parser([
            "format": .string("json"),
            "items": MapSamples.table(("at", .string("$.items[*]")), ("title", .string("title"))),
            "pages": pages,
        ])
        let text = "{\"items\": [{\"title\": \"a\"}], \"next\": \(cursor)}"
        let catalog = try parser.parse([Samples.document(text, "http://n.example/list")])
        #expect(catalog.pages.isEmpty)
    }

    @Test func `false in the place of an address is none`() throws {
        let parser = try MapSamples.parser([
            "format": .string("json"),
            "items": MapSamples.table(
                ("at", .string("$[*]")), ("title", .string("title")),
                ("url", .array([.string("file"), .string("page")]))),
        ])
        let text = #"[{"title": "a", "file": false}, {"title": "b", "file": false, "page": "/b.html"}]"#
        let catalog = try parser.parse([Samples.document(text, "http://n.example/list")])
        #expect(catalog.collections[0].items.map(\.url) == [nil, "http://n.example/b.html"])
        #expect(catalog.problems.isEmpty)
    }
}
