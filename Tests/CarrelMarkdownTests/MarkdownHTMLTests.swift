import CarrelMarkdown
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct MarkdownHTMLTests {
    private func html(_ markdown: String) -> String { MarkdownHTML.fragment(markdown).html }

    @Test func `blocks become elements`() {
        let text = """
            # One
            ###### Six

            Words
            on two lines

            - a
            - [x] b
              1. deep

            > quoted

            ```c++ onload=x
            a < b
            ```

            | a | b | c |
            | --- | --: | :-: |
            | 1 | 2 | 3 |

            ***
            """
        #expect(
            html(text) == """
                <h1>One</h1>
                <h6>Six</h6>
                <p>Words<br>
                on two lines</p>
                <ul><li>a
                </li>
                <li>☑ b
                <ol><li>deep
                </li>
                </ol>
                </li>
                </ul>
                <blockquote><p>quoted</p>
                </blockquote>
                <pre><code class="language-c++">a &lt; b
                </code></pre>
                <table><thead><tr><th>a</th><th class="right">b</th><th class="center">c</th></tr></thead>
                <tbody><tr><td>1</td><td class="right">2</td><td class="center">3</td></tr>
                </tbody>
                </table>
                <hr>

                """)
    }

    @Test func `a list counts from the number that it has`() {
        #expect(html("3. c") == "<ol start=\"3\"><li>c\n</li>\n</ol>\n")
    }

    @Test func `words are marked, and HTML is text`() {
        #expect(
            html("*a* **b** ~~c~~ `d<e>` List<String> &amp; <b onclick=x>f</b>") == """
                <p><em>a</em> <strong>b</strong> <del>c</del> <code>d&lt;e&gt;</code> List&lt;String&gt; &amp; \
                &lt;b onclick=x&gt;f&lt;/b&gt;</p>

                """)
        #expect(
            html("<script>\nalert(\"x\")\n</script>") == """
                <p>&lt;script&gt;
                alert(&quot;x&quot;)
                &lt;/script&gt;</p>

                """)
    }

    @Test func `formulas are code, whatever marks are in them`() {
        #expect(
            html("so $a_1^*b_2^*$ and $$\\{x\\}$$, for $5 or $6, `$x$`") == """
                <p>so <code class="formula">$a_1^*b_2^*$</code> and <code class="formula">$$\\{x\\}$$</code>, \
                for $5 or $6, <code class="formula">$x$</code></p>

                """)
        #expect(html("```\n$a *b* c$\n```") == "<pre><code>$a *b* c$\n</code></pre>\n")
        for code in ["```\n$a$\n``` ", "> ```\n> $a$\n> ```", "```a``` b"] {
            #expect(html("\(code)\n\n$c$").hasSuffix("<p><code class=\"formula\">$c$</code></p>\n"))
        }
    }

    @Test func `a note is no address`() {
        #expect(html("word [^1]\n\n[^1]: See") == "<p>word [^1]</p>\n<p>[^1]: See</p>\n")
    }

    @Test(arguments: [
        ("https://example.org/a?b=1&c=2", "https://example.org/a?b=1&amp;c=2"),
        ("HTTP://example.org/ä", "HTTP://example.org/%C3%A4"),
        ("mailto:a@example.org", "mailto:a@example.org"), ("#page-2", "#page-2"),
        ("https://example.org/\"onclick='x'", "https://example.org/%22onclick=%27x%27"),
    ])
    func `links lead to the web, to mail and within the page`(target: String, written: String) {
        #expect(
            html("[a](<\(target)>)")
                == "<p><a href=\"\(written)\" rel=\"noopener noreferrer nofollow\">a</a></p>\n")
    }

    @Test(arguments: [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java&#115;cript:alert(1)", "javascript&colon;alert(1)",
        "&#x6A;avascript:x", "data:text/html,x", "vbscript:x", "file:///etc/passwd", "//example.org/a",
        "/a", "a.html", "http:", "http://", "http:///a", "https:\\\\example.org", "mailto:", "#",
        "java\\\tscript:x", "\u{1}javascript:x", "https://a\u{7F}b",
        "http://" + String(repeating: "a", count: 9000),
        "ftp://example.org", "blob:https://example.org/1",
    ])
    func `other links are their words`(target: String) {
        let html = html("[a](<\(target)>)")
        #expect(html == "<p>a</p>\n", "\(html)")
    }

    @Test func `a picture is a link with its description`() {
        let rel = "rel=\"noopener noreferrer nofollow\""
        #expect(
            html("![a *b* \"](http://example.org/p.png)")
                == "<p><a href=\"http://example.org/p.png\" \(rel)>a b &quot;</a></p>\n")
        #expect(html("![](http://a.example/)") == "<p><a href=\"http://a.example/\" \(rel)>picture</a></p>\n")
        #expect(html("![a](data:image/png;base64,AA)") == "<p>a</p>\n")
        // A link holds no other.
        #expect(
            html("[![a](http://a.example/) b](http://b.example/)")
                == "<p><a href=\"http://b.example/\" \(rel)>a b</a></p>\n")
    }

    @Test func `control characters that are coded are left out`() {
        #expect(html("a&#27;[31m&#x202E;b&#0;") == "<p>a[31mb\u{FFFD}</p>\n")
    }

    @Test func `what is nested too deep keeps its words`() {
        let deep = html(String(repeating: ">", count: 100_000) + " words")
        #expect(deep.contains("words") && deep.components(separatedBy: "<blockquote>").count == 64 + 1)
        #expect(deep.components(separatedBy: "</blockquote>").count == 64 + 1)
        let lists = html(
            String(repeating: "- ", count: 50_000) + "words" + String(repeating: "\n", count: 100_000))
        #expect(lists.contains("words") && lists.components(separatedBy: "<li>").count < 66)
        let strong = html(
            String(repeating: "*a **b ", count: 5000) + String(repeating: "c** d*", count: 5000))
        #expect(strong.components(separatedBy: "<em>").count == strong.components(separatedBy: "</em>").count)
    }

    @Test func `a table of a few bytes does not become one of gigabytes`() {
        let width = 5000
        let table =
            String(repeating: "|a", count: width) + "\n" + String(repeating: "|-", count: width) + "\n"
            + String(repeating: "|b\n", count: width)
        let html = html(table)
        #expect(html.components(separatedBy: "<td>").count < 47_000 && html.contains("b"))
        let small = String(
            repeating: "|a|b|c|d|\n|-|-|-|-|\n" + String(repeating: "x\n", count: 50) + "\n", count: 500)
        #expect(MarkdownHTML.fragment(small).html.components(separatedBy: "<td").count < 100_000)
    }

    @Test func `a large table of a sheet is shown as a whole`() {
        let rows = (1...5000).map { "| \($0) | b | c |" }.joined(separator: "\n")
        let html = html("| n | b | c |\n| --- | --- | --- |\n\(rows)")
        #expect(html.components(separatedBy: "<td>").count == 15_001)
    }

    @Test func `a table behind a wide one is a table, too`() {
        let row = { (cell: String) in String(repeating: "| \(cell) ", count: 1200) + "|\n" }
        let wide = row("a") + row("---") + String(repeating: row("words of a cell"), count: 40)
        let html = html(wide + "\n| b | c |\n|---|---|\n| 1 | 2 |\n")
        #expect(html.hasSuffix("<tbody><tr><td>1</td><td>2</td></tr>\n</tbody>\n</table>\n"))
    }

    @Test(arguments: [
        "_", "*", "[", "](", "`a", "<", "$", "![", "a_b ", "www.", "@", "a@b.", "<!--", "&", "\\", "~", "|",
    ])
    func `much of one mark ends soon`(mark: String) {
        let html = html(String(repeating: mark, count: 65_536 / mark.utf8.count))
        #expect(!html.isEmpty)
    }

    @Test func `limits cut, and every element ends`() {
        let limits = MarkdownHTML.Limits(maxText: 1000, maxHTML: 1 << 20, maxDepth: 8)
        let cut = MarkdownHTML.fragment(String(repeating: "word ", count: 1000), limits: limits)
        #expect(cut.isCut && cut.html.utf8.count < 1100)
        let small = MarkdownHTML.Limits(maxText: 1 << 20, maxHTML: 500)
        let table =
            "> - a\n>\n>   | a | b |\n>   | - | - |\n" + String(repeating: ">   | *c* | d |\n", count: 1000)
        let full = MarkdownHTML.fragment(table, limits: small)
        #expect(full.isCut && full.html.utf8.count < 700)
        for name in ["table", "tbody", "tr", "td", "em", "li", "ul", "blockquote"] {
            #expect(
                full.html.components(separatedBy: "<\(name)>").count
                    == full.html.components(separatedBy: "</\(name)>").count, "\(name)")
        }
        let whole = MarkdownHTML.fragment("a")
        #expect(!whole.isCut)
        #expect(MarkdownHTML.fragment("") == MarkdownHTML.Fragment(html: "", isCut: false))
    }

    @Test func `a footnote of one word is no address`() {
        #expect(html("Text[^1].\n\n[^1]: Note") == "<p>Text[^1].</p>\n<p>[^1]: Note</p>\n")
        #expect(html("```\n[^a]: b\n```").contains(">[^a]: b\n<"))
    }
}
