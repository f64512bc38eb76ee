import CarrelBasics
import CarrelTerminal

/// Aligned columns of text, without characters that a terminal acts on.
struct TextTable {
    /// The least width of a column that is cut.
    private static let least = 12

    private var rows: [[String]] = []

    mutating func add(_ cells: String...) { rows.append(cells.map { ShownText.of($0.singleLine) }) }

    /// The widths that the columns need.
    private var widths: [Int] {
        (0..<(rows.map(\.count).max() ?? 0)).map { column in
            rows.map { column < $0.count ? TextWidth.of($0[column]) : 0 }.max() ?? 0
        }
    }

    /// The table; no line ends with spaces.
    var text: String {
        let widths = widths
        return rows.map { Self.line($0, widths: widths) }.joined(separator: "\n")
    }

    /// The lines of the table, no wider than a terminal.
    ///
    /// - Parameters:
    ///   - width: the width of the terminal; `nil` for no limit.
    ///   - shrinking: the columns to cut if there is too little space, in this order.
    /// - Returns: a line for each row.
    func lines(within width: Int?, shrinking: [Int]) -> [String] {
        var widths = widths
        var excess = widths.reduce(0, +) + 2 * max(0, widths.count - 1) - (width ?? .max)
        for column in shrinking where column < widths.count && excess > 0 && widths[column] > Self.least {
            let cut = min(excess, widths[column] - Self.least)
            widths[column] -= cut
            excess -= cut
        }
        return rows.map { cells in
            let cells = cells.enumerated().map { TextWidth.cut($0.element, to: widths[$0.offset]) }
            let line = Self.line(cells, widths: widths)
            return width.map { TextWidth.cut(line, to: $0) } ?? line
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
                widths[column] = max(widths[column], TextWidth.of(cell.singleLine))
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
            for _ in TextWidth.of(cell)..<(widths[column] + 2) { line += " " }
        }
        return String(line.trimmedEnd)
    }
}

extension String {
    /// The text without spaces at its end.
    fileprivate var trimmedEnd: Substring {
        lastIndex { $0 != " " }.map { self[...$0] } ?? ""
    }
}
