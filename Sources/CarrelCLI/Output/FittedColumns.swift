import CarrelTerminal

/// Fits the columns of a long table into a terminal: wraps the last column, and cuts one other to make space.
struct FittedColumns {
    /// The wanted width of the last column beside the others.
    private static let wanted = 30
    /// The least width of the column that is cut.
    private static let least = 16
    /// The indentation of the last cell if it is below the others, because its column would be too narrow.
    private static let indent = 4

    private var widths: [Int]
    private let width: Int?

    /// Fits columns into a width.
    ///
    /// - Parameters:
    ///   - widths: the widths that the columns need.
    ///   - width: the width of the terminal; `nil` for no limit.
    ///   - column: the column to cut if there is too little space.
    init(_ widths: [Int], within width: Int?, shrinking column: Int?) {
        (self.widths, self.width) = (widths, width)
        guard let width, let column, column < widths.count - 1, let last = widths.last else { return }
        let start = widths.dropLast().reduce(0) { $0 + $1 + 2 }
        let missing = min(last, Self.wanted) - (width - start)
        if missing > 0 { self.widths[column] -= min(missing, max(0, widths[column] - Self.least)) }
    }

    /// The lines of a row.
    func lines(_ cells: [String]) -> [String] {
        guard let width, let last = cells.last else { return [TextTable.line(cells, widths: widths)] }
        let fitted = zip(cells.dropLast(), widths).map { TextWidth.cut($0, to: $1) } + [last]
        let start = widths.prefix(cells.count - 1).reduce(0) { $0 + $1 + 2 }
        if start + TextWidth.of(last) <= width { return [TextTable.line(fitted, widths: widths)] }
        let isBeside = width - start >= Self.least
        let margin = isBeside ? start : min(Self.indent, width / 2)
        let wrapped = TextWrap.lines(last, width: width - margin)
        let first = TextTable.line(fitted.dropLast() + [isBeside ? wrapped[0] : ""], widths: widths)
        return [first]
            + wrapped.dropFirst(isBeside ? 1 : 0).map { String(repeating: " ", count: margin) + $0 }
    }
}
