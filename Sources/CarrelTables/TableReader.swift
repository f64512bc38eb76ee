/// Reads rows of cells that a character separates and quotes keep together (RFC 4180), one after the other.
public struct TableReader {
    private let bytes: [UInt8]
    private let separator: UInt8
    private let quotesEnd: Int
    private var index = 0
    /// Whether a quote was never closed: its cell goes to the end.
    public private(set) var isBroken = false
    /// Where the first cell begins of those that were skipped whose quote was not closed at its end.
    public private(set) var doubtfulQuote: Int?
    // Of the rows that `cut` was asked for: whether one has a cell for each column, and whether one does not.
    private var hasFullRow = false
    private var hasShortRow = false

    /// - Parameters:
    ///   - text: the table in UTF-8; LF alone ends a row.
    ///   - separator: the character between cells.
    ///   - quotesEnd: how far quotes keep cells together; behind that they are characters like others.
    public init(_ text: some Collection<UInt8>, separator: UInt8, quotesEnd: Int = .max) {
        bytes = Array(text)
        (self.separator, self.quotesEnd) = (separator, quotesEnd)
    }

    /// The next row; `nil` behind the last.
    ///
    /// An empty line is a row of one empty cell.
    ///
    /// - Parameter most: how many cells are wanted at most; text is made of no others.
    /// - Returns: the cells.
    public mutating func next(most: Int) -> [String]? {
        guard index < bytes.count else { return nil }
        var cells: [String] = []
        while true {
            guard cells.count < most else {
                _ = skip()
                return cells
            }
            cells.append(cell())
            guard index < bytes.count else { return cells }
            let end = bytes[index]
            index += 1
            if end == 0x0A { return cells }
            // A separator at the very end has an empty cell behind it.
            if index == bytes.count { return cells.count < most ? cells + [""] : cells }
        }
    }

    /// Whether the row that was read last is the last one and may go on: neither a line break, a space nor a quote ends it.
    public var endsOpen: Bool {
        index == bytes.count && bytes.last.map { $0 > 0x20 && $0 != UInt8(ascii: "\"") } == true
    }

    /// Why the row that was read last may be cut, and what helps if it is not; `nil` if it is whole.
    ///
    /// What is cut ends within a row, or within a quote. A last row may lack a line break, unless it is the only one that
    /// lacks cells, too: where others do, people leave out what they do not need. To be asked for each row in turn.
    ///
    /// - Parameters:
    ///   - row: its cells.
    ///   - names: the first row, which names the columns.
    /// - Returns: what was found.
    public mutating func cut(_ row: [String], under names: [String]) -> String? {
        if isBroken { return "a quote is not closed; skipped; if the table is whole, close the quote" }
        let columns = (names.lastIndex { $0.utf8.contains { $0 > 0x20 } } ?? 0) + 1
        guard row.count < columns else {
            hasFullRow = true
            return nil
        }
        let isUsual = hasShortRow || !hasFullRow
        hasShortRow = true
        guard index == bytes.count, bytes.last != 0x0A, !isUsual else { return nil }
        return """
            the table ends after \(row.count) of \(columns) cells, without a line break; skipped; if the table is whole, \
            put a line break at its end
            """
    }

    /// Steps over a row and tells the number of its cells; `nil` behind the last.
    ///
    /// It makes no text of them.
    public mutating func skip() -> Int? {
        guard index < bytes.count else { return nil }
        var count = 1
        var isQuoted = false
        // A quote opens a cell only where that begins, or right behind the one that closed it: two of them are one.
        var opens = true
        var start = index
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if isQuoted {
                if byte == 0x22 { (isQuoted, opens) = (false, true) }
                continue
            }
            if byte == 0x0A { return count }
            if byte == separator {
                (count, start, opens) = (count + 1, index, true)
                continue
            }
            isQuoted = byte == 0x22 && opens && index <= quotesEnd
            if opens, byte != 0x22, index - 1 > start { doubtfulQuote = doubtfulQuote ?? start }
            opens = false
        }
        guard isQuoted else { return count }
        isBroken = true
        doubtfulQuote = doubtfulQuote ?? start
        return count
    }

    private mutating func cell() -> String {
        guard index < min(quotesEnd, bytes.count), bytes[index] == 0x22 else { return plainCell() }
        index += 1
        var text: [UInt8] = []
        while index < bytes.count {
            guard let quote = bytes[index...].firstIndex(of: 0x22) else { break }
            text += bytes[index..<quote]
            index = quote + 1
            guard index < bytes.count, bytes[index] == 0x22 else {
                // Some writers go on behind the quote.
                return String(decoding: text, as: UTF8.self) + plainCell()
            }
            text.append(0x22)
            index += 1
        }
        isBroken = true
        text += bytes[min(index, bytes.count)...]
        index = bytes.count
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func plainCell() -> String {
        let end = bytes[index...].firstIndex { $0 == separator || $0 == 0x0A } ?? bytes.count
        defer { index = end }
        return String(decoding: bytes[index..<end], as: UTF8.self)
    }
}
