import CarrelBasics
import Testing

@Suite struct MarkupEscapedTests {
    @Test(arguments: [
        ("\u{D4E}<a>\u{301}\"\u{301}&'\u{301}", "\u{D4E}&lt;a&gt;\u{301}&quot;\u{301}&amp;&#39;\u{301}"),
        ("cafe\u{301} &amp;", "cafe\u{301} &amp;amp;"), ("nothing to escape", "nothing to escape"), ("", ""),
    ])
    func `a text stays text in markup, whatever is around its signs`(text: String, escaped: String) {
        #expect(text.markupEscaped.utf8.elementsEqual(escaped.utf8))
    }
}
