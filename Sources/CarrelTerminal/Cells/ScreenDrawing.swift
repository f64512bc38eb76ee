/// Draws a screen over another one, with as few bytes as possible.
///
/// Cells that are the same stay; gaps are jumped over or written again, whichever is shorter; the blank rest of a line is
/// erased at once. A character whose width terminals count differently is written onto blanks, the cursor is placed anew
/// behind it, and all is written again that it may have covered.
package struct ScreenDrawing: Sendable {
    private let depth: ColourDepth
    private var text = ""
    /// Where the terminal's cursor is; `nil` if that cannot be known.
    private var pen: ScreenPlace?
    private var style: CellStyle?

    private init(_ depth: ColourDepth) { self.depth = depth }

    /// What to send a terminal.
    ///
    /// - Parameters:
    ///   - new: what it is to show.
    ///   - old: what it shows; `nil`, or a screen of another size, if everything is to be drawn.
    ///   - depth: the colours that it has.
    /// - Returns: the text; empty if nothing differs.
    package static func text(
        of new: ScreenBuffer, over old: ScreenBuffer?, _ depth: ColourDepth
    ) -> String {
        var drawing = ScreenDrawing(depth)
        drawing.draw(new, over: old)
        return drawing.text
    }

    private mutating func draw(_ new: ScreenBuffer, over former: ScreenBuffer?) {
        var old: ScreenBuffer
        if let former, former.columns == new.columns, former.lines == new.lines {
            guard former != new else { return }
            old = former
            pen = former.cursor
            style = .plain
        } else {
            text += "\u{1B}[m\u{1B}[H\u{1B}[2J"
            old = ScreenBuffer(columns: new.columns, lines: new.lines)
            (pen, style) = (ScreenPlace(column: 0, line: 0), .plain)
            if former?.graphics.contains(where: \.isLayer) == true { text += Self.noLayers }
        }
        let gone = old.graphics.filter { !new.graphics.contains($0) }
        if gone.contains(where: \.isLayer) { text += Self.noLayers }
        // What was under a picture is not known to the terminal any longer.
        for graphic in gone where !graphic.isLayer {
            old.mark(graphic.area) { $0 = CellStyle(.black, .italic) }
        }
        for line in 0..<new.lines { drawLine(line, new, old) }
        let keepsLayers = !gone.contains(where: \.isLayer)
        for graphic in new.graphics where !(old.graphics.contains(graphic) && keepsLayers) {
            move(to: ScreenPlace(column: graphic.area.column, line: graphic.area.line))
            text += graphic.sequence
            pen = nil
        }
        if style != .plain { text += CellStyle.plain.sequence(from: style, depth) }
        guard let cursor = new.cursor else {
            if former?.cursor != nil || former == nil { text += "\u{1B}[?25l" }
            return
        }
        move(to: cursor)
        if former?.cursor == nil { text += "\u{1B}[?25h" }
    }

    /// Removes every picture of Kitty's graphics protocol from the screen.
    package static let noLayers = "\u{1B}_Ga=d,q=2\u{1B}\\"

    // MARK: Lines

    private mutating func drawLine(_ line: Int, _ new: ScreenBuffer, _ old: ScreenBuffer) {
        let start = line * new.columns
        let cells = new.cells[start..<start + new.columns]
        guard cells != old.cells[start..<start + new.columns] else { return }
        // From there on the line is blank.
        let blank = (cells.lastIndex { $0 != Cell() } ?? start - 1) + 1 - start
        let oldEnd =
            (old.cells[start..<start + new.columns].lastIndex { $0 != Cell() } ?? start - 1) + 1 - start
        let erases = oldEnd - blank > 3
        let end = erases ? blank : new.columns
        // Before there the terminal may show something else than `old` says.
        var doubted = 0
        for column in 0..<end {
            let index = start + column
            // A wide character is drawn as a whole.
            let whole = index..<index + new.width(column, line)
            guard column < doubted || new.cells[whole] != old.cells[whole] else { continue }
            if !new.cells[index].text.isEmpty { write(new, column, line) }
            doubted = max(doubted, column + max(reach(of: old.cells[index]), reach(of: new.cells[index])))
        }
        guard erases else { return }
        move(to: ScreenPlace(column: blank, line: line), new)
        change(to: .plain)
        text += "\u{1B}[K"
    }

    private mutating func write(_ screen: ScreenBuffer, _ column: Int, _ line: Int) {
        let place = ScreenPlace(column: column, line: line)
        move(to: place, screen)
        let cell = screen[column, line]
        change(to: cell.style)
        let width = screen.width(column, line)
        let isUncertain = cell.text.first.map(TextWidth.isUncertain) ?? true
        if isUncertain, width > 1 {
            // Where a terminal takes fewer columns for it, the others would keep what was there.
            text += String(repeating: " ", count: width)
            pen = nil
            move(to: place)
        }
        text += cell.text
        let next = column + width
        // In the last column terminals wait with the cursor, each in its way.
        pen = next < screen.columns && !isUncertain ? ScreenPlace(column: next, line: line) : nil
    }

    /// The most cells that a terminal may change where a cell is drawn, or drawn over.
    private func reach(of cell: Cell) -> Int {
        guard let character = cell.text.first, TextWidth.isUncertain(character) else { return 1 }
        return 2 * character.unicodeScalars.count
    }

    private mutating func change(to new: CellStyle) {
        text += new.sequence(from: style, depth)
        style = new
    }

    // MARK: Moving

    /// Moves the cursor in the shortest way; through cells that stay as they are by writing them again.
    private mutating func move(to place: ScreenPlace, _ screen: ScreenBuffer? = nil) {
        defer { pen = place }
        guard pen != place else { return }
        var best =
            place.column == 0
            ? place.line == 0 ? "\u{1B}[H" : "\u{1B}[\(place.line + 1)H"
            : "\u{1B}[\(place.line + 1);\(place.column + 1)H"
        guard let pen else {
            text += best
            return
        }
        func consider(_ way: String) { if way.utf8.count < best.utf8.count { best = way } }
        if place.column == 0, place.line == pen.line { consider("\r") }
        if place.column == 0, place.line > pen.line {
            consider("\r" + String(repeating: "\n", count: place.line - pen.line))
        }
        if place.line == pen.line, place.column > pen.column {
            let gap = place.column - pen.column
            consider(gap == 1 ? "\u{1B}[C" : "\u{1B}[\(gap)C")
            if let screen, gap < 4, let between = plain(screen, pen, gap) { consider(between) }
        }
        if place.line == pen.line, place.column < pen.column {
            consider(String(repeating: "\u{8}", count: pen.column - place.column))
        }
        text += best
    }

    /// The text between the cursor and a place, where it has the style that is set.
    private func plain(_ screen: ScreenBuffer, _ place: ScreenPlace, _ count: Int) -> String? {
        let cells = (0..<count).map { screen[place.column + $0, place.line] }
        guard cells.allSatisfy({ $0.style == style && $0.text.utf8.count == 1 }) else { return nil }
        return cells.map(\.text).joined()
    }
}
