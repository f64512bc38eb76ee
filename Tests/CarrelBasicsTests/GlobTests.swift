import CarrelBasics
import Testing

@Suite struct GlobTests {
    @Test(arguments: [
        ("*", ""), ("*", "anything"), ("Week ?", "week 3"), ("*.pdf", "Notes.PDF"), ("a*b*c", "aXbYbZc"),
        ("COMP30?/*", "COMP304/Week 1"), ("**a", "a"), ("ü*", "Über"),
    ])
    func `a pattern matches`(pattern: String, text: String) {
        #expect(Glob(pattern).matches(text))
    }

    @Test(arguments: [
        ("", "a"), ("?", ""), ("Week ?", "Week 10"), ("*.pdf", "Notes.pdf.txt"), ("a*b", "ac"),
        ("week", "week 1"),
    ])
    func `a pattern is for the whole text`(pattern: String, text: String) {
        #expect(!Glob(pattern).matches(text))
    }

    @Test func `many stars take no longer than the lengths together allow`() {
        let pattern = String(repeating: "*a", count: 200) + "b"
        #expect(!Glob(pattern).matches(String(repeating: "a", count: 2000)))
    }
}
