import CarrelBrowse
import CarrelCore
import CarrelFrontEnd
import CarrelTerminal
import Testing

/// Typing in the last line.
struct BrowserTypingTests {
    private var played: PlayedBrowser { PlayedBrowser(columns: 120, lines: 12) }

    @Test func `a slip in the middle of an address is mended where it is, and the cursor stands there`() {
        var played = played
        played.press("+htp://潮.example/\u{1B}[H\u{1B}[C\u{1B}[Ct")
        #expect(played.cursorLine.hasPrefix("Add a catalogue: http://潮.example/ "))
        #expect(BrowserView.screen(of: played.browser).cursor == ScreenPlace(column: 20, line: 11))
        // Behind a wide character.
        played.press("\u{5}" + String(repeating: "\u{2}", count: 9))
        #expect(BrowserView.screen(of: played.browser).cursor == ScreenPlace(column: 26, line: 11))
        played.press("\u{1B}[3~-\r")
        #expect(played.asked == [.look("http://潮-example/")])
    }

    @Test func `what is typed is seen on a narrow screen, too`() {
        var played = PlayedBrowser(columns: 20, lines: 8)
        played.press("+notes.example")
        #expect(played.cursorLine.hasPrefix("Add a ca… s.example"), "\(played.text)")
        played.take(.resized(columns: 40, lines: 8))
        #expect(played.cursorLine.hasPrefix("Add a catalogue: notes.example"), "\(played.text)")
    }

    @Test func `pasted text goes where the cursor is, and the former line is gone in the next prompt`() {
        var played = played
        played.press("/moon\u{1}")
        played.take(.input(.paste("tide\nand ")))
        #expect(played.cursorLine.hasPrefix("Search: tide andmoon "))
        played.press("\u{1B}/")
        #expect(played.cursorLine.hasPrefix("Search:      "))
    }

    @Test func `who only moves in the filter keeps the list, and who types there narrows it`() {
        var played = played
        played.press("fies")
        #expect(played.browser.list.rows.isEmpty)
        let serial = played.browser.listSerial
        played.press("\u{1}")
        #expect(played.browser.listSerial == serial)
        played.press("t\u{1B}[C\u{1B}[Cd\u{1B}[D\u{4}")
        #expect(played.browser.filter.text == "ties")
    }

    @Test func `a filter that goes with its collection is no longer typed on`() {
        var played = played
        played.press("ftides")
        played.read(LibraryView([]))
        #expect(played.browser.place == .news && played.browser.filter.isEmpty)
        played.press("a")
        #expect(played.browser.filter.text == "a")
    }
}
