import CarrelFrontEnd
import CarrelHTTP
import CarrelModel
import Testing

/// What previews say of the part of a text that they show.
struct ShownPartTests {
    private func preview(
        _ text: String, _ type: String, isTruncated: Bool = true, _ part: Preview.Part? = nil
    ) -> Preview {
        Preview(text: text, isTruncated: isTruncated, part: part, mediaType: MediaType(type) ?? .octetStream)
    }

    @Test func `how much of a text is shown is said in its own measure`() {
        let words = String(repeating: "x", count: 256 << 10)
        let part = ShownPart(preview(words, "text/plain", .beginning(bytes: 256 << 10, size: 1 << 20)))
        #expect(part?.words == "256 KiB of 1.00 MiB" && part?.share == 0.25)
        let alone = ShownPart(preview(words, "text/plain"))
        #expect(alone?.words == "256 KiB" && alone?.share == nil)
        var pages = preview("One", "application/pdf")
        let marks = [Preview.PageMark(page: 1, offset: 0), Preview.PageMark(page: 12, offset: 1)]
        (pages.pages, pages.pageMarks) = (300, marks)
        #expect(ShownPart(pages)?.words == "up to page 12 of 300" && ShownPart(pages)?.share == 11.0 / 300)
        // Who asked for later pages has not seen those before.
        pages.pageMarks.removeFirst()
        #expect(ShownPart(pages)?.words == "3 B")
        let whole = preview("x", "text/plain", isTruncated: false, .beginning(bytes: 1, size: 1))
        #expect(ShownPart(whole) == nil)
    }

    @Test func `of a text whose end is shown it is not said that it goes on`() {
        var sheets = preview("One", "application/vnd.ms-excel", .withGaps)
        (sheets.pages, sheets.pageMarks) = (2, [Preview.PageMark(page: 1, offset: 0)])
        let part = ShownPart(sheets)
        #expect(part?.sentence == "Parts of the text are left out; shown: 3 B.")
        #expect(part?.share == nil && part?.hasEnd == true)
        #expect(sheets.cut(to: 2).part == nil)
    }

    @Test func `a text that is cut once more is told in proportion`() {
        let text = preview("four", "text/plain", .beginning(bytes: 8, size: 80))
        #expect(ShownPart(text.cut(to: 1))?.words == "2 B of 80 B")
    }

    @Test func `a text that is cut says so in words, and one that is not ends with its last line`() {
        let cut = PreviewParts(preview("one\ntwo\n", "text/plain", .beginning(bytes: 8, size: 80)))
        #expect(cut.text == "one\ntwo")
        #expect(cut.notes == ["The text goes on in the document; shown: 8 B of 80 B."])
        let whole = PreviewParts(preview("one\n\n", "text/plain", isTruncated: false))
        #expect(whole.text == "one\n" && whole.notes.isEmpty)
        #expect(PreviewParts(preview("", "text/plain")).text == "(no text)")
    }

    @Test func `of Markdown the backslashes that keep words from being marks are not shown`() {
        var book = preview("\\- No.", "application/epub+zip", isTruncated: false)
        #expect(PreviewParts(book).text == "\\- No.")
        book.form = .markdown
        #expect(PreviewParts(book).text == "- No.")
        // What the text begins with is not said before it.
        book.summary = "- No."
        #expect(PreviewParts(book).summary == nil)
    }

    @Test(arguments: [(5, ["audio/mpeg"]), (nil, ["audio/mpeg", "duration: 0:03"])] as [(Int?, [String])])
    func `facts stand before a text unless it begins with them`(factsEnd: Int?, told: [String]) {
        var sound = preview("Sound", "audio/mpeg", isTruncated: false)
        (sound.metadata, sound.factsEnd) = (["duration": "0:03"], factsEnd)
        #expect(PreviewParts(sound).facts == told)
    }
}
