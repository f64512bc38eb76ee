import CarrelModel
import CarrelTerminal
import Testing

/// Screens as values, and what is sent to draw one over another.
struct ScreenTests {
    @Test func `text is put where it belongs, and cut at the edge`() {
        var screen = ScreenBuffer(columns: 8, lines: 2)
        #expect(screen.put("Grüße", 0, 0) == 5)
        screen.put("世界世界", 3, 1)
        #expect(screen.text == "Grüße\n   世界")
        #expect(screen[3, 1].text == "世" && screen[4, 1].text.isEmpty)
        screen.put("abc", 6, 0, end: 7)
        screen.put("x", 0, 9)
        #expect(screen.text(ofLine: 0) == "Grüße a")
    }

    @Test func `half of a wide character becomes a blank`() {
        var screen = ScreenBuffer(columns: 6, lines: 1)
        screen.put("世界", 0, 0)
        screen.put("x", 1, 0)
        #expect(screen.text == " x界")
        screen.put("世", 1, 0)
        #expect(screen.text == " 世")
    }

    @Test func `letters that are joined cover as many cells as a terminal takes for each of them`() {
        var screen = ScreenBuffer(columns: 12, lines: 1)
        #expect(screen.put("स्त्री हि", 0, 0) == 7 && screen.text == "स्त्री हि")
        #expect(screen[4, 0].text == " " && screen[5, 0].text == "हि")
        let sent = ScreenDrawing.text(of: screen, over: nil, .none)
        #expect(sent.contains("    \u{1B}[Hस्त्री\u{1B}[1;5H "), "\(sent)")
        screen.put("x", 2, 0)
        #expect(screen.text == "  x  हि")
    }

    @Test func `control characters and marks without a letter are left out`() {
        var screen = ScreenBuffer(columns: 20, lines: 1)
        screen.put("a\u{1B}[31mb\u{9B}c\u{7}\u{202E}\u{301}d", 0, 0)
        #expect(!screen.text.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
        #expect(screen.text.contains("a") && screen.text.contains("d"))
    }

    @Test func `nothing is sent where nothing differs, and little for little`() {
        var screen = ScreenBuffer(columns: 80, lines: 24)
        for line in 0..<24 { screen.put("line \(line) of a screen with some text in it", 0, line) }
        #expect(ScreenDrawing.text(of: screen, over: screen, .basic).isEmpty)
        var other = screen
        other.put("L", 0, 5)
        #expect(ScreenDrawing.text(of: other, over: screen, .basic) == "\u{1B}[6HL")
        other = screen
        other.fill(ScreenArea(column: 4, line: 3, columns: 76, lines: 1))
        #expect(ScreenDrawing.text(of: other, over: screen, .basic) == "\u{1B}[4;5H\u{1B}[K")
        other = screen
        other.put("A", 0, 0)
        other.put("B", 3, 0)
        #expect(ScreenDrawing.text(of: other, over: screen, .basic) == "\u{1B}[HAin" + "B")
    }

    @Test func `only the cursor moves where only it moved`() {
        var screen = ScreenBuffer(columns: 10, lines: 5)
        screen.cursor = ScreenPlace(column: 0, line: 1)
        var other = screen
        other.cursor = ScreenPlace(column: 0, line: 2)
        #expect(ScreenDrawing.text(of: other, over: screen, .basic) == "\r\n")
        other.cursor = nil
        #expect(ScreenDrawing.text(of: other, over: screen, .basic) == "\u{1B}[?25l")
        #expect(ScreenDrawing.text(of: screen, over: other, .basic) == "\u{1B}[2H\u{1B}[?25h")
    }

    @Test func `a style is changed in the shortest way, with the colours that there are`() {
        let red = CellStyle(.red, .bold)
        #expect(red.sequence(from: .plain, .basic) == "\u{1B}[1;31m")
        #expect(red.sequence(from: .plain, .none) == "\u{1B}[1m")
        #expect(CellStyle.plain.sequence(from: red, .basic) == "\u{1B}[m")
        #expect(CellStyle(.green, .bold).sequence(from: red, .basic) == "\u{1B}[32m")
        #expect(CellStyle(.red, .dim).sequence(from: red, .basic) == "\u{1B}[22;2m")
        let colour = CellStyle(.exact(Picture.Colour(red: 255, green: 135, blue: 0)))
        #expect(colour.sequence(from: .plain, .full) == "\u{1B}[38;2;255;135;0m")
        #expect(colour.sequence(from: .plain, .palette) == "\u{1B}[38;5;208m")
        #expect(colour.sequence(from: .plain, .basic) == "\u{1B}[93m")
        #expect(colour.sequence(from: .plain, .none).isEmpty)
    }

