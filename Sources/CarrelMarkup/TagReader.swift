import Foundation

/// A place in the bytes of markup, and what stands there.
///
/// Everything that may meet the end of the bytes tells so: what is cut off declares nothing.
struct TagReader {
    let bytes: UnsafeRawBufferPointer
    var index = 0

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Goes to the next of a byte; whether there is one.
    mutating func advance(to byte: UInt8) -> Bool {
        guard let next = bytes[min(index, bytes.count)...].firstIndex(of: byte) else { return false }
        index = next
        return true
    }

    /// Goes behind the next of some letters, in whichever case; whether they are there.
    mutating func advance(past text: String) -> Bool {
        guard let first = text.utf8.first else { return true }
        while advance(to: first) {
            if hasPrefix(text) {
                index += text.utf8.count
                return true
            }
            index += 1
        }
        return false
    }

    /// Whether some letters stand here, in whichever case.
    func hasPrefix(_ text: String) -> Bool {
        guard index + text.utf8.count <= bytes.count else { return false }
        var place = index
        for byte in text.utf8 {
            guard Self.lower(bytes[place]) == byte else { return false }
            place += 1
        }
        return true
    }

    /// Whether the beginning of a tag with a name and something behind it stands here.
    func isTag(named name: String) -> Bool {
        let end = index + 1 + name.utf8.count
        guard hasPrefix("<" + name), end < bytes.count else { return false }
        return Self.isSpace(bytes[end]) || bytes[end] == UInt8(ascii: "/")
    }

    /// Steps over `<` or `</` and the name of a tag.
    ///
    /// - Returns: the name in lower case, with a `/` before it where the tag ends an element; `nil` if there is no tag.
    mutating func tagName() -> String? {
        var start = index + 1
        if start < bytes.count, bytes[start] == UInt8(ascii: "/") { start += 1 }
        guard start < bytes.count, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(Self.lower(bytes[start]))
        else { return nil }
        let end = bytes[start...].firstIndex { Self.isSpace($0) || $0 == UInt8(ascii: ">") } ?? bytes.count
        let name = bytes[(index + 1)..<end].prefix(32).map(Self.lower)
        index = end
        return String(decoding: name, as: UTF8.self)
    }

    /// Reads the attributes up to the end of the tag, names and values in lower case; `nil` if the bytes end before.
    mutating func attributes() -> [(name: String, value: String)]? {
        var attributes: [(name: String, value: String)] = []
        while true {
            while let byte = current, Self.isSpace(byte) || byte == UInt8(ascii: "/") { index += 1 }
            guard let byte = current else { return nil }
            if byte == UInt8(ascii: ">") { return attributes }
            guard let attribute = attribute() else { return nil }
            if attributes.count < 64 { attributes.append(attribute) }
        }
    }

    /// Steps over the attributes to the end of the tag.
    ///
    /// - Returns: whether the tag ends its own element, as in XML; `nil` if the bytes end before.
    mutating func skipAttributes() -> Bool? {
        var last: UInt8 = 0
        while let byte = current, byte != UInt8(ascii: ">") {
            index += 1
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), last == UInt8(ascii: "=") {
                guard advance(to: byte) else { return nil }
                index += 1
            }
            if !Self.isSpace(byte) { last = byte }
        }
        return current == nil ? nil : last == UInt8(ascii: "/")
    }

    /// Reads an attribute: “get an attribute” of the HTML Standard.
    private mutating func attribute() -> (name: String, value: String)? {
        let start = index
        while let byte = current {
            if byte == UInt8(ascii: "="), index > start { break }
            if Self.isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") { break }
            index += 1
        }
        let name = text(start..<index)
        while let byte = current, Self.isSpace(byte) { index += 1 }
        guard let byte = current else { return nil }
        guard byte == UInt8(ascii: "=") else { return (name, "") }
        index += 1
        while let byte = current, Self.isSpace(byte) { index += 1 }
        return value().map { (name, $0) }
    }

    private mutating func value() -> String? {
        guard let first = current else { return nil }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            index += 1
            let start = index
            guard advance(to: first) else { return nil }
            index += 1
            return text(start..<(index - 1))
        }
        let start = index
        while let byte = current, !Self.isSpace(byte), byte != UInt8(ascii: ">") { index += 1 }
        return current == nil ? nil : text(start..<index)
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range].prefix(1024).map(Self.lower), as: UTF8.self)
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
