import CarrelStages
import Testing

@Suite("What somebody types is a search")
struct SearchQueryTests {
    @Test(
        "words become an expression in which each of them is quoted",
        arguments: [
            ("cell", "(\"cell\")"), ("cell division", "(\"cell\" AND \"division\")"),
            ("a OR b c", "((\"a\" OR \"b\") AND \"c\")"),
            ("a -b -\"c d\"", "(((\"a\") NOT \"b\") NOT \"c d\")"),
            ("begin*", "(\"begin\" *)"), ("\"two beg\"*", "(\"two beg\" *)"),
            ("NEAR(a b, 3)", "(NEAR(\"a\" \"b\", 3))"), ("x:y", "(\"x:y\")"),
            ("title:cells", "(title : \"cells\")"), ("say \"he said \"", "(\"say\" AND \"he said \")"),
            ("数学", "(\"\u{1F}数\u{1F}学\")"), ("a AND b", "(\"a\" AND \"b\")"),
            ("“two words”", "(\"two words\")"),
            ("author:ada", "(facts : \"ada\")"), ("std::vector", "(\"std::vector\")"),
            ("http://x.example/a", "(\"http://x.example/a\")"), ("\"note:well\"", "(\"note:well\")"),
            ("a\"\u{301}b", "(\"a\"\"\u{301}b\")"),
        ])
    func words(text: String, expression: String) throws {
        #expect(try SearchQuery(text).expression == expression)
    }

    @Test("filters narrow it, and a dash turns them round")
    func filters() throws {
        let query = try SearchQuery("cell type:pdf -collection:\"Biology 101\" after:2026-03 catalog:x")
        #expect(query.expression == "(\"cell\")")
        #expect(query.filters.map(\.field) == [.type, .collection, .after, .catalogue])
        #expect(query.filters.map(\.value) == ["pdf", "Biology 101", "2026-03", "x"])
        #expect(query.filters.map(\.isExcluded) == [false, true, false, false])
        #expect(try SearchQuery("type:pdf").expression == nil)
    }

    @Test(
        "what is not understood says what to write",
        arguments: [
            "\"open", "OR a", "a OR", "a OR type:pdf", "a OR -b", "-a", "NEAR(a b", "NEAR(a)", "NEAR(a b, x)",
            "NEAR(! ?)", "NEAR(a ?)",
            "\"\"", "after:soon",
            "before:2026-13", "",
        ])
    func errors(text: String) {
        #expect(throws: SearchError.self) { try SearchQuery(text) }
    }

    @Test(
        "a filter that there is not is named, with those that there are",
        arguments: [
            ("foo:bar", "there are title: author: collection: catalogue: type: status: after: before:"),
            ("tittle:bar", "did you mean title:?"), ("-autor:ada", "did you mean author:?"),
        ])
    func unknownFilters(text: String, reason: String) {
        let error = #expect(throws: SearchError.self) { try SearchQuery(text) }
        #expect(error?.reason.contains(reason) == true, "\(String(describing: error))")
    }

    @Test("a search has an end, and says what helps")
    func limit() {
        let text = String(repeating: "word ", count: 100)
        let error = #expect(throws: SearchError.self) { try SearchQuery(text) }
        #expect(error?.reason == "more than 64 words were given; search for fewer")
    }

    @Test("what says nothing may be of any length")
    func noise() throws {
        let noise = String(repeating: "! AND ", count: 40_000)
        #expect(try SearchQuery(noise + "cell").expression == "(\"cell\")")
    }
}
