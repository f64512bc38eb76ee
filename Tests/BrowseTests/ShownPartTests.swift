import CarrelFrontEnd
import CarrelHTTP
import CarrelModel
import Testing

/// What previews say of the part of a text that they show.
struct ShownPartTests {
    private func preview(_ text: String, _ type: String, isTruncated: Bool = true) -> Preview {
        Preview(text: text, isTruncated: isTruncated, mediaType: MediaType(type) ?? .octetStream)
    }

    @Test func `how much of a text is shown is said in its own measure`() {
        let text = preview(String(repeating: "x", count: 256 << 10), "text/plain")
        let part = ShownPart(text, size: 1 << 20)
        #expect(part?.words == "256 KiB of 1.00 MiB" && part?.share == 0.25)
        #expect(ShownPart(text)?.words == "256 KiB" && ShownPart(text)?.share == nil)
        var pages = preview("One", "application/pdf")
        let marks = [Preview.PageMark(page: 1, offset: 0), Preview.PageMark(page: 12, offset: 1)]
        (pages.pages, pages.pageMarks) = (300, marks)
        #expect(ShownPart(pages, size: 9)?.words == "12 of 300 pages")
        // Who asked for later pages has not seen those before.
        pages.pageMarks.removeFirst()
        #expect(ShownPart(pages, size: 9)?.words == "3 B")
        #expect(ShownPart(preview("x", "text/plain", isTruncated: false), size: 9) == nil)
    }

    @Test func `a text that is cut says so in words, and one that is not ends with its last line`() {
        let cut = PreviewParts(preview("one\ntwo\n", "text/plain"), size: 80)
        #expect(cut.text == "one\ntwo")
        #expect(cut.notes == ["The text goes on in the document; shown: 8 B of 80 B."])
        let whole = PreviewParts(preview("one\n\n", "text/plain", isTruncated: false))
        #expect(whole.text == "one\n" && whole.notes.isEmpty)
        #expect(PreviewParts(preview("", "text/plain")).text == "(no text)")
    }
}
