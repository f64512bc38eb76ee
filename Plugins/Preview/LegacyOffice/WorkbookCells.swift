/// The cells of a sheet that hold something.
struct WorkbookCells {
    /// A cell and its place in the order of rows, and of columns within them.
    struct Cell {
        fileprivate(set) var value: Value
        let place: Int
        var row: Int { place / columns }
        var column: Int { place % columns }
    }

    /// What a cell holds.
    enum Value {
        case number(Double, style: Int)
        /// A text at a place of the stream.
        case text(Range<Int>)
        /// One of the texts that all sheets share.
        case shared(Int)
        case truth(Bool)
        case error(Int)
    }

    /// How many columns these formats have.
    static let columns = 256
    private(set) var cells: [Cell] = []
    /// Whether the last one has its text in a record behind it.
    private var awaitsText = false

    /// Takes the cells of a record, if it has any.
    mutating func take(_ record: WorkbookRecord, of stream: LegacyBytes) {
        let (start, size) = (record.content.lowerBound, record.content.count)
        if record.kind == .formulaText {
            if awaitsText { cells[cells.count - 1].value = .text(record.content) }
            awaitsText = false
            return
        }
        guard size >= 8, let row = stream.short(start), let column = stream.short(start + 2),
            let style = stream.short(start + 4)
        else { return }
        switch record.kind {
        case .sharedText where size >= 10: add(.shared(stream.long(start + 6) ?? 0), row, column)
        case .text, .richText: add(.text(record.content.dropFirst(6)), row, column)
        case .number where size >= 14: add(.number(stream.double(start + 6), style: style), row, column)
        case .shortNumber where size >= 10:
            add(.number(stream.shortNumber(start + 6), style: style), row, column)
        case .shortNumbers:
            for index in 0..<((size - 6) / 6) {
                let place = start + 4 + 6 * index
                let number = stream.shortNumber(place + 2)
                add(.number(number, style: stream.short(place) ?? 0), row, column + index)
            }
        case .truth:
            let code = stream.byte(start + 6) ?? 0
            add(stream.byte(start + 7) == 0 ? .truth(code != 0) : .error(code), row, column)
        case .formula where size >= 14: addResult(stream, start + 6, style, row, column)
        default: break
        }
    }

    /// Adds the result of a formula; one that is not a number has a mark at its end.
    private mutating func addResult(
        _ stream: LegacyBytes, _ place: Int, _ style: Int, _ row: Int, _ column: Int
    ) {
        guard stream.short(place + 6) == 0xFFFF else {
            return add(.number(stream.double(place), style: style), row, column)
        }
        let code = stream.byte(place + 2) ?? 0
        switch stream.byte(place) {
        case 0:
            add(.text(0..<0), row, column)
            awaitsText = column < Self.columns
        case 1: add(.truth(code != 0), row, column)
        case 2: add(.error(code), row, column)
        default: break
        }
    }

    private mutating func add(_ value: Value, _ row: Int, _ column: Int) {
        awaitsText = false
        guard column < Self.columns else { return }
        cells.append(Cell(value: value, place: row * Self.columns + column))
    }
}

extension LegacyBytes {
    /// Eight bytes as a number of floating point.
    fileprivate func double(_ place: Int) -> Double {
        Double(bitPattern: UInt64(long(place) ?? 0) | UInt64(long(place + 4) ?? 0) << 32)
    }

    /// Four bytes as a number: a whole one, or the higher half of one of floating point; perhaps of hundredths.
    fileprivate func shortNumber(_ place: Int) -> Double {
        let bits = UInt32(truncatingIfNeeded: long(place) ?? 0)
        let number =
            bits & 2 == 0
            ? Double(bitPattern: UInt64(bits & ~3) << 32) : Double(Int32(bitPattern: bits) >> 2)
        return bits & 1 == 0 ? number : number / 100
    }
}
