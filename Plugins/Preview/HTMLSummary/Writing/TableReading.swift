import CarrelBasics

/// Tells tables of data from those that only place things, and reads their rows.
struct TableReading {
    private let tree: PageTree
    private let weights: [NodeWeight]
    private let dropped: [Bool]

    init(_ tree: PageTree, _ weights: [NodeWeight], _ dropped: [Bool]) {
        (self.tree, self.weights, self.dropped) = (tree, weights, dropped)
    }

    // A cell with more, in characters, holds a text and not a value.
    private static let maxCell: Float = 500

    /// The rows of a table of data; `nil` of one that only places what is in it.
    ///
    /// Columns and rows without any text are left out.
    func rows(_ table: Int, _ text: InlineText) -> [[String]]? {
        guard !tree.nodes[table].flags.contains(.layout), let cells = cells(table) else { return nil }
        guard cells.count > 1, cells.contains(where: { $0.count { $0 != nil } > 1 }) else { return nil }
        let rows = cells.map { row in
            row.map { cell in cell.map { text.string($0, keepsLines: false).singleLine } ?? "" }
        }
        .filter { row in row.contains { !$0.isEmpty } }
        let width = rows.map(\.count).max() ?? 0
        let columns = (0..<width).filter { column in
            rows.contains { column < $0.count && !$0[column].isEmpty }
        }
        return rows.map { row in columns.compactMap { $0 < row.count ? row[$0] : nil } }
    }

    /// The nodes of the cells of each row, without those of tables within them; `nil` if one holds more than a value.
    private func cells(_ table: Int) -> [[Range<Int>?]]? {
        var grid = TableGrid()
        var index = table + 1
        while index < Int(tree.nodes[table].end) {
            let node = tree.nodes[index]
            if dropped[index] {
                index = Int(node.end)
                continue
            }
            switch node.tag {
            case .table: return nil
            case .tr: grid.startRow()
            case .thead, .tbody, .tfoot: grid.endGroup()
            case .td, .th:
                guard isValue(index), !grid.isTooLarge else { return nil }
                grid.add(index + 1..<Int(node.end), tree.spans[index] ?? CellSpan())
                index = Int(node.end)
                continue
            default: break
            }
            index += 1
        }
        return grid.isTooLarge ? nil : grid.rows.filter { $0.contains { $0 != nil } }
    }

    private func isValue(_ cell: Int) -> Bool {
        guard weights[cell].length <= Self.maxCell else { return false }
        return !(cell..<Int(tree.nodes[cell].end)).contains { inner in
            switch tree.nodes[inner].tag {
            case .h1, .h2, .h3, .pre, .form: true
            default: false
            }
        }
    }
}
