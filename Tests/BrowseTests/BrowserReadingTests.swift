import CarrelBrowse
import CarrelCore
import CarrelFrontEnd
import CarrelHTTP
import CarrelModel
import CarrelStages
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

    /// A browser in a document of twenty lines, of which two sentences hold the same words.
    private var playedLong: PlayedBrowser {
        var played = played
        var lines = (0..<20).map { "line \($0)" }
        lines.replaceSubrange(5...6, with: ["  about modal", "  logic"])
        lines[12] = "Modal Logic again"
        let content = DetailContent(lines.map { StyledLine($0) })
        played.take(.detail(.shown(content), serial: played.browser.detailSerial))
        return played
    }

    @Test func `words are found in a document in any case, also where a line ends between them`() {
        var played = playedLong
        for (keys, line) in [
            ("/modal  logic\r", "about modal"), ("n", "Modal Logic again"), ("n", "about modal"),
            ("N", "Modal Logic again"), ("GN", "Modal Logic again"), ("gn", "about modal"),
            ("/line 18\r", "line 18"), ("n", "line 18"),
        ] {
            played.press(keys)
            #expect(played.cursorLine.contains(line), "\(keys): \(played.text)")
        }
        #expect(played.browser.focus == .detail && played.browser.detail.top == 17)
    }

    @Test(arguments: [
        ("頓と見当", "吾輩は猫である。どこで生れたか頓と見当がつかぬ。"), ("november", "https://x.example/archive/2026/november/list"),
        ("10 km and back", "It is 10\u{A0}km  and\nback"), ("one two three four", "one two\nthree\nfour"),
        ("cafe", "Café"), ("CAFÉ", "cafe"), ("الناس", "النَّاسُ"), ("שלום", "שָׁלוֹם"), ("don't", "they don’t"),
        ("soft", "so\u{AD}ft"), ("fluss", "Ｆluß"), ("हिन्दी", "यह हिन्दी है"),
    ])
    func `words are found however they are written, and wherever the lines of the pane end`(
        words: String, text: String
    ) {
        for width in 8...40 {
            var played = played
            let content = DetailContent(StyledLine.fitted(text, width: width))
            played.take(.detail(.shown(content), serial: played.browser.detailSerial))
            played.press("/\(words)\r")
            #expect(played.browser.detail.found != nil, "\(width): \(played.text)")
        }
    }

    @Test(arguments: [(Int64?.some(1024), "1/6 · 50 %  ? keys"), (Int64?.none, "1/6  ? keys")])
    func `of a document that is shown in part nothing is said of the rest`(size: Int64?, told: String) {
        var played = PlayedBrowser(columns: 200, lines: 8)
        played.press("l")
        let preview = Preview(
            text: String(repeating: "word ok\n", count: 64), isTruncated: true,
            part: size.map { .beginning(bytes: 512, size: $0) }, mediaType: .plainText)
        let content = DetailContent(
            StyledLine.fitted(preview.text, width: 40), part: ShownPart(preview))
        played.take(.detail(.shown(content), serial: played.browser.detailSerial))
        // The rest does not come.
        played.isSlow = true
        played.press("G")
        #expect(played.text.hasSuffix(told), "\(played.text)")
        played.press("/xyz\r")
        #expect(played.text.contains("“xyz” is not in the part that is shown (512 B"), "\(played.text)")
    }

    @Test func `what has no letters is in no document, and is said as it was typed`() {
        var played = playedLong
        played.press("/")
        played.press("\u{301}")
        played.press("\r")
        #expect(played.text.contains("“\u{301}” is not in this"), "\(played.text)")
        played.press("n")
        #expect(played.text.contains("Press / and type"), "\(played.text)")
    }

    @Test func `in a document that a search found, n goes to what was searched for`() {
        var played = PlayedBrowser(columns: 46, lines: 8)
        played.found = ["nowhere", "Text of", "TEXT  OF"]
        played.press("/tide\rl")
        let content = DetailContent((1...30).map { StyledLine($0 == 20 ? "The text of it" : "line \($0)") })
        played.take(.detail(.shown(content), serial: played.browser.detailSerial))
        played.press("n")
        #expect(played.cursorLine.contains("The text of it"), "\(played.text)")
        played.found = ["nowhere", "never"]
        played.press("h/tides\rln")
        #expect(played.text.contains("“nowhere” or “never”"), "\(played.text)")
    }

    @Test func `words that go on in the next lines are marked in all of them`() {
        var played = played
        let content = DetailContent(StyledLine.fitted("of the rope boat moon light", width: 11))
        played.take(.detail(.shown(content), serial: played.browser.detailSerial))
        played.press("/rope boat moon\r")
        let screen = BrowserView.screen(of: played.browser)
        let marked = (0..<8).flatMap { line in (0..<46).map { screen[$0, line] } }
            .filter { $0.style.attributes.contains(.reversed) && !$0.style.attributes.contains(.bold) }
        #expect(marked.map(\.text).joined() == "ropeboat moon", "\(played.text)")
    }

    @Test func `who resizes the screen stays at the same place of the text, and at what was found`() {
        var played = played
        played.isSlow = true
        let text = (1...80).map { "PARAGRAPH \($0) " + String(repeating: "goes on and on ", count: 9) }
            .joined(separator: "\n")
        func content(_ width: Int) -> DetailContent { DetailContent(StyledLine.fitted(text, width: width)) }
        func resize(_ width: Int) {
            played.take(.resized(columns: width + 2, lines: 12))
            played.take(.detail(.shown(content(width)), serial: played.browser.detailSerial))
        }
        resize(44)
        played.press("/paragraph 50\r")
        for width in [43, 60, 20, 33] {
            resize(width)
            let line = content(width).lines[played.browser.detail.top].text
            #expect(line.hasPrefix("PARAGRAPH 50 ") && played.cursorLine.contains(line))
        }
        played.press("jj")
        let top = played.browser.detail.top
        for width in [20, 21, 24, 29, 35, 60, 44, 33] { resize(width) }
        #expect(played.browser.detail.top == top)
        played.press("n")
        #expect(content(33).lines[played.browser.detail.top].text.hasPrefix("PARAGRAPH 50 "))
    }

    @Test func `a screen that gets narrower shows what fits of words that are marked`() {
        var played = PlayedBrowser(columns: 67, lines: 8)
        played.press("l")
        played.isSlow = true
        let content = DetailContent([StyledLine(String(repeating: "x", count: 58) + " boat")])
        played.take(.detail(.shown(content), serial: played.browser.detailSerial))
        played.press("/boat\r")
        for columns in [62, 50, 20, 1] {
            played.take(.resized(columns: columns, lines: 8))
            #expect(BrowserView.screen(of: played.browser).columns == columns)
        }
    }

    @Test func `what was found is shown in reverse until Esc, and what was not is said`() {
        var played = playedLong
        func isReversed(_ column: Int) -> Bool {
            BrowserView.screen(of: played.browser)[column, 4].style.attributes.contains(.reversed)
        }
        played.press("n")
        #expect(played.text.contains("Press / and type what"))
        played.press("/modal\r")
        #expect(!isReversed(8) && isReversed(9) && isReversed(13) && !isReversed(14))
        played.press("\u{1B}")
        #expect(!isReversed(9) && played.browser.focus == .detail)
        played.press("/nothing\r")
        #expect(played.text.contains("“nothing” is not in"), "\(played.text)")
        played.press("\u{1B}\u{1B}")
        #expect(played.browser.focus == .items)
    }

    @Test(arguments: [(20, 6), (80, 15), (60, 15), (80, 24), (200, 9)])
    func `what stands above a document leaves half of the pane to it`(columns: Int, lines: Int) {
        var view = SampleLibrary.view
        var item = view.catalogs[0].catalog.sections[0].collections[0].items[0]
        item.title = String(repeating: "Why there are tides and currents ", count: 9)
        item.subtitle = item.title
        item.details = (1...8).map { Detail("Fact \($0)", String(repeating: "x", count: 300)) }
        view.catalogs[0].catalog.sections[0].collections[0].items[0] = item
        var played = PlayedBrowser(columns: columns, lines: lines, view)
        played.press("l")
        let content = DetailContent((1...50).map { StyledLine("row \($0)") })
        played.take(.detail(.shown(content), serial: played.browser.detailSerial))
        let rows = played.text.split(separator: "\n").filter { $0.contains("row ") }
        #expect(rows.count >= (lines - 2) / 2 && played.text.contains("…"), "\(played.text)")
        #expect(played.text.contains("● new") && played.text.contains("Why there"), "\(played.text)")
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
