import CarrelBasics
import CarrelModel

/// The cells of a sheet as far as they are shown.
package struct CellGrid {
    /// How much of a sheet is shown.
    package struct Limits: Sendable {
        package var rows: Int
        package var columns: Int

        package init(rows: Int, columns: Int) { (self.rows, self.columns) = (rows, columns) }
    }

    private var rows: [[(column: Int, text: String)]] = []
    private var columns: Set<Int> = []
    private let limits: Limits
    /// How much text there is room for, in bytes: many cells may have one long text, which is in the file once.
    private var room: Int
    /// Whether a row was left out in part, for want of room.
    private var hasCutRow = false
    /// Rows that were left out; `nil` if nobody counted them.
    private var leftOutRows: Int? = 0

    /// Makes an empty grid.
    ///
    /// - Parameters:
    ///   - limits: how much is shown.
    ///   - room: the most text of all cells, in bytes.
    package init(limits: Limits, room: Int) { (self.limits, self.room) = (limits, room) }

    /// Whether no further row is shown.
    package var isFull: Bool { hasCutRow || rows.count >= limits.rows }

    /// Whether anything was left out.
    package var isCut: Bool { hasCutRow || leftOutRows != 0 }

    /// Adds a row of cells, in the order of their columns; an empty one is left out.
    package mutating func add(_ cells: some Sequence<(column: Int, text: String)>) {
        var row: [(column: Int, text: String)] = []
        for (column, text) in cells where !text.isEmpty {
            guard !isFull else {
                leftOutRows = leftOutRows.map { $0 + 1 }
                return
            }
            let (shown, isCut) = text.prefix(utf8: room)
            room -= shown.utf8.count
            if !shown.isEmpty { row.append((column, shown)) }
            guard !isCut else {
                hasCutRow = true
                break
            }
        }
        guard !row.isEmpty else { return }
        rows.append(row)
        columns.formUnion(row.map(\.column))
    }

    /// Says that there are more rows, and how many if that is known.
    package mutating func leaveOut(rows count: Int?) {
        leftOutRows = count.flatMap { count in leftOutRows.map { $0 + count } }
    }

    /// The table, without the columns that hold nothing, and what is not in it.
    package var blocks: [MarkdownText.Block] {
        let shown = columns.sorted().prefix(limits.columns)
        let places = Dictionary(uniqueKeysWithValues: shown.enumerated().map { ($1, $0) })
        let table = rows.map { row in
            var cells = Array(repeating: "", count: shown.count)
            for (column, text) in row {
                if let place = places[column] { cells[place] = MarkdownText.literal(text) }
            }
            return cells
        }
        var result: [MarkdownText.Block] = table.isEmpty ? [] : [.table(table)]
        let note = leftOut(columns.count - shown.count)
        if !note.isEmpty { result.append(.paragraph("Left out: \(note).")) }
        return result
    }

    private func leftOut(_ columns: Int) -> String {
        var parts: [String] = hasCutRow ? ["more cells"] : []
        if let rows = leftOutRows {
            if rows > 0 { parts.append("\(rows) more row\(rows == 1 ? "" : "s")") }
        } else {
            parts.append("more rows")
        }
        if columns > 0 { parts.append("\(columns) more column\(columns == 1 ? "" : "s")") }
        return parts.joined(separator: " and ")
    }
}
