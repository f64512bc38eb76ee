import CarrelBasics

/// Aligned columns of text, without characters that a terminal acts on.
struct TextTable {
    private var rows: [[String]] = []

    /// Adds a row.
    mutating func add(_ cells: String...) { rows.append(cells.map { ShownText.of($0.singleLine) }) }

    /// The table; the last column is not padded.
    var text: String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? Self.width($0[column]) : 0 }.max() ?? 0
        }
        return rows.map { Self.line($0, widths: widths) }.joined(separator: "\n")
    }

    /// The lines of the table, no wider than a terminal.
    ///
    /// - Parameters:
    ///   - width: the width of the terminal; `nil` for no limit.
    ///   - shrinking: the columns to cut if there is too little space, in this order.
    ///   - least: the least width of each of them.
    /// - Returns: a line for each row.
    func lines(within width: Int?, shrinking: [Int], least: Int = 12) -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        var widths = (0..<columns).map { column in
            rows.map { column < $0.count ? Self.width($0[column]) : 0 }.max() ?? 0
        }
        var excess = widths.reduce(0, +) + 2 * max(0, columns - 1) - (width ?? .max)
        for column in shrinking where column < columns && excess > 0 && widths[column] > least {
            let cut = min(excess, widths[column] - least)
            widths[column] -= cut
            excess -= cut
        }
        return rows.map { cells in
            let cells = cells.enumerated().map { Self.cut($0.element, to: widths[$0.offset]) }
            let line = String(Self.line(cells, widths: widths).trimmedEnd)
            return width.map { Self.cut(line, to: $0) } ?? line
        }
    }

    /// Writes a long table to standard output without keeping it in memory.
    ///
    /// Its cells are made twice: for the widths and for the lines.
    ///
    /// - Parameters:
    ///   - rows: the rows.
    ///   - column: the column to cut on a narrow terminal; the last one is wrapped.
    ///   - style: the style of a row's lines; `nil` for none.
    ///   - cells: makes the cells of a row.
    static func write<Rows: Sequence>(
        _ rows: Rows, shrinking column: Int? = nil,
        style: (Rows.Element) -> ((String) -> String)? = { _ in nil },
        cells: (Rows.Element) -> [String]
    ) {
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in cells(row).enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], width(cell.singleLine))
            }
        }
        let columns = FittedColumns(widths, within: Terminal.outputWidth, shrinking: column)
        withoutActuallyEscaping(cells) { cells in
            withoutActuallyEscaping(style) { style in
                LineWriter.output.lines(
                    rows.lazy.flatMap { row in
                        let lines = columns.lines(cells(row).map(\.singleLine))
                        return style(row).map { lines.map($0) } ?? lines
                    })
            }
        }
    }

    static func line(_ cells: [String], widths: [Int]) -> String {
        var line = ""
        for (column, cell) in cells.enumerated() {
            line += cell
            guard column < cells.count - 1 else { break }
            for _ in width(cell)..<(widths[column] + 2) { line += " " }
        }
        return line
    }

    /// The width of text in columns: two for wide East Asian characters and emoji, none for combining marks.
    static func width(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { width, character in
            guard let scalar = character.unicodeScalars.first else { return width }
            switch scalar.value {
            case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
                0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
                return width + 2
            default: return width + 1
            }
        }
    }

    /// Text cut to a width, with an ellipsis if it was cut.
    static func cut(_ text: String, to limit: Int) -> String {
        guard width(text) > limit else { return text }
        var taken = 0
        let beginning = text.prefix { character in
            taken += width(String(character))
            return taken < limit
        }
        return beginning + "…"
    }
}

extension String {
    /// The text without spaces at its end.
    fileprivate var trimmedEnd: Substring {
        lastIndex { $0 != " " }.map { self[...$0] } ?? ""
    }
}
