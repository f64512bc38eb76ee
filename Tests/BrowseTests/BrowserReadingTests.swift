import CarrelBrowse
import CarrelTerminal
import Testing

/// Going through a document.
struct BrowserReadingTests {
    // Of seven lines of text three are seen.
    private var played: PlayedBrowser {
        var played = PlayedBrowser(columns: 46, lines: 8)
        played.press("l")
        return played
    }

    @Test func `the last line of a document stands at the bottom of the pane`() {
        var played = played
        for keys in ["G", "    ", "Gj"] {
            played.press(keys)
            let lines = played.text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines[6] == " The text of 1, The text of 1,", "\(played.text)")
            #expect(lines[4].contains("The text of 1, The text of 1, The text of 1,"))
        }
    }

    @Test func `a screen further leaves no line out, and the last line says how far that is`() {
        var played = played
        for (keys, top, words) in [
            ("", 0, "1/6 · 42 %  ? keys"), (" ", 3, "1/6 · 85 %  ? keys"), ("G", 4, "1/6 · 100 %  ? keys"),
            ("\u{2}", 1, "1/6 · 57 %  ? keys"), ("h", 1, "1/6  ? keys"),
        ] {
            played.press(keys)
            #expect(played.browser.detail.top == top && played.text.hasSuffix(words), "\(played.text)")
        }
    }

    @Test func `all of a text below a picture can be seen`() {
        var played = PlayedBrowser(columns: 46, lines: 12)
        played.press("l")
        let graphic = PlacedGraphic(
            ScreenArea(column: 0, line: 0, columns: 10, lines: 4), sequence: "<picture>", isLayer: true)
        let content = DetailContent((1...4).map { StyledLine("line \($0)") }, graphic: graphic)
        played.take(.detail(.shown(content), serial: played.browser.detailSerial))
        #expect(played.text.contains("line 2") && !played.text.contains("line 3"), "\(played.text)")
        played.press("G")
        #expect(played.text.contains("line 4") && played.text.contains("100 %"), "\(played.text)")
    }
}