    @Test func `whatever was there before, a terminal shows the new screen`() {
        let texts = ["a", "hello", "世界", "e\u{301}é", "🙂🇳🇴", "👩‍👩‍👧x", "          ", "…▀", "❤\u{FE0F}!", "स्त्री"]
        let styles = [
            CellStyle.plain, CellStyle(.red), CellStyle(.blue, .bold),
            CellStyle(.standard, on: .named(.green)),
            CellStyle(.cyan, [.dim, .underlined]), CellStyle.plain.with(.reversed),
        ]
        var random = SystemRandomNumberGenerator()
        for _ in 0..<60 {
            let (columns, lines) = (
                Int.random(in: 1...30, using: &random), Int.random(in: 1...8, using: &random)
            )
            var terminal = FakeTerminal(columns: columns, lines: lines)
            var old: ScreenBuffer?
            var screen = ScreenBuffer(columns: columns, lines: lines)
            for _ in 0..<12 {
                for _ in 0..<Int.random(in: 0...6, using: &random) {
                    screen.put(
                        texts.randomElement() ?? "", Int.random(in: 0..<columns, using: &random),
                        Int.random(in: 0..<lines, using: &random), styles.randomElement() ?? .plain)
                }
                if Bool.random(using: &random) {
                    screen.fill(
                        ScreenArea(
                            column: Int.random(in: 0..<columns, using: &random), line: 0, columns: 9, lines: 2
                        ))
                }
                screen.cursor =
                    Bool.random(using: &random)
                    ? ScreenPlace(
                        column: Int.random(in: 0..<columns, using: &random),
                        line: Int.random(in: 0..<lines, using: &random)) : nil
                terminal.take(ScreenDrawing.text(of: screen, over: old, .basic))
                #expect(terminal.shown == screen)
                old = screen
            }
        }
    }

    @Test(arguments: [1, 2, 3, 6])
    func `beside characters whose width a terminal counts otherwise nothing else remains or is missing`(
        width: Int
    ) {
        let lines = [
            "abcdefghijkl", "ab👩‍👩‍👧efghijkl", "abcdefghijkl", "a🌊defghijkl", "a🫨d❤\u{FE0F}ghijkl", "🇳🇴🌊e",
            "abcdefghijkl", "abcdef🌊jk世", "", "abcdefghij👩‍👩‍👧", "abcdefghijkl", "aस्त्रीfghष्ट्री", "abcdefghijkl",
        ]
        var terminal = FakeTerminal(columns: 12, lines: 1, uncertainWidth: width)
        var old: ScreenBuffer?
        for text in lines {
            var screen = ScreenBuffer(columns: 12, lines: 1)
            screen.put(text, 0, 0)
            terminal.take(ScreenDrawing.text(of: screen, over: old, .none))
            for column in 0..<12 {
                let left = (0...column).last { !screen[$0, 0].text.isEmpty } ?? column
                let isUncertain = screen[left, 0].text.first.map(TextWidth.isUncertain) ?? false
                let isCovered = isUncertain && left < column
                let wanted = isCovered ? " " : screen[column, 0].text
                #expect(terminal.shown[column, 0].text == wanted, "\(text): \(terminal.shown.text)")
            }
            old = screen
        }
    }

    @Test func `a picture is drawn in cells, within its place`() {
        let red = Picture.Colour(red: 255, green: 0, blue: 0)
        var screen = ScreenBuffer(columns: 3, lines: 2)
        screen.put(
            Picture(pixels: [[red, red, nil], [nil, red, red], [red, nil, nil]]),
            in: ScreenArea(column: 1, line: 0, columns: 2, lines: 1))
        #expect(screen.text == " ▀▀\n")
        #expect(screen[2, 0].style == CellStyle(.exact(red), on: .exact(red)))
        let lines = PictureText.lines(Picture(pixels: [[nil, red], [red, red], [red, nil]]), .full)
        #expect(
            lines == [
                "\u{1B}[38;2;255;0;0m▄\u{1B}[48;2;255;0;0m▀\u{1B}[0m",
                "\u{1B}[38;2;255;0;0m▀\u{1B}[m \u{1B}[0m",
            ])
    }

    @Test func `a terminal's own pictures are drawn once and removed when they are gone`() {
        var screen = ScreenBuffer(columns: 10, lines: 4)
        var other = screen
        other.graphics = [
            PlacedGraphic(
                ScreenArea(column: 2, line: 1, columns: 3, lines: 2), sequence: "<picture>", isLayer: false)
        ]
        #expect(ScreenDrawing.text(of: other, over: screen, .full).contains("\u{1B}[2;3H<picture>"))
        #expect(ScreenDrawing.text(of: other, over: other, .full).isEmpty)
        // Both of its lines are erased.
        #expect(ScreenDrawing.text(of: screen, over: other, .full).split(separator: "\u{1B}[K").count == 2)
        screen = other
        other.graphics[0].isLayer = true
        #expect(
            ScreenDrawing.text(of: ScreenBuffer(columns: 10, lines: 4), over: other, .full).contains(
                ScreenDrawing.noLayers))
    }
}
