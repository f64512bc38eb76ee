import CarrelBrowse
import CarrelFrontEnd
import CarrelHTTP
import CarrelModel
import CarrelTerminal
import Testing

/// Reading on in a text that is longer than what is shown at first.
struct BrowserReadingOnTests {
    /// A browser in a document whose first hundred lines are shown, of which three are seen; `share` of the text at most.
    private func played(share: Int64?) -> PlayedBrowser {
        var played = PlayedBrowser(columns: 200, lines: 8)
        played.press("l")
        played.isSlow = true
        let part = share.map { Preview.Part.beginning(bytes: 512, size: 512 * $0) }
        show(100, shownPart(part), in: &played)
        return played
    }

    private func shownPart(_ part: Preview.Part?) -> ShownPart? {
        let text = String(repeating: "x", count: 512)
        return ShownPart(Preview(text: text, isTruncated: true, part: part, mediaType: .plainText))
    }

    private func show(_ count: Int, _ part: ShownPart? = nil, in played: inout PlayedBrowser) {
        let content = DetailContent((1...count).map { StyledLine("line \($0)") }, part: part)
        played.take(.detail(.shown(content), serial: played.browser.detailSerial))
    }

    @Test(arguments: [Int64?.some(2), .some(16), .none])
    func `the end of a text that is shown in part brings the rest, and who went there sees its end`(
        share: Int64?
    ) {
        var played = played(share: share)
        let serial = played.browser.detailSerial
        played.press("jj")
        #expect(played.browser.detailSerial == serial)
        played.press("G")
        #expect(played.browser.detailSerial == serial + 1 && played.text.contains("line 100"))
        played.press("GG")
        #expect(played.browser.detailSerial == serial + 1)
        show(200, in: &played)
        #expect(played.text.contains("line 200") && played.text.contains("100 %"), "\(played.text)")
    }

    @Test func `who reads line by line goes on where they are, and so does who goes back meanwhile`() {
        var played = played(share: 2)
        played.press(String(repeating: " ", count: 40))
        show(200, in: &played)
        #expect(played.browser.detail.top == 97, "\(played.text)")
        played.press("j")
        #expect(played.text.contains("line 101"))
        played = self.played(share: 2)
        played.press("Gg")
        show(200, in: &played)
        #expect(played.browser.detail.top == 0)
    }

    @Test func `words that are not in what is shown are sought in the rest`() {
        let wishes: [(String, String?)] = [
            ("line 150", nil), ("needle", "“needle” is not in this document."),
        ]
        for (words, said) in wishes {
            var played = played(share: 2)
            played.press("/\(words)\r")
            #expect(played.text.contains("is not in the part that is shown"), "\(played.text)")
            #expect(played.text.contains("reading on …"))
            show(200, in: &played)
            #expect(!played.text.contains("reading on"))
            #expect(said == nil ? played.cursorLine.contains(words) : played.text.contains(said ?? ""))
        }
    }

    @Test func `a text whose end is shown ends there, and is not read on`() {
        var played = played(share: nil)
        show(100, shownPart(.withGaps), in: &played)
        let serial = played.browser.detailSerial
        played.press("G")
        #expect(played.text.contains("line 100") && played.text.contains("100 %"), "\(played.text)")
        #expect(played.browser.detailSerial == serial)
    }

    @Test func `a document whose first page is cut itself is read on`() {
        var played = played(share: nil)
        var slides = Preview(text: "One", isTruncated: true, mediaType: .pdf, pages: 3)
        slides.pageMarks = [Preview.PageMark(page: 1, offset: 0)]
        show(100, ShownPart(slides), in: &played)
        let serial = played.browser.detailSerial
        played.press("G")
        #expect(played.browser.detailSerial == serial + 1)
    }

    @Test func `of a text that is much longer the rest is left to the viewer`() {
        var played = played(share: 17)
        let serial = played.browser.detailSerial
        played.press("G/needle\r")
        #expect(played.browser.detailSerial == serial)
        #expect(played.text.contains("is not in the part that is shown (512 B of 8.50 KiB)."))
    }
}
