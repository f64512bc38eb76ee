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

    @Test(arguments: [
        ("files[*]", "$.courses[0], an object with “id”, “docs”"),
        ("$.docs[*]", "$, an object with “courses”"),
        ("docs.files[*]", "$.courses[0].docs, a list of 1 value"),
    ])
    func `where no collection has items, no document is called no longer listed`(items: String, end: String)
        throws
    {
        let trace = try trace(
            #"{"courses": [{"id": "a", "docs": [{"t": "A"}]}, {"id": "b"}]}"#, items: items)
        let reason =
            "“\(items)” matches nothing in any collection; in the first it leads to \(end), and no further. "
            + "See what matches: carrel map test"
        #expect(trace.catalog.problems == [CatalogProblem(place: "items.at", reason: reason, gap: .lasting)])
        #expect(trace.catalog.collections.map(\.id) == ["a", "b"])
        #expect(trace.fields.first == .init(name: "items.at", matched: 0, asked: 2))
    }

    @Test func `where nothing matches, it is said how far the expression leads`() throws {
        let parser = try MapSamples.parser([
            "format": .string("json"),
            "items": MapSamples.table(("at", .string("$.data.courses.docs[*]")), ("title", .string("t"))),
        ])
        let document = Samples.document(#"{"data": {"courses": [{}, {}]}}"#, "http://n.example/list")
        let error = #expect(throws: ParseError.self) { try parser.parse([document]) }
        let end = "matches nothing; it leads to $.data.courses, a list of 2 values, and no further"
        #expect(error?.reason.hasSuffix(end) == true, "\(error?.reason ?? "")")
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

    @Test(
        arguments: [
            (#"\2 of \1"#, "(.*)", "“replace” names group 2, but “match” has 1 group"),
            (#"\1"#, ".*", "“replace” names group 1, but “match” has 0 groups"), (#"\1 \\2 \0"#, "(.*)", nil),
        ] as [(String, String, String?)])
    func `a replacement names only groups that the expression has`(
        replacement: String, pattern: String, reason: String?
    ) {
        let title = MapSamples.table(
            ("at", .string("t")), ("match", .string(pattern)), ("replace", .string(replacement)))
        let items = MapSamples.table(("at", .string("$[*]")), ("title", title))
        let error = fault(["format": .string("json"), "items": items])
        #expect(error?.reason == reason)
        #expect(error?.setting == (reason == nil ? nil : "items.title"))
    }

    private func fault(_ values: [String: ConfigValue]) -> PluginError? {
        do {
            _ = try MapSamples.parser(values)
            return nil
        } catch {
            return error as? PluginError
        }
    }

    @Test func `a column that no table has is named, and what is meant`() throws {
        let parser = try MapSamples.parser([
            "format": .string("csv"),
            "items": MapSamples.table(
                ("title", .string("title")), ("url", .string("datei")),
                ("size", .array([.string("bytes"), .string("Größe")])), ("modified", .string("changed"))),
        ])
        let text = "Title;title;Datei;Größe\nA;a;a.pdf;1\n"
        let catalog = try parser.parse([Samples.document(text, "http://n.example/list.csv", "text/csv")])
        #expect(
            catalog.problems.map(\.reason) == [
                "items.url: there is no column “datei”; did you mean “Datei”?",
                "items.modified: there is no column “changed”",
            ])
        #expect(catalog.collections[0].items.map(\.size) == [1])
    }

    @Test(arguments: [("Titel;Datei\nA;a.pdf\n", "“;”"), ("Titel\tDatei\nA\ta.pdf\n", "a tab")])
    func `a wrong separator is named where no column fits`(text: String, separator: String) throws {
        let parser = try MapSamples.parser([
            "format": .string("csv"), "separator": .string(","),
            "items": MapSamples.table(("title", .string("Titel")), ("url", .string("Datei"))),
        ])
        let document = Samples.document(text, "http://n.example/list.csv", "text/csv")
        let error = #expect(throws: ParseError.self) { try parser.parse([document]) }
        let remedy = "Leave out parse.separator: \(separator) stands between the table's cells"
        #expect(error?.message.remedy == remedy)
    }
}
