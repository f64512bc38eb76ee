import CarrelBasics

/// Makes text harmless that would take cmark memory or time out of proportion.
///
/// cmark fills the rows of a table up to its width, so that some kilobytes can become gigabytes, looks at every list and
/// quote that is open for each line, and reads a paragraph again for each line that may begin a table below it. Text for
/// people is not changed, unless it lists tags or the like by the thousand.
enum MarkdownGuard {
    /// The most lists and quotes that a line opens.
    static let maxMarks = 64
    // Blanks and marks before the first word: what comes later would still open lists.
    private static let maxBeginning = 512
    /// The cells that all tables of a short text may have.
    static let fewCells = 20_000
    // What is read to find the headings of tables, in bytes and in pairs of bars of a line.
    private static let maxSearch = 50_000_000
    // What may always be read for each byte of a line: tables that people write are never cut for their search.
    private static let fairSearch = 100

    /// The text, in UTF-8.
    ///
    /// Where there are no footnotes for cmark, what begins as one is kept from becoming the target of a link.
    static func guarded(_ text: String, footnotes: Bool) -> [UInt8] {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 64)
        // A cell takes two bytes at least where the author wrote it.
        var cells = max(fewCells, bytes.count)
        var (columns, bars, length, search) = (0, 0, 0, 0)
        var fence = CodeFence()
        var crowd = CrowdedMarks()
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let (beginning, marks) = beginning(of: line)
            let isText = !footnotes && !fence.takes(line.dropFirst(beginning))
            let ownBars = line.count { $0 == UInt8(ascii: "|") }
            bars = max(bars, ownBars)
            var cost = 0
            if let width = delimiterWidth(line) {
                columns = max(columns, width)
                // All of the paragraph may be the heading; each cell goes to the end of a list, which is searched for.
                cost = length + bars * bars
            } else if line.count == beginning {
                columns = 0
                // The mark of a list alone may be a word of the paragraph.
                if marks == 0 { (bars, length, crowd) = (0, 0, CrowdedMarks()) }
            } else if columns > 0 {
                cost = ownBars * ownBars
            }
            let isCostly = cost > Self.fairSearch * line.count
            search += isCostly ? cost : 0
            length += line.count
            cells -= columns
            if cells < 0 || isCostly && search > maxSearch, columns > 0 {
                // An empty line ends a table, and keeps another from beginning.
                result.append(UInt8(ascii: "\n"))
                (columns, bars, length) = (0, 0, 0)
            }
            let isDeep = marks > maxMarks || marks > 0 && beginning > maxBeginning
            let kept = isDeep ? Self.beginning(of: line, maxMarks, maxBeginning).length : beginning
            let words = line.dropFirst(beginning)
            result += line.prefix(kept)
            if isText, !isDeep, isFootnote(words) { result.append(UInt8(ascii: "\\")) }
            crowd.add(words, to: &result)
            result.append(UInt8(ascii: "\n"))
        }
        result.removeLast()
        return result
    }

    /// Whether a line begins as a footnote does: `[^1]:`.
    private static func isFootnote(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.starts(with: "[^".utf8), let end = line.firstIndex(of: UInt8(ascii: "]")) else {
            return false
        }
        return line[(end + 1)...].first == UInt8(ascii: ":")
    }

    /// The length of the blanks and of the marks of lists and quotes before the first word, and the number of marks: at
    /// most `most` of them, and none that begins behind `reach` bytes.
    static func beginning(
        of line: ArraySlice<UInt8>, _ most: Int = .max, _ reach: Int = .max
    ) -> (length: Int, marks: Int) {
        var (place, marks) = (line.startIndex, 0)
        while place < line.endIndex, marks < most, place - line.startIndex < reach,
            let length = markLength(line[place...])
        {
            place += length.bytes
            marks += length.isMark ? 1 : 0
        }
        return (place - line.startIndex, marks)
    }

    /// The length of the blank or mark that bytes begin with; `nil` if a word begins there.
    private static func markLength(_ bytes: ArraySlice<UInt8>) -> (bytes: Int, isMark: Bool)? {
        let isBlank = { (byte: UInt8?) in byte == nil || byte == 0x20 || byte == 0x09 }
        let start = bytes.startIndex
        let next = start + 1 < bytes.endIndex ? bytes[start + 1] : nil
        switch bytes[start] {
        case 0x20, 0x09, 0x0D: return (1, false)
        case UInt8(ascii: ">"): return (1, true)
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
            return isBlank(next) ? (1, true) : nil
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            let digits = bytes.prefix(10).prefix(while: \.isDigit)
            let rest = bytes[digits.endIndex...].prefix(2)
            guard digits.count < 10, rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ")"),
                isBlank(rest.dropFirst().first)
            else { return nil }
            return (digits.count + 1, true)
        default: return nil
        }
    }

    /// The number of columns if a line can be the one below a table's heading.
    private static func delimiterWidth(_ line: ArraySlice<UInt8>) -> Int? {
        var (columns, isIn, isSure) = (0, false, false)
        for byte in line {
            switch byte {
            case UInt8(ascii: "-"):
                if !isIn { columns += 1 }
                isIn = true
            case UInt8(ascii: "|"), UInt8(ascii: ":"): (isIn, isSure) = (false, true)
            case 0x20, 0x09, 0x0D, UInt8(ascii: ">"): isIn = false
            // Blanks to cmark as well, but dashes beside them are below the heading of a table and not below another.
            case 0x0B, 0x0C: (isIn, isSure) = (false, true)
            default: return nil
            }
        }
        return isSure && columns > 0 ? columns : nil
    }
}

/// Tells which lines are code between fences.
struct CodeFence {
    // The fence of the code that goes on.
    private var open: ArraySlice<UInt8> = []

    /// Takes the next line, without the marks of lists and quotes before it, and says whether it is a part of code.
    mutating func takes(_ line: ArraySlice<UInt8>) -> Bool {
        let words = line.drop { $0 == 0x20 }
        let mark = words.first == UInt8(ascii: "~") ? UInt8(ascii: "~") : UInt8(ascii: "`")
        let fence = words.prefix { $0 == mark }
        guard open.isEmpty else {
            if fence.count >= open.count, fence.first == open.first,
                words.dropFirst(fence.count).allSatisfy({ $0 <= 0x20 })
            {
                open = []
            }
            return true
        }
        // Where more ticks follow on the line, it is a text with code in it.
        let isText = mark == UInt8(ascii: "`") && words[fence.endIndex...].contains(mark)
        if fence.count >= 3, !isText { open = fence }
        return !open.isEmpty
    }
}
