/// How many columns and rows a cell of a table takes.
struct CellSpan: Hashable, Sendable {
    private(set) var columns = 1
    /// The rows; as many as there can be where the cell goes on to the end of its part of the table.
    private(set) var rows = 1

    // Those of the HTML standard.
    private static let maxColumns = 1000
    private static let maxRows = 65_534

    /// Reads `colspan`; anything but a number of columns is 1.
    mutating func read(columns value: some Sequence<UInt8>) {
        if let number = Self.number(value), number > 0 { columns = min(number, Self.maxColumns) }
    }

    /// Reads `rowspan`; 0 means all rows that follow.
    mutating func read(rows value: some Sequence<UInt8>) {
        if let number = Self.number(value) { rows = number == 0 ? Self.maxRows : min(number, Self.maxRows) }
    }

    /// The digits at the beginning, as far as they tell a number that is not too large for any table.
    private static func number(_ value: some Sequence<UInt8>) -> Int? {
        var number: Int?
        for byte in value.drop(while: { $0 <= 0x20 }) {
            guard byte &- 0x30 < 10 else { break }
            number = min(100_000, (number ?? 0) * 10 + Int(byte - 0x30))
        }
        return number
    }
}
