import CarrelCore
import Foundation

/// Puts the head of a response together from its lines; the heads of interim responses are left out.
struct HeadReader {
    /// What is known after a line.
    enum Progress {
        /// The head goes on.
        case more
        /// The head is whole.
        case complete(status: Int, fields: HTTPFields)
        /// The head is larger than the limit.
        case tooLarge
    }

    private let limit: Int
    private var size = 0
    /// The status in the last status line.
    private(set) var status = 0
    private var fields = HTTPFields()
    private var open: (name: String, value: String)?

    /// Makes a reader that accepts so many bytes, those of interim responses included.
    init(limit: Int) { self.limit = limit }

    /// Takes the next line, with its line end.
    mutating func read(_ line: UnsafeRawBufferPointer) -> Progress {
        size += line.count
        guard size <= limit else { return .tooLarge }
        let text = line.trimmed
        if text.isEmpty { return finish() }
        if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
            // Obsolete line folding (RFC 9112 section 5.2): the value goes on, joined by a space.
            open?.value += " " + text.text
            return .more
        }
        closeField()
        if line.starts(with: "HTTP/".utf8) {
            status = Self.status(text)
        } else if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
            let name = UnsafeRawBufferPointer(rebasing: text[..<colon])
            let value = UnsafeRawBufferPointer(rebasing: text[(colon + 1)...])
            open = (name.trimmed.text, value.trimmed.text)
        }
        return .more
    }

    private mutating func finish() -> Progress {
        closeField()
        defer { fields = HTTPFields() }
        return status < 200 ? .more : .complete(status: status, fields: fields)
    }

    private mutating func closeField() {
        guard let field = open else { return }
        fields.append(field.name, field.value)
        open = nil
    }

    /// The number in a status line such as `HTTP/1.1 200 OK`.
    private static func status(_ line: UnsafeRawBufferPointer) -> Int {
        let digits = line.drop { $0 != UInt8(ascii: " ") }.dropFirst().prefix { $0 != UInt8(ascii: " ") }
        return Int(String(decoding: digits, as: UTF8.self)) ?? 0
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes without white space and line ends around them.
    fileprivate var trimmed: UnsafeRawBufferPointer {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
        guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) })
        else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(rebasing: self[first...last])
    }

    /// The bytes as text: UTF-8 or, where they are not, the ISO 8859-1 of older servers.
    fileprivate var text: String {
        String(validating: self, as: UTF8.self)
            ?? String(String.UnicodeScalarView(map { Unicode.Scalar($0) }))
    }
}
