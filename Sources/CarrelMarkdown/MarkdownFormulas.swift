import CarrelBasics

/// Prepares the Markdown of previews: formulas in TeX become code, before the marks in them become something else, and
/// notes (`[^1]: …`) stay text instead of the addresses of links.
enum MarkdownFormulas {
    private static let dollar = UInt8(ascii: "$")
    private static let tick = UInt8(ascii: "`")

    /// The text with its formulas as code.
    static func prepared(_ text: String) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count + 64)
        var fence = CodeFence()
        for line in Array(text.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let words = line.dropFirst(MarkdownGuard.beginning(of: line).length)
            if fence.takes(words) {
                result += line
            } else {
                result += line[line.startIndex..<words.startIndex]
                if words.starts(with: [UInt8(ascii: "["), UInt8(ascii: "^")]) {
                    result.append(UInt8(ascii: "\\"))
                }
                add(words, to: &result)
            }
            result.append(UInt8(ascii: "\n"))
        }
        result.removeLast()
        return String(decoding: result, as: UTF8.self)
    }

    private static func add(_ line: ArraySlice<UInt8>, to result: inout [UInt8]) {
        var rest = line
        var searchesDollars = true
        while let byte = rest.first {
            var length = 1
            switch byte {
            case UInt8(ascii: "\\"): length = min(2, rest.count)
            case tick:
                length = rest.prefix { $0 == tick }.count
            case dollar where searchesDollars:
                let formula = formula(rest)
                searchesDollars = formula != nil
                if let formula {
                    // A fence of code is longer than any in it.
                    let most = formula.split { $0 != tick }.map(\.count).max() ?? 0
                    let fence = [UInt8](repeating: tick, count: most + 1)
                    result += fence + formula + fence
                    rest = rest.dropFirst(formula.count)
                    continue
                }
            default: break
            }
            result += rest.prefix(length)
            rest = rest.dropFirst(length)
            if byte == tick, let end = codeEnd(rest, length) {
                result += rest[..<end]
                rest = rest[end...]
            }
        }
    }

    /// The end of code that began with this number of ticks.
    private static func codeEnd(_ bytes: ArraySlice<UInt8>, _ length: Int) -> Int? {
        var place = bytes.startIndex
        while let start = bytes[place...].firstIndex(of: tick) {
            place = bytes[start...].firstIndex { $0 != tick } ?? bytes.endIndex
            if place - start == length { return place }
        }
        return nil
    }

    /// The formula that bytes begin with, as pandoc knows them: no blank within the dollars, no digit behind them.
    private static func formula(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let width = bytes.dropFirst().first == dollar ? 2 : 1
        let words = bytes.dropFirst(width)
        guard let first = words.first, first != 0x20, first != 0x09, first != dollar else { return nil }
        var place = words.startIndex
        while place < words.endIndex {
            if words[place] == UInt8(ascii: "\\") {
                place += 2
                continue
            }
            guard words[place] == dollar else {
                place += 1
                continue
            }
            let end = place + width
            guard end <= words.endIndex, words[place..<end].allSatisfy({ $0 == dollar }) else { return nil }
            let before = words[place - 1]
            let behind = end < words.endIndex ? words[end] : 0
            if before == 0x20 || before == 0x09 || behind.isDigit {
                return nil
            }
            return bytes[bytes.startIndex..<end]
        }
        return nil
    }
}
