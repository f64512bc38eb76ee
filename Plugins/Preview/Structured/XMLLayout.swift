import Foundation

/// Writes XML anew, an element on each line; tags, comments and text stay as they are.
///
/// The text is well-formed; of a text that is not, something like it comes.
struct XMLLayout {
    private let bytes: [UInt8]
    private var index = 0
    private var output: [UInt8] = []

    init(_ text: some Collection<UInt8>) { bytes = Array(text) }

    private enum Part {
        case start(Range<Int>)
        case end(Range<Int>)
        /// An element without content, a comment, a declaration.
        case single(Range<Int>)
        case text(Range<Int>)
    }

    /// The text, cut a little behind a number of bytes.
    mutating func text(limit: Int) -> (text: String, isCut: Bool) {
        var depth = 0
        // An element with nothing but text stays on its line.
        var isOnLine = false
        while let part = next(), output.count <= limit {
            switch part {
            case .start(let range):
                line(depth, range)
                depth += 1
                isOnLine = true
                continue
            case .end(let range):
                depth = max(0, depth - 1)
                if isOnLine { output += bytes[range] } else { line(depth, range) }
            case .single(let range): line(depth, range)
            case .text(let range):
                if isOnLine, followsEnd() {
                    output += words(range)
                    continue
                }
                line(depth, words(range))
            }
            isOnLine = false
        }
        return (String(decoding: output, as: UTF8.self), index < bytes.count)
    }

    private mutating func line(_ depth: Int, _ range: Range<Int>) { line(depth, Array(bytes[range])) }

    private mutating func line(_ depth: Int, _ text: [UInt8]) {
        if !output.isEmpty { output.append(0x0A) }
        output.append(contentsOf: repeatElement(0x20, count: 2 * min(depth, 64)))
        output += text
    }

    /// The next part; white space between parts is none.
    private mutating func next() -> Part? {
        let start = index
        while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
        guard index < bytes.count else { return nil }
        guard bytes[index] == UInt8(ascii: "<") else {
            index = bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            return .text(start..<index)
        }
        let first = index
        for (mark, end) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")] where has(mark, at: first) {
            index = find(end, from: first + mark.utf8.count)
            return mark == "<![CDATA[" ? .text(first..<index) : .single(first..<index)
        }
        index = has("<!", at: first) ? endOfDeclaration(first) : endOfTag(first)
        let range = first..<index
        if has("</", at: first) { return .end(range) }
        let isEmpty = index - first >= 2 && bytes[index - 2] == UInt8(ascii: "/")
        return isEmpty || has("<!", at: first) ? .single(range) : .start(range)
    }

    /// Whether the element ends here, so that it holds text alone.
    private func followsEnd() -> Bool { has("</", at: index) }

    private func has(_ text: String, at place: Int) -> Bool { bytes[place...].starts(with: text.utf8) }

    private func find(_ text: String, from start: Int) -> Int {
        let pattern = Array(text.utf8)
        var place = start
        while place < bytes.count, let found = bytes[place...].firstIndex(of: pattern[0]) {
            if bytes[found...].starts(with: pattern) { return found + pattern.count }
            place = found + 1
        }
        return bytes.count
    }

    /// The end of a tag, whose attributes may hold what ends one.
    private func endOfTag(_ start: Int) -> Int {
        var quote: UInt8?
        for place in start..<bytes.count {
            let byte = bytes[place]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return place + 1
            }
        }
        return bytes.count
    }

    /// The end of a document type, whose declarations stand in brackets.
    private func endOfDeclaration(_ start: Int) -> Int {
        var depth = 0
        for place in start..<bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ">") where depth <= 0: return place + 1
            default: break
            }
        }
        return bytes.count
    }

    private func words(_ range: Range<Int>) -> [UInt8] {
        let words = String(decoding: bytes[range], as: UTF8.self).split(whereSeparator: \.isWhitespace)
        return Array(words.joined(separator: " ").utf8)
    }
}
