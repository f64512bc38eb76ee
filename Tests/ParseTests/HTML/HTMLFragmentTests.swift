import CarrelMarkup
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HTMLFragmentTests {
    @Test(arguments: [
        ("", ""), ("  plain  ", "plain"), ("One\n \n• two\n\n\nLast ", "One\n\n• two\n\nLast"),
        ("3 > 2", "3 > 2"), ("\"quoted\" · שלום 🎧", "\"quoted\" · שלום 🎧"),
    ])
    func `plain text stays, with one empty line at the most`(fragment: String, text: String) {
        #expect(HTMLFragment.text(fragment) == text)
    }

    @Test(arguments: [
        ("<p>First <b>bold</b> &amp; more.</p><p>Second</p>", "First bold & more.\n\nSecond"),
        (
            "<p>x</p>\n <ul>\n<li>one</li>\n<li>two &lt;three&gt;</li></ul>end",
            "x\n\n• one\n• two <three>\n\nend"
        ),
        ("a<br/>b<br>\nc<br><br>d", "a\nb\nc\n\nd"),
        ("See <a href=\"http://h.example/\">it</a>.\n\n<b>B</b> &quot;q&quot;", "See it.\n\nB \"q\""),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
        ("R&amp;B", "R&B"),
        (
            "<details><summary>More</summary>about it</details><figure><figcaption>A</figcaption>B",
            "More\nabout it\nA\nB"
        ),
    ])
    func `markup becomes lines of text`(fragment: String, text: String) {
        #expect(HTMLFragment.text(fragment) == text)
    }

    @Test
    func `scripts, styles and frames say nothing`() {
        #expect(
            HTMLFragment.text(
                "before<script>alert(\"x\")</script><style>p{}</style><iframe src=x>y</iframe> after")
                == "before after")
        #expect(HTMLFragment.text("<!-- hidden -->shown") == "shown")
        #expect(HTMLFragment.text("<img src=x onerror=alert(1)>") == "")
    }

    @Test
    func `broken markup is read as far as it says something`() {
        let text = HTMLFragment.text("<p>Unclosed <i>italic and a stray < sign, 3 < 4 && 5 > 2 <br> & done")
        #expect(text.hasPrefix("Unclosed italic and a stray < sign, 3 < 4 && 5 > 2"))
        #expect(text.hasSuffix("\n& done"))
        #expect(HTMLFragment.text("a\u{0}b <b>c").hasPrefix("ab c"))
    }

    @Test
    func `another encoding that the text declares changes nothing`() {
        #expect(HTMLFragment.text("<meta charset=\"utf-16\">é<b>ü</b>") == "éü")
    }

    @Test
    func `nothing is read behind as much text as is wanted`() {
        let page = HTMLFragment.reading(
            "<p>One</p><p>two</p>" + String(repeating: "<p>three</p>", count: 1000), limit: .max, maxText: 5)
        #expect(page.text == "One\n\ntwo" && page.isCut)
    }

    @Test
    func `depth and size crash nothing`() {
        let deep = String(repeating: "<div>", count: 50_000) + "x"
        _ = HTMLFragment.text(deep)
        let long = HTMLFragment.text("<p>" + String(repeating: "word ", count: 1 << 20))
        #expect(long.hasPrefix("word word"))
        #expect(long.utf8.count < 1 << 20)
    }
}
