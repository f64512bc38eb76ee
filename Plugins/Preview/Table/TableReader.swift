import Foundation

/// Reads rows of cells that a character separates and quotes keep together (RFC 4180), one after the other.
struct TableReader {
    private let bytes: [UInt8]
    private let separator: UInt8
    private var index = 0
    /// Whether a quote was never closed: its cell goes to the end.
    private(set) var isBroken = false

    init(_ text: some Collection<UInt8>, separator: UInt8) {
        bytes = Array(text)
        self.separator = separator
    }

    /// The next row; `nil` behind the last.
    ///
    /// An empty line is a row of one empty cell.
    ///
    /// - Parameter most: how many cells are wanted at most; text is made of no others but one.
    /// - Returns: the cells.
    mutating func next(most: Int = .max) -> [String]? {
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
            if index == bytes.count { return cells + [""] }
        }
    }

    /// Steps over a row and tells the number of its cells; `nil` behind the last.
    ///
    /// It makes no text of them.
    mutating func skip() -> Int? {
        guard index < bytes.count else { return nil }
        var count = 1
        var isQuoted = false
        var isStart = true
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if isQuoted {
                if byte == 0x22 { isQuoted = false }
                continue
            }
            if byte == 0x0A { return count }
            if byte == separator { count += 1 }
            if byte == 0x22, isStart || bytes[index - 2] == 0x22 { isQuoted = true }
            isStart = byte == separator
        }
        return count
    }

    private mutating func cell() -> String {
        guard index < bytes.count, bytes[index] == 0x22 else { return plainCell() }
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

/// The character between the cells of a table.
enum TableSeparator {
    // Of two that fit equally well the first is meant.
    private static let candidates: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]
    private static let sample = 64 << 10
    private static let rows = 100

    /// Finds the separator that makes rows of equally many cells.
    ///
    /// - Parameters:
    ///   - text: the table.
    ///   - expected: what its media type says.
    /// - Returns: the separator.
    static func find(_ text: some Collection<UInt8>, expected: UInt8?) -> UInt8 {
        let beginning = Array(text.prefix(sample))
        var best: (separator: UInt8, score: Double) = (expected ?? candidates[0], 0)
        for candidate in candidates {
            var score = score(beginning, candidate)
            if candidate == expected { score *= 1.5 }
            if score > best.score { best = (candidate, score) }
        }
        return best.separator
    }

    /// The part of the rows that have as many cells as most; more cells count a little more.
    private static func score(_ beginning: [UInt8], _ candidate: UInt8) -> Double {
        var reader = TableReader(beginning, separator: candidate)
        var counts: [Int: Int] = [:]
        var total = 0
        while total < rows, let row = reader.skip() {
            counts[row, default: 0] += 1
            total += 1
        }
        guard let most = counts.filter({ $0.key > 1 }).max(by: { ($0.value, $0.key) < ($1.value, $1.key) })
        else { return 0 }
        return Double(most.value) / Double(total) + Double(min(most.key, 20)) / 100
    }
}
