import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HTMLPreviewTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// Reads a page with Python's own parser: elements end in the order they began, and nothing but what is allowed is in it.
    private static let check = #"""
        import base64, hashlib, html.parser, re, sys
        ALLOWED = {
            "html": {"lang"}, "head": set(), "meta": {"charset", "http-equiv", "content", "name"}, "title": set(),
            "style": set(), "body": set(), "main": {"lang", "dir"}, "h1": {"dir"}, "h2": set(), "h3": set(),
            "p": {"class", "dir", "id"}, "ul": set(), "ol": {"start"}, "li": set(), "blockquote": set(), "pre": {"class"},
            "code": {"class"}, "em": set(), "strong": set(), "del": set(), "a": {"href", "rel"}, "br": set(), "hr": set(),
            "table": {"class"}, "thead": set(), "tbody": set(), "tr": set(), "th": {"class", "scope"},
            "td": {"class", "dir"},
        }
        text = sys.stdin.buffer.read().decode("utf-8", "strict")
        class Reader(html.parser.HTMLParser):
            def __init__(self):
                super().__init__()
                self.open, self.seen, self.style, self.policy = [], [], "", ""
            def handle_starttag(self, tag, attributes):
                names = {name for name, _ in attributes}
                assert tag in ALLOWED and names <= ALLOWED[tag], (tag, attributes)
                values = dict(attributes)
                assert re.match(r"https?://|mailto:|#", values.get("href", "#")), attributes
                assert tag != "a" or values["rel"] == "noopener noreferrer nofollow", attributes
                if values.get("http-equiv") == "Content-Security-Policy": self.policy = values["content"]
                self.seen.append(tag)
                if tag not in ("meta", "br", "hr"): self.open.append(tag)
            def handle_startendtag(self, tag, attributes): raise AssertionError(tag)
            def handle_endtag(self, tag): assert self.open and self.open.pop() == tag, (tag, self.open)
            def handle_data(self, data):
                if self.open and self.open[-1] == "style": self.style += data
            def handle_comment(self, data): raise AssertionError(data)
        reader = Reader()
        reader.feed(text)
        reader.close()
        assert not reader.open, reader.open
        digest = base64.b64encode(hashlib.sha256(reader.style.encode()).digest()).decode()
        assert reader.policy == "default-src 'none'; style-src 'sha256-%s'; base-uri 'none'; form-action 'none'" % digest
        print(" ".join(sorted(set(reader.seen))))
        """#

    /// The names of the elements of a sound page.
    private func elements(_ page: String) async throws -> Set<String> {
        let file = try workspace.write("page.html", page)
        let script = try workspace.write("check.py", Self.check)
        let text = try TestProgram.run("sh", "-c", "exec python3 \"$0\" < \"$1\"", script, file)
        return Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    @Test func `a page of Markdown is sound, and holds nothing of the document's HTML`() async throws {
        let deep = String(repeating: ">", count: 3000)
        let file = try workspace.write(
            "notes.md",
            """
            # Notes & <b>more</b>

            [a](https://example.org/?a=1&b="2") [b](javascript:alert(1)) [c](java&#115;cript:x) ![d](http://example.org/d)
            <https://example.org/x> **e** *f* ~~g~~ `h` <iframe src=x></iframe>

            <script>alert(1)</script>

            <style>* {}</style>

            2. i
               - j

            > k

            | l | m |
            | --- | --: |
            | n<br> | <img src=x onerror=y> |

            ```sh" onload="x
            o <p>
            ```

            ---

            \(deep) p

            *q **r [s](http://example.org/
            """)
        let result = try await workspace.carrel("preview", file, "--format", "html")
        #expect(result.status == 0, "\(result.error)")
        let elements = try await elements(result.output)
        #expect(
            elements.isSuperset(of: [
                "h1", "a", "strong", "em", "del", "code", "pre", "ol", "ul", "blockquote", "table", "thead",
                "td", "hr",
            ]), "\(elements)")
        #expect(!result.output.contains("alert(1)</") && !result.output.contains("href=\"java"))
    }

    @Test func `text of any kind becomes a sound page`() async throws {
        let files = [
            ("a.txt", "a < b & c\n\nd", "pre"), ("t.csv", "a,b\n1,<i>2</i>\n", "td"),
            ("p.html", "<h1>x</h1><p>" + String(repeating: "words of it. ", count: 30), "p"),
            ("s.swift", "let a = 1 < 2\n", "code"),
        ]
        for (name, text, element) in files {
            let file = try workspace.write(name, text)
            let result = try await workspace.carrel("preview", file, "--format", "html")
            #expect(result.status == 0, "\(result.error)")
            #expect(try await elements(result.output).contains(element), "\(result.output)")
        }
    }
}
