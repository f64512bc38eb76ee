import CarrelHTTP
import CarrelModel
import CarrelStages
import SQLiteKeeping
import Testing

/// Words are found however they are written.
@Suite(.timeLimit(.minutes(1))) struct FoldedSearchTests {
    /// Whether a document of a text is found by a search, and what of it is shown as found.
    private func found(_ text: String, by query: String, _ stemming: IndexStemming = .none) async throws
        -> [String]?
    {
        let index = try await MemoryKeeper().openIndex(stemming)
        let item = IndexedItem(
            key: ItemKey(catalog: "c", collection: "C", item: "i"), content: "x", title: "item",
            collection: "C",
            catalog: "c", mediaType: "text/plain", maker: "m")
        let preview = Preview(text: text, isTruncated: text.hasSuffix("…"), mediaType: .plainText)
        try await index.update([(item, KeptPreview(maker: "m", preview: preview))], removing: [], position: 1)
        #expect(try await index.countInPart() == (text.hasSuffix("…") ? 1 : 0))
        let hits = try await index.search(try SearchQuery(query), limit: 1, offset: 0)
        // It can be forgotten again, word for word.
        try await index.update([], removing: [item.key], position: 2)
        #expect(try await index.damage() == nil)
        return hits.first.map { $0.snippet.filter(\.isFound).map(\.text) }
    }

    @Test(arguments: [
        ("e\u{FB03}cient", "efficient"), ("efficient", "e\u{FB03}cient"), ("Ｃａｒｒｅｌ", "carrel"),
        ("H₂O", "h2o"),
        ("ｶﾞｲﾄﾞ", "ガイド"), ("か\u{3099}い", "がい"), ("①", "1"), ("café", "cafe\u{301}"),
    ])
    func `ligatures and other forms of a letter are that letter`(text: String, query: String) async throws {
        #expect(try await found("before \(text) after", by: query) != nil)
    }

    @Test(arguments: [
        ("Ελλάδα", "ελλαδα"), ("ΟΔΟΣ", "οδος"), ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"), ("محـمد", "محمد"),
        ("Đorđe", "dorde"),
        ("Łódź", "lodz"), ("smørrebrød", "smorrebrod"), ("Straße", "strasse"), ("Strasse", "Straße"),
        ("Æther", "aether"),
        ("œuvre", "oeuvre"), ("Çınar", "cinar"), ("Ёлка", "елка"), ("Việt", "viet"),
    ])
    func `accents do not matter, in any script`(text: String, query: String) async throws {
        #expect(try await found("before \(text) after", by: query) != nil)
        #expect(try await found("before \(text) after", by: text) == [text])
    }

    @Test(arguments: [("हिन्दी", "हन्दी"), ("が", "か"), ("ก", "ข")])
    func `signs that make another letter matter`(text: String, query: String) async throws {
        #expect(try await found(text, by: text) != nil)
        #expect(try await found(text, by: query) == nil)
    }

    @Test(arguments: [
        "hyphen-\nated", "hyphen-\r\n   ated", "hyphen\u{2010}\nated", "hyphen\u{AD}\nated",
        "hyphen\u{AD}ated",
    ])
    func `a word that is broken at the end of a line is found whole`(text: String) async throws {
        for query in ["hyphenated", "hyphenat*", "\"a hyphenated\"", "\"hyphenated word\""] {
            #expect(try await found("a \(text) word", by: query) != nil, "\(query)")
        }
        #expect(try await found("a \(text) word", by: "hyphenates", .english) != nil)
    }

    @Test(arguments: ["well-known", "see page-\n\nbelow", "1999-\n2001", "A -\nb", "Baden-\nBaden"])
    func `what is not broken stays in its parts`(text: String) async throws {
        #expect(try await found(text, by: text.split { !$0.isLetter && !$0.isNumber }.joined()) == nil)
        #expect(try await found("well-\nknown", by: "well-known") != nil)
    }

    @Test func `a word of very many marks takes no time`() async throws {
        let word = "a" + String(repeating: "\u{301}\u{323}\u{94D}", count: 100_000)
        #expect(try await found("x \(word) needle …", by: "needle") == ["needle"])
    }

    @Test func `around what was found no backslash keeps words from being marks of Markdown`() async throws {
        let index = try await MemoryKeeper().openIndex(.none)
        let item = IndexedItem(
            key: ItemKey(catalog: "c", collection: "C", item: "i"), content: "x", title: "item",
            collection: "C", catalog: "c", mediaType: "text/csv", maker: "m")
        let cells = ["表_資料_", "__init__.py"].map(MarkdownText.literal)
        let text = MarkdownText([.table([["file", "code"], cells])]).text
        #expect(text.contains("\\_init"))
        let preview = Preview(text: text, form: .markdown, mediaType: .plainText)
        try await index.update([(item, KeptPreview(maker: "m", preview: preview))], removing: [], position: 1)
        let hits = try await index.search(try SearchQuery("init"), limit: 1, offset: 0)
        let shown = hits.first.map { $0.snippet.map { $0.isFound ? "[\($0.text)]" : $0.text }.joined() }
        #expect(shown?.hasSuffix("| 表_資料_ | __[init]__.py |") == true)
    }
}
