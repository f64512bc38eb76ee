import CarrelModel
import CarrelStages
import MapParsing
import Testing

/// What comes in the place of a page behind the first.
@Suite struct MapPagesTests {
    private func page(_ text: String, items: String, at url: String) throws -> Catalog {
        let parser = try MapSamples.parser([
            "format": .string("json"),
            "items": MapSamples.table(("at", .string(items)), ("title", .string("title"))),
            "pages": MapSamples.table(("parameter", .string("page"))),
        ])
        return try parser.parse([Samples.document(text, url)])
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
        let page = try page(text, items: items, at: "http://n.example/list?page=2")
        #expect(page.saysNothing == saysNothing)
    }

    @Test func `in the place of the first page what says nothing is an error`() {
        for text in ["null", "{}", "[]"] {
            let error = #expect(throws: ParseError.self) {
                try page(text, items: "$.items[*]", at: "http://n.example/list")
            }
            #expect(error?.reason.contains("matches nothing") == true, "\(text)")
        }
    }
}
