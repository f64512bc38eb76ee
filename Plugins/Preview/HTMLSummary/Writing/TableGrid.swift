/// Places the cells of a table in rows and columns, as browsers do.
struct TableGrid {
    /// The rows: the nodes of each cell; an empty place if one from above or before goes on there.
    private(set) var rows: [[Range<Int>?]] = []
    /// Whether there are more places than a table is shown with.
    private(set) var isTooLarge = false

    // For each column, the further rows that a cell in it goes on for; the last is not 0.
    private var reaches: [Int] = []
    // The columns of this row that cells from above take.
    private var taken: [Bool] = []
    private var places = 0
    private static let maxPlaces = 100_000

    /// Begins a row.
    mutating func startRow() {
        rows.append([])
        taken = reaches.map { $0 > 0 }
        for column in reaches.indices where reaches[column] > 0 { reaches[column] -= 1 }
        while reaches.last == 0 { reaches.removeLast() }
        count(taken.count)
    }

    /// Ends a head, a body or a foot, which no cell reaches out of.
    mutating func endGroup() { (reaches, taken) = ([], []) }

    /// Adds the next cell of the row.
    mutating func add(_ cell: Range<Int>, _ span: CellSpan) {
        if rows.isEmpty { startRow() }
        var row = rows.removeLast()
        while row.count < taken.count, taken[row.count] { row.append(nil) }
        count(span.columns)
        guard !isTooLarge else { return rows.append(row) }
        let columns = row.count..<row.count + span.columns
        row.append(cell)
        row += Array(repeating: nil, count: span.columns - 1)
        rows.append(row)
        guard span.rows > 1 else { return }
        if reaches.count < columns.upperBound {
            reaches += Array(repeating: 0, count: columns.upperBound - reaches.count)
        }
        for column in columns { reaches[column] = max(reaches[column], span.rows - 1) }
    }

    private mutating func count(_ more: Int) {
        places += more
        if places >= Self.maxPlaces { isTooLarge = true }
    }
}
