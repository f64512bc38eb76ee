import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import MarkdownPreviewing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct MarkdownPreviewerTests {
    private func show(_ text: String, limits: PreviewLimits = PreviewLimits()) async throws -> Preview {
        try await preview(
            text, as: "text/markdown", with: MarkdownPreviewer(),
            limits: limits)
    }

    @Test func `colours for a terminal are left out`() async throws {
        let shown = try await show("# \u{1B}[31mred\u{1B}[0m\n\nText\n")
        #expect(shown.title == "red" && shown.text == "# red\n\nText")
    }

    @Test func `blocks are written alike however they were written`() async throws {
        let text = """
            Title of *it*
            =====

            A [link](http://example.org/a) and ![picture](b.png), `code` and __more__.
            Second line<br>third ~~gone~~ https://example.org

            * one
            * two
                1. deep
                2. deeper

            + [ ] to do
            + [x] done

            > quoted
            > words

                indented

            ~~~swift
            let a = 1 < 2
            ~~~

            a | b
            --|--
            1 | 2 \\| 3

            <div><p>Inside</p></div>

            ***
            """
        let shown = try await show(text)
        #expect(
            shown.text == """
                # Title of *it*

                A [link](http://example.org/a) and picture, `code` and **more**.
                Second line
                third ~~gone~~ https://example.org

                - one
                - two
                  1. deep
                  2. deeper

                - [ ] to do
                - [x] done

                > quoted
                > words

                ```
                indented
                ```

                ```swift
                let a = 1 < 2
                ```

                | a | b |
                | --- | --- |
                | 1 | 2 \\| 3 |

                Inside

                ---
                """)
        #expect(shown.title == "Title of it")
        #expect(shown.form == .markdown)
        #expect(shown.summary?.hasPrefix("A link and picture, code and more.") == true)
    }

    @Test func `what stands before the text are facts`() async throws {
        let shown = try await show(
            "---\r\ntitle: \"The title\"\r\nauthor: Ada\r\ntags:\r\n  - one\r\n-\ttwo\r\nkeys: [a, b]\r\n---\r\n# Other\r\n\r\nText\r\n"
        )
        #expect(shown.title == "The title")
        #expect(shown.metadata == ["author": "Ada", "tags": "one, two", "keys": "a, b"])
        #expect(shown.text == "# Other\n\nText")
        let other = try await show("+++\ntitle = 'T'\ndescription = \"What it is\"\n+++\ntext")
        #expect(other.title == "T")
        #expect(other.summary == "What it is")
        // A line that is none, and a text that goes on.
        #expect(try await show("---\n\nwords\n\n---\n").text == "---\n\nwords\n\n---")
    }

    @Test func `a list before the text may hold any number of brackets`() async throws {
        let brackets = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        let shown = try await show("---\na: \(brackets)\nb: ['c', [d, e]]\n---\ntext")
        #expect(shown.text == "text")
        #expect(shown.metadata["b"] == "c, [d, e]")
    }

    @Test(arguments: ["Fo\u{200D}o", "\u{1E9E}\u{200D}\u{F28}", "a\u{202E}b"])
    func `the name of a fact holds nothing that cannot be seen`(name: String) async throws {
        let shown = try await show("---\n\(name): x\n---\ntext")
        let found = try #require(shown.metadata.keys.first)
        #expect(!found.unicodeScalars.contains { [0x200D, 0x202E].contains($0.value) })
    }

    @Test func `deep and large documents are cut`() async throws {
        let deep = try await show(String(repeating: "> ", count: 5000) + "x")
        #expect(deep.isTruncated && deep.part == .withGaps)
        let large = try await show(
            String(repeating: "word word\n\n", count: 200_000), limits: PreviewLimits(maxText: 1000))
        #expect(large.isTruncated)
        #expect(large.text.utf8.count <= 1000)
    }

    @Test func `HTML that is nested too deep is left out, and that is told`() async throws {
        let shown = try await show("One\n\n\(String(repeating: "<div>", count: 600))two\n\nThree")
        #expect(shown.text == "One\n\nThree")
        #expect(shown.isTruncated && shown.part == .withGaps)
    }

    @Test func `what the author kept from being a mark is none, and code keeps its ticks`() async throws {
        let text = "1986\\. A year\n\\# one\n\n- \\+ two\n\nSee `` a`b ``, ``` c``d ``` and `` ` ``"
        let shown = try await show(text)
        #expect(shown.text == text)
        #expect(shown.summary == "1986. A year # one")
    }

    @Test func `footnotes stay footnotes, however short they are`() async throws {
        let shown = try await show(
            """
            Text[^1], more[^note] and none[^2].

            [^note]: Two

                paragraphs.

            [^1]: Note

            The end.
            """)
        #expect(
            shown.text == """
                Text[^1], more[^2] and none[^2].

                The end.

                [^1]: Note

                [^2]: Two

                    paragraphs.
                """)
    }

    @Test func `very many footnotes take no time out of proportion`() async throws {
        let marks = (0..<20_000).map { "[^\($0)]" }.joined()
        let notes = (0..<20_000).map { "[^\($0)]: note" }.joined(separator: "\n\n")
        for text in [
            marks, marks + "\n\n" + notes, String(repeating: "[^", count: 200_000),
            String(repeating: "[^a]: ", count: 50_000),
        ] {
            _ = try await show(text)
        }
    }

    @Test(arguments: [
        String(repeating: "www.a_", count: 100_000), String(repeating: "![[]()", count: 100_000),
        "http://a.b" + String(repeating: ")", count: 500_000),
        String(repeating: "a|b\n-|-|-\n+\n", count: 50_000), String(repeating: "a\n-\u{B}\n", count: 100_000),
        String(repeating: "|", count: 400_000) + "\n|-|-\n",
        "a|b\n-|-\n" + String(repeating: "|", count: 400_000),
        "a|b\n" + String(repeating: "-|", count: 400_000),
        String(repeating: "http://a.b<", count: 50_000), String(repeating: "www.a<*", count: 100_000),
        String(repeating: "a<?", count: 150_000), String(repeating: "\\\\<?", count: 100_000),
        String(repeating: "a <!A ", count: 100_000), String(repeating: "a<![CDATA[", count: 50_000),
    ])
    func `marks without end take no time out of proportion`(text: String) async throws {
        #expect(try await show(text, limits: PreviewLimits(maxText: 1000)).text.utf8.count <= 1000)
    }

    @Test func `code of nothing but the marks of a fence is shown without delay`() async throws {
        let shown = try await show("    " + String(repeating: "`", count: 1 << 20) + "\n")
        #expect(shown.isTruncated)
    }
}
