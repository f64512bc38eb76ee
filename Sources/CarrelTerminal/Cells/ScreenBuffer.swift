/// One place of a screen.
package struct Cell: Sendable, Hashable {
    /// The character; empty if a wide one at the left covers it.
    package var text = " "
    /// How it looks.
    package var style = CellStyle.plain

    package init(_ text: String = " ", _ style: CellStyle = .plain) {
        (self.text, self.style) = (text, style)
    }
}

/// A place on a screen, from 0.
package struct ScreenPlace: Sendable, Hashable {
    package var column, line: Int

    package init(column: Int, line: Int) { (self.column, self.line) = (column, line) }
}

/// What a screen shows, as a value: cells, pictures and the cursor.
///
/// Two of them are compared to draw only what differs, and in tests to say what is to be seen.
package struct ScreenBuffer: Sendable, Hashable {
    /// The number of cells in a line.
    package let columns: Int
    /// The number of lines.
    package let lines: Int
    /// The cells, line by line.
    package private(set) var cells: [Cell]
    /// Where the cursor stands; hidden for `nil`.
    package var cursor: ScreenPlace?
    /// The pictures, in the order of drawing.
    package var graphics: [PlacedGraphic] = []

    // More than any screen has; a terminal that says otherwise is wrong.
    private static let most = 2000

    package init(columns: Int, lines: Int) {
        self.columns = min(max(columns, 1), Self.most)
        self.lines = min(max(lines, 1), Self.most)
        cells = Array(repeating: Cell(), count: self.columns * self.lines)
    }

    /// The whole screen.
    package var area: ScreenArea { ScreenArea(column: 0, line: 0, columns: columns, lines: lines) }

    /// One cell; a blank one outside.
    package subscript(column: Int, line: Int) -> Cell {
        guard (0..<columns).contains(column), (0..<lines).contains(line) else { return Cell() }
        return cells[line * columns + column]
    }

    /// The text of a line without the blanks at its end.
    package func text(ofLine line: Int) -> String {
        guard (0..<lines).contains(line) else { return "" }
        var text = cells[line * columns..<(line + 1) * columns].map(\.text).joined()
        while text.last == " " { text.removeLast() }
        return text
    }

    /// The text of all lines.
    package var text: String { (0..<lines).map(text(ofLine:)).joined(separator: "\n") }

    // MARK: Drawing

    /// Writes text into a line; what is beyond the area is left out, and control characters are.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - column: where it begins.
    ///   - line: its line.
    ///   - style: how it looks.
    ///   - end: the column before which it ends; the screen's own end at most.
    /// - Returns: the column behind it.
    @discardableResult
    package mutating func put(
        _ text: some StringProtocol, _ column: Int, _ line: Int, _ style: CellStyle = .plain, end: Int = .max
    ) -> Int {
        let end = min(end, columns)
        guard (0..<lines).contains(line) else { return column }
        var column = column
        for character in text {
            let width = TextWidth.of(character)
            guard width > 0 else { continue }
            guard column + width <= end else { break }
            if column >= 0 { set(Cell(String(character), style), width: width, column, line) }
            column += width
        }
        return column
    }

    /// Fills an area with blanks of a style.
    package mutating func fill(_ area: ScreenArea, _ style: CellStyle = .plain) {
        for line in area.line..<max(area.line, area.line + area.lines) {
            for column in area.column..<max(area.column, area.column + area.columns) {
                set(Cell(" ", style), width: 1, column, line)
            }
        }
    }

    /// Writes one character; `width` says how many cells it covers.
    package mutating func set(_ cell: Cell, width: Int = 1, _ column: Int, _ line: Int) {
        guard (0..<lines).contains(line), column >= 0, column + width <= columns else { return }
        let index = line * columns + column
        // A part of a wide character cannot be shown.
        let before = (0..<column).prefix { cells[index - $0].text.isEmpty }.count
        let beyond = (column + width..<columns).prefix { cells[line * columns + $0].text.isEmpty }.count
        for part in index - before..<index + width + beyond { cells[part].text = " " }
        cells[index] = cell
        for part in index + 1..<index + max(1, width) { cells[part] = Cell("", cell.style) }
    }

    /// How many cells the character at a place of the screen covers.
    func width(_ column: Int, _ line: Int) -> Int {
        1 + (column + 1..<columns).prefix { self[$0, line].text.isEmpty }.count
    }

    /// Gives what is in an area further attributes, such as those of a selection.
    package mutating func mark(_ area: ScreenArea, _ change: (inout CellStyle) -> Void) {
        for line in (area.line..<area.line + area.lines).clamped(to: 0..<lines) {
            for column in (area.column..<area.column + area.columns).clamped(to: 0..<columns) {
                change(&cells[line * columns + column].style)
            }
        }
    }
}

/// A part of a screen.
package struct ScreenArea: Sendable, Hashable {
    /// Its first column and line, from 0, and how many of both it has.
    package var column, line, columns, lines: Int

    package init(column: Int, line: Int, columns: Int, lines: Int) {
        (self.column, self.line) = (column, line)
        (self.columns, self.lines) = (max(0, columns), max(0, lines))
    }

    /// The column behind it.
    package var end: Int { column + columns }

    /// Whether a place is in it.
    package func contains(_ place: ScreenPlace) -> Bool {
        (column..<end).contains(place.column) && (line..<line + lines).contains(place.line)
    }

    /// The same without some of its edge.
    package func inset(left: Int = 0, top: Int = 0, right: Int = 0) -> ScreenArea {
        ScreenArea(
            column: column + left, line: line + top, columns: columns - left - right, lines: lines - top)
    }
}

/// A picture that a terminal shows beside its cells.
package struct PlacedGraphic: Sendable, Hashable {
    /// The cells that it covers.
    package var area: ScreenArea
    /// The sequence that draws it where the cursor stands.
    package var sequence: String
    /// Whether it is removed by a command; otherwise by what is written over it.
    package var isLayer: Bool

    package init(_ area: ScreenArea, sequence: String, isLayer: Bool) {
        (self.area, self.sequence, self.isLayer) = (area, sequence, isLayer)
    }
}
