import Testing

@testable import CarrelExport

struct CSVFormatTests {
    @Test(arguments: [
        ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"a\"", "\"say \"\"a\"\"\""), ("=1", "'=1"),
        ("x, y\"\u{301},=cmd|", "\"x, y\"\"\u{301},=cmd|\""), ("a,\u{301}b", "\"a,\u{301}b\""),
        ("=\u{301}1", "'=\u{301}1"), ("\u{D4E}\"", "\"\u{D4E}\"\"\""), ("'=1", "''=1"), ("'tis", "'tis"),
    ])
    func `a text is one cell and never a formula, also where a mark follows a sign`(
        text: String, cell: String
    ) {
        #expect(CSVFormat.cell(text) == cell)
    }
}
