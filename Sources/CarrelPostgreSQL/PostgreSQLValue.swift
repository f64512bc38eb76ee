import Foundation

/// A value that a statement takes.
///
/// Texts never become part of a statement.
package enum PostgreSQLValue: Sendable {
    case null
    case integer(Int64)
    case flag(Bool)
    case text(String)
    case integers([Int64?])
    case flags([Bool])
    case texts([String?])

    package init(_ text: String?) { self = text.map(PostgreSQLValue.text) ?? .null }
    package init(_ integer: Int64?) { self = integer.map(PostgreSQLValue.integer) ?? .null }
    package init(_ date: Date) { self = .integer(Self.microseconds(date)) }

    /// A time as the database keeps it: microseconds since 1970, held within what 64 bits can say.
    package static func microseconds(_ date: Date) -> Int64 {
        let value = (date.timeIntervalSince1970 * 1_000_000).rounded()
        if value.isNaN { return 0 }
        return Int64(exactly: value) ?? (value < 0 ? .min : .max)
    }

    /// The value as PostgreSQL's binary form; `nil` for NULL.
    var bytes: [UInt8]? {
        switch self {
        case .null: nil
        case .integer(let value): Self.bytes(of: value)
        case .flag(let value): [value ? 1 : 0]
        case .text(let text): StoredText.bytes(of: text)
        case .integers(let values): Self.array(values.map { $0.map(Self.bytes) }, of: 20)
        case .flags(let values): Self.array(values.map { [$0 ? 1 : 0] }, of: 16)
        case .texts(let values): Self.array(values.map { $0.map(StoredText.bytes) }, of: 25)
        }
    }

    private static func bytes(of value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    /// An array of one dimension, whose elements are of the type with that number.
    private static func array(_ elements: [[UInt8]?], of type: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + elements.reduce(0) { $0 + 4 + ($1?.count ?? 0) })
        let hasNull: Int32 = elements.contains { $0 == nil } ? 1 : 0
        bytes += Self.bytes(of: Int32(elements.isEmpty ? 0 : 1)) + Self.bytes(of: hasNull)
        bytes += Self.bytes(of: type)
        if !elements.isEmpty {
            bytes += Self.bytes(of: Int32(clamping: elements.count)) + Self.bytes(of: 1 as Int32)
        }
        for element in elements {
            bytes += Self.bytes(of: element.map { Int32(clamping: $0.count) } ?? -1)
            if let element { bytes += element }
        }
        return bytes
    }
}

/// Texts as PostgreSQL keeps them, which has no U+0000: that is written as two characters, the first of them one that
/// Unicode gives to nobody, and so is that character itself.
enum StoredText {
    /// U+FDD0 in UTF-8.
    private static let escape: [UInt8] = [0xEF, 0xB7, 0x90]
    private static let zero = UInt8(ascii: "0")
    private static let itself = UInt8(ascii: "1")

    /// The bytes to keep for a text.
    static func bytes(of text: String) -> [UInt8] {
        let plain = Array(text.utf8)
        guard plain.contains(0) || plain.contains(escape[0]) else { return plain }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(plain.count + 16)
        var place = 0
        while place < plain.count {
            if plain[place] == 0 {
                bytes += escape + [zero]
                place += 1
            } else if plain[place...].starts(with: escape) {
                bytes += escape + [itself]
                place += escape.count
            } else {
                bytes.append(plain[place])
                place += 1
            }
        }
        return bytes
    }

    /// The text that was kept as these bytes.
    static func text(of bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard bytes.contains(escape[0]) else { return String(decoding: bytes, as: UTF8.self) }
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            guard bytes[place...].starts(with: escape), place + escape.count < bytes.count else {
                plain.append(bytes[place])
                place += 1
                continue
            }
            plain += bytes[place + escape.count] == zero ? [0] : escape
            place += escape.count + 1
        }
        return String(decoding: plain, as: UTF8.self)
    }
}
