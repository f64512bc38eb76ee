import CarrelBasics
import CarrelHTTP

/// Puts the head of a response together from its lines; the heads of interim responses are left out.
package struct HeadReader {
    /// What is known after a line.
    package enum Progress {
        /// The head goes on.
        case more
        /// The head is whole.
        case complete(status: Int, fields: HTTPFields)
        /// The head is larger than the limit.
        case tooLarge
        /// There is white space between the name of a field and its colon, which others read otherwise.
        case malformed
    }

    private let limit: Int
    private var size = 0
    private var trailerSize = 0
    /// The status in the last status line.
    package private(set) var status = 0
    /// Whether the last status line was one of HTTP/2 or newer, where frames and not the head say how content ends
    /// and keep responses apart.
    private(set) var isFramed = false
    private var fields = HTTPFields()
    /// Whether the last status line was one of HTTP/1.0 or older, where connections end with the response.
    private(set) var isOld = false
    /// Whether the last line was one of a field, which the next one may continue.
    private var isInField = false
    /// Whether the next line is the first one of a head: no other says its status, whatever a server writes there.
    private var isAtStart = true

    /// Makes a reader that accepts that many bytes, those of interim responses included, and as many of a trailer.
    package init(limit: Int) { self.limit = limit }

    /// Takes the next line, with its line end.
    package mutating func read(_ line: UnsafeRawBufferPointer) -> Progress {
        size += line.count
        guard size <= limit else { return .tooLarge }
        let text = line.trimmed
        guard let first = line.first, !text.isEmpty else { return finish() }
        let isFirst = isAtStart
        isAtStart = false
        if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
            // Obsolete line folding (RFC 9112 section 5.2): the value goes on, joined by a space.
            if isInField { fields.continueLast(text) }
            return .more
        }
        isInField = false
        if isFirst, line.starts(with: "HTTP/".utf8) {
            status = Self.status(text)
            isOld = line.starts(with: "HTTP/1.0".utf8) || line.starts(with: "HTTP/0".utf8)
            isFramed = !line.starts(with: "HTTP/1".utf8) && !isOld
        } else if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
            let name = UnsafeRawBufferPointer(rebasing: text[..<colon])
            guard name.trimmed.count == name.count else { return .malformed }
            let value = UnsafeRawBufferPointer(rebasing: text[(colon + 1)...])
            fields.append(name: name.trimmed, value: value.trimmed)
            isInField = true
        }
        return .more
    }

    /// Takes a line of the trailer section, which comes after chunks and is of no interest.
    ///
    /// - Returns: whether the trailer section is no larger than a head may be.
    mutating func readTrailer(_ line: UnsafeRawBufferPointer) -> Bool {
        trailerSize += line.count
        return trailerSize <= limit
    }

    private mutating func finish() -> Progress {
        defer {
            fields = HTTPFields()
            (isInField, isAtStart) = (false, true)
        }
        return status < 200 ? .more : .complete(status: status, fields: fields)
    }

    /// The number in a status line such as `HTTP/1.1 200 OK`; 0 if there is none.
    private static func status(_ line: UnsafeRawBufferPointer) -> Int {
        let digits = line.drop { $0 != UInt8(ascii: " ") }.dropFirst().prefix { $0 != UInt8(ascii: " ") }
        guard (1...6).contains(digits.count), digits.allSatisfy(\.isDigit) else { return 0 }
        return digits.reduce(0) { status, digit in status * 10 + Int(digit - UInt8(ascii: "0")) }
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes without white space and line ends around them.
    fileprivate var trimmed: UnsafeRawBufferPointer {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
        var (start, end) = (0, count)
        while start < end, isSpace(self[start]) { start += 1 }
        while end > start, isSpace(self[end - 1]) { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: self[start..<end])
    }
}
