import CarrelHTTP
import CarrelModel
import Testing

@Suite("What changed between two versions is told by paragraph and word")
struct TextDifferenceTests {
    private func preview(_ pages: String...) -> Preview {
        var text = PagedText(limit: 1 << 20)
        for (index, page) in pages.enumerated() { text.add(page: index + 1, page) }
        return Preview(
            text: text.text, mediaType: .plainText, pages: pages.count,
            pageMarks: pages.count > 1 ? text.marks : [])
    }

    private func words(_ change: TextDifference.Change) -> String {
        change.words.map { words in
            switch words.kind {
            case .kept: words.text
            case .removed: "[-\(words.text)-]"
            case .added: "{+\(words.text)+}"
            }
        }.joined(separator: " ")
    }

    @Test("a word that is another one now is shown in its paragraph, with its page")
    func word() {
        let (old, new) = (
            preview("one", "The exam is on Monday at ten."), preview("one", "The exam is on Friday at ten.")
        )
        let changes = TextDifference(from: old, to: new).changes
        #expect(changes.map(words) == ["The exam is on [-Monday-] {+Friday+} at ten."])
        #expect(changes.map(\.page) == [2])
    }

    @Test("paragraphs that came, went and moved lines are told apart; other line breaks are no change")
    func paragraphs() {
        let old = preview("first\n\nsecond paragraph\nin two lines\n\nthird")
        let new = preview("first\n\nsecond\nparagraph in two lines\n\nnew one\n\nthird")
        #expect(TextDifference(from: old, to: new).changes.map(words) == ["{+new one+}"])
        #expect(TextDifference(from: new, to: old).changes.map(words) == ["[-new one-]"])
        #expect(TextDifference(from: old, to: old).changes.isEmpty)
    }

    @Test("rows of a table and lines of code are told one by one")
    func rowsAndCode() {
        func preview(_ mark: Int, _ code: String...) -> Preview {
            let rows = (0..<500).map { "| student\($0) | \($0 == 300 ? mark : 1) |" }
            let lines = ["```swift"] + code + ["  let ticks = \"```\"", "", "| x |", "```"]
            let text = (["| name | mark |", "| --- | --- |"] + rows + ["", "and", "so", ""] + lines)
            return Preview(text: text.joined(separator: "\n"), form: .markdown, mediaType: .plainText)
        }
        let old = preview(2, "let a = 1", "let b = 2", "let c = 3")
        let new = preview(5, "let a = 1", "let c = 4")
        #expect(
            TextDifference(from: old, to: new).changes.map(words) == [
                "| student300 | [-2-] {+5+} |", "let [-b-] {+c+} = [-2-] {+4+}", "[-let c = 3-]",
            ])
    }

    @Test("what keeps words from being marks of Markdown is not shown")
    func backslashes() {
        func preview(_ cell: String, _ line: String) -> Preview {
            let text = MarkdownText([.table([["file"], [MarkdownText.literal(cell)]]), .paragraph(line)]).text
            return Preview(text: text, form: .markdown, mediaType: .plainText)
        }
        let changes = TextDifference(
            from: preview("__init__.py", "- No, she said."), to: preview("__main__.py", "- Yes, she said.")
        ).changes
        #expect(
            changes.map(words) == [
                "| [-__init__.py-] {+__main__.py+} |", "- [-No,-] {+Yes,+} she said.",
            ])
    }

    @Test("in a paragraph with very many words the lines are compared")
    func longParagraph() {
        func preview(_ word: String) -> Preview {
            let lines = (0..<800).map { $0 == 400 ? "line \(word) here" : "line \($0)" }
            return self.preview(lines.joined(separator: "\n"))
        }
        let changes = TextDifference(from: preview("old"), to: preview("new")).changes
        #expect(changes.map(words) == ["line [-old-] {+new+} here"])
        let (one, other) = (Array(repeating: "one", count: 1200), Array(repeating: "other", count: 1200))
        let whole = TextDifference(
            from: self.preview(one.joined(separator: " ")), to: self.preview(other.joined(separator: " ")))
        #expect(whole.changes.map { $0.words.map(\.kind) } == [[.removed, .added]])
    }

    @Test("texts that share nothing end in time", .timeLimit(.minutes(1)))
    func large() {
        let old = preview((0..<30_000).map { "a\($0)" }.joined(separator: "\n\n"))
        let new = preview((0..<30_000).map { "b\($0)" }.joined(separator: "\n\n"))
        #expect(TextDifference(from: old, to: new).changes.count == 60_000)
    }

    @Test("of unchanged words only those next to changes are kept")
    func short() throws {
        let (old, new) = (preview("a b c d e f g h i j k y l m n"), preview("a b c d e f x g h i j k l m n"))
        let change = try #require(TextDifference(from: old, to: new).changes.first)
        #expect(change.shortened(2).words.map(\.text) == ["… e f", "x", "g h … j k", "y", "l m …"])
        #expect(change.shortened(6).words == change.words)
    }
}
