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
}
