import CarrelBasics
import Foundation

/// Reads dictionaries of structured fields (RFC 8941 section 3.2) whose members are byte sequences.
enum StructuredDictionary {
    /// The longest field value that is read, in bytes.
    static let maxLength = 8192

    /// The members that are byte sequences, by key, where the last one of a key counts; `nil` if the value is
    /// malformed.
    static func byteSequences(in value: String) -> [String: Data]? {
        guard value.utf8.count <= maxLength else { return nil }
        var reader = StructuredFieldReader(value)
        return reader.dictionary()
    }
}

/// Reads a structured field by the algorithms of RFC 8941 section 4.2.
private struct StructuredFieldReader {
    private var rest: Substring.UTF8View

    init(_ value: String) { rest = value[...].utf8 }

    mutating func dictionary() -> [String: Data]? {
        var members: [String: Data] = [:]
        skip { $0 == 0x20 }
        while !rest.isEmpty {
            guard let key = key() else { return nil }
            // Without a value the member is the boolean true.
            var bytes: Data?
            if take("=") {
                guard member(&bytes) else { return nil }
            }
            guard parameters() else { return nil }
            members[key] = bytes
            skip { $0 == 0x20 || $0 == 0x09 }
            if rest.isEmpty { break }
            guard take(",") else { return nil }
            skip { $0 == 0x20 || $0 == 0x09 }
            // A comma at the end is an error.
            if rest.isEmpty { return nil }
        }
        return members
    }

    private mutating func key() -> String? {
        guard let first = rest.first, Self.isLower(first) || first == UInt8(ascii: "*") else { return nil }
        return text { Self.isLower($0) || $0.isDigit || "_-.*".utf8.contains($0) }
    }

    /// A bare item or an inner list; only a byte sequence is kept.
    private mutating func member(_ bytes: inout Data?) -> Bool {
        guard take("(") else { return item(&bytes) }
        var ignored: Data?
        while true {
            skip { $0 == 0x20 }
            if take(")") { return true }
            guard item(&ignored), parameters(), rest.first == 0x20 || rest.first == UInt8(ascii: ")") else {
                return false
            }
        }
    }

    private mutating func item(_ bytes: inout Data?) -> Bool {
        switch rest.first {
        case UInt8(ascii: ":"):
            rest = rest.dropFirst()
            let digits = text { $0 != UInt8(ascii: ":") }
            guard take(":"), let decoded = Data(base64Encoded: Self.padded(digits)) else { return false }
            bytes = decoded
            return true
        case UInt8(ascii: "\""): return string()
        case UInt8(ascii: "?"):
            rest = rest.dropFirst()
            return take("0") || take("1")
        case let first? where first.isDigit || first == UInt8(ascii: "-"):
            _ = take("-")
            let number = text { $0.isDigit || $0 == UInt8(ascii: ".") }
            return Double(number) != nil && number.utf8.count <= 16
        case let first? where first.isLetter || first == UInt8(ascii: "*"):
            _ = text { $0.isTokenCharacter || ":/".utf8.contains($0) }
            return true
        default: return false
        }
    }

    private mutating func string() -> Bool {
        rest = rest.dropFirst()
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { return true }
            if byte == UInt8(ascii: "\\") {
                guard let next = rest.popFirst(), next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\")
                else { return false }
            } else if !(0x20..<0x7F).contains(byte) {
                return false
            }
        }
        return false
    }

    private mutating func parameters() -> Bool {
        while take(";") {
            skip { $0 == 0x20 }
            guard key() != nil else { return false }
            var ignored: Data?
            if take("="), !item(&ignored) { return false }
        }
        return true
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func skip(while condition: (UInt8) -> Bool) { rest = rest.drop(while: condition) }

    private mutating func text(while condition: (UInt8) -> Bool) -> String {
        let part = rest.prefix(while: condition)
        rest = rest[part.endIndex...]
        return String(Substring(part))
    }

    /// Adds the padding of Base64, which senders may leave out.
    private static func padded(_ digits: String) -> String {
        digits + String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
    }

    private static func isLower(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
}
