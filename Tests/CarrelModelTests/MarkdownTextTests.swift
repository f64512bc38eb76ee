import CarrelHTTP
import CarrelModel
import Testing

@Suite("Text of documents is written as Markdown, page by page")
struct MarkdownTextTests {
    @Test("each block is written as CommonMark has it")
    func blocks() {
        let text = MarkdownText([
            .heading(level: 2, "A\nheading"), .paragraph("one\ntwo"), .item("first"),
            .item("deeper", depth: 1),
            .item("third", number: 3), .quote("said\n\nagain"), .code("\n  let a\n", language: "swift"),
            .table([["a", "b|c"], ["d"]]), .rule, .paragraph(" "),
        ]).text
        #expect(
            text == """
                ## A heading

                one
                two

                - first
                  - deeper
                3. third

                > said
                >
                > again

                ```swift
                  let a
                ```

                | a | b\\|c |
                | --- | --- |
                | d |  |

                ---
                """)
    }

    @Test("items stand within those around them, whatever the width of their marks")
    func nestedItems() {
        let text = MarkdownText([
            .item("a", depth: 2), .item("b"), .paragraph("c"), .item("d", number: 9), .item("e", depth: 1),
            .item("f", depth: 3), .item("g", number: 10), .item("h", depth: 1, number: 1),
            .item("i", depth: 2),
        ]).text
        #expect(
            text == """
                  - a
                - b

                c

                9. d
                   - e
                       - f
                10. g
                    1. h
                       - i
                """)
    }

    @Test(
        "words that would begin another block are marked, speech and numbers in lines are not",
        arguments: [
            ("# not a heading", "\\# not a heading"), ("#hashtag", "#hashtag"),
            ("- not an item", "\\- not an item"),
            ("-5 degrees", "-5 degrees"), ("1984. A year", "1984\\. A year"), ("3.5 metres", "3.5 metres"),
            ("> quoted", "\\> quoted"), ("===", "\\==="), ("* * *", "\\* * *"),
            ("*emphasis* here", "*emphasis* here"), ("```swift", "\\```swift"), ("~~~ `a`", "\\~~~ `a`"),
            ("``` a``b ``` is code", "``` a``b ``` is code"),
        ])
    func marks(words: String, written: String) {
        #expect(MarkdownText([.paragraph(words)]).text == written)
    }

    @Test(
        "a cell that is not Markdown keeps the signs that would be marks",
        arguments: [
            ("2*3*4", "2\\*3\\*4"), ("pkg/__init__.py", "pkg/\\_\\_init\\_\\_.py"),
            ("~~old~~ `a`", "\\~\\~old\\~\\~ \\`a\\`"),
            ("a[1](2)", "a\\[1](2)"), ("AT&amp;T &#38; &x", "AT\\&amp;T \\&#38; &x"),
            ("C:\\new\\*.txt", "C:\\new\\\\*.txt"), ("\\\\server\\b", "\\\\\\server\\b"),
        ])
    func literal(words: String, written: String) {
        #expect(MarkdownText.literal(words) == written)
        let row = MarkdownText([.table([[written, "b|c"]])]).text
        #expect(MarkdownText.withoutBackslashes(row).hasPrefix("| \(words) | b\\|c |\n"))
    }

    @Test(
        "most words have nothing that would be a mark",
        arguments: [
            "snake_case_name", "*.txt and *.md", "5 * 4 * 3", "f(*args, **kwargs)", "a ~5 to ~6", "it`s",
            "C:\\new",
            "[1]", "AT&T x", "https://example.org/~ada/a~b_*c*", "**", "größer_als_x",
        ])
    func unmarked(words: String) { #expect(MarkdownText.literal(words) == words) }

    @Test("on a terminal what keeps words from being marks is not seen, but in code")
    func withoutBackslashes() {
        let rest = "\\# x\n\n```\n\\- a\n```\n\na \\* b\n\n| C:\\*.txt |"
        let text = MarkdownText.withoutBackslashes("\\- No.\n\n1984\\. A year\n\n" + rest)
        #expect(text == "- No.\n\n1984. A year\n\n" + rest)
    }

    @Test("a fence is longer than any in the code")
    func fence() { #expect(MarkdownText([.code("a\n```\nb")]).text == "````\na\n```\nb\n````") }

    @Test("a fence around a million marks is found in one pass", .timeLimit(.minutes(1)))
    func longFence() {
        let marks = String(repeating: "`", count: 1_000_000)
        #expect(MarkdownText.fence(around: "``\n" + marks + "\n````") == marks + "`")
        #expect(MarkdownText.fence(around: "") == "```")
    }

    @Test("pages stand apart, have their marks, and can be shown alone")
    func pages() {
        var paged = PagedText(limit: 100)
        paged.add(page: 1, "one\n")
        paged.add(page: 2, " \n")
        paged.add(page: 3, "\n\n  three é\n\n")
        paged.add(page: 4, "four")
        #expect(paged.text == "one\n\n  three é\n\nfour" && !paged.isCut)
        #expect(paged.marks.map(\.page) == [1, 3, 4])
        let preview = Preview(text: paged.text, mediaType: .plainText, pages: 4, pageMarks: paged.marks)
        #expect(preview.only(pages: 2...3).text == "  three é")
        #expect(preview.only(pages: 3...9).text == "  three é\n\nfour")
        #expect(preview.only(pages: 3...9).pageMarks.map(\.offset) == [0, 12])
        #expect(preview.only(pages: 2...2).text.isEmpty && preview.only(pages: 2...2).notes.isEmpty)
        let whole = Preview(text: "one", mediaType: .plainText).only(pages: 2...2)
        #expect(whole.text == "one" && whole.notes.first?.contains("not divided into pages") == true)
    }

    @Test("a text that is too long is cut and says so", arguments: 0...14)
    func cut(limit: Int) {
        var paged = PagedText(limit: limit)
        paged.add(page: 1, "one two")
        paged.add(page: 2, "three")
        #expect(paged.text.utf8.count <= limit && paged.isCut == (limit < 14))
        #expect("one two\n\nthree".hasPrefix(paged.text))
    }

    @Test("white space behind a text that just fits is not cut off it")
    func fits() {
        var paged = PagedText(limit: 14)
        paged.add(page: 1, "one two\n")
        paged.add(page: 2, "three \n\n")
        #expect(paged.text == "one two\n\nthree" && !paged.isCut)
    }
}
