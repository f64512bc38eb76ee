import CarrelBasics
import CarrelModel
import CarrelStages
import MapParsing
import Testing

/// What a mapping names that a document does not have.
@Suite struct MapUnmatchedTests {
    private func trace(_ text: String, items: String, isBehind page: Bool = false) throws -> MappingTrace {
        let parser = try MapSamples.parser([
            "format": .string("json"),
            "collections": MapSamples.table(("at", .string("$.courses[*]")), ("id", .string("id"))),
            "items": MapSamples.table(("at", .string(items)), ("title", .string("t"))),
        ])
        var document = Samples.document(text, "http://n.example/list")
        if page { document.page = CatalogPage.Place(start: document.url, depth: 1) }
        return try parser.trace([document])
    }

    @Test(arguments: ["files[*]", "$.docs[*]", "docs.files[*]"])
    func `where no collection has items, the library keeps what was listed before`(items: String) throws {
        let trace = try trace(
            #"{"courses": [{"id": "a", "docs": [{"t": "A"}]}, {"id": "b"}]}"#, items: items)
        let reason = "“\(items)” matches nothing in any collection; carrel map test shows what matches"
        #expect(trace.catalog.problems == [CatalogProblem(place: "items.at", reason: reason, gap: .lasting)])
        #expect(trace.catalog.collections.map(\.id) == ["a", "b"])
        #expect(trace.fields.first == .init(name: "items.at", matched: 0, asked: 2))
    }

    @Test(arguments: [
        #"[{"id": "a", "docs": []}, {"id": "b"}]"#, #"[{"id": "a", "docs": [{"t": "A"}]}, {"id": "b"}]"#,
        "[]",
    ])
    func `a list of items that is empty is no mistake`(courses: String) throws {
        let trace = try trace("{\"courses\": \(courses)}", items: "docs[*]")
        #expect(trace.catalog.problems == [])
        let names = trace.fields.map(\.name)
        #expect(!names.contains("items.at"))
    }

    @Test func `a page behind the first may have collections without items`() throws {
        let trace = try trace(#"{"courses": [{"id": "a"}]}"#, items: "docs[*]", isBehind: true)
        #expect(trace.catalog.problems == [])
    }
}
