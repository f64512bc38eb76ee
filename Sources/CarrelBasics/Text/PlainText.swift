/// Recognises by their bytes the texts that need no cleaning, as nearly all do not.
///
/// They consist of characters that need no normalisation: ASCII, Latin, Cyrillic and Chinese characters and the usual
/// punctuation. Other texts may be fine, too, but have to be checked character by character.
enum PlainText {
    /// Whether a text consists of such characters, line feeds and tabs.
    static func isPlain(_ text: String) -> Bool {
        check(text, eight: { $0.isPrintable }, one: { $0 >= 0x20 || $0 == 0x0A || $0 == 0x09 })
    }

    /// Whether a text consists of such characters, with single spaces between words.
    static func isPlainLine(_ text: String) -> Bool {
        var afterSpace = true
        let isPlain = check(
            text,
            eight: { bytes in
                let spaces = bytes.spaces
                guard bytes.isPrintable, spaces & spaces << 8 == 0, !(afterSpace && spaces & 0x80 != 0) else {
                    return false
                }
                afterSpace = spaces >> 63 == 1
                return true
            },
            one: { byte in
                guard byte > 0x20 || byte == 0x20 && !afterSpace else { return false }
                afterSpace = byte == 0x20
                return true
            })
        return isPlain && (!afterSpace || text.isEmpty)
    }

    /// The plain text with each run of white space replaced by one space, and none at the ends.
    static func line(_ text: String) -> String {
        var line: [UInt8] = []
        line.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if byte > 0x20 {
                line.append(byte)
            } else if let last = line.last, last != 0x20 {
                line.append(0x20)
            }
        }
        if line.last == 0x20 { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
    }

    /// Checks a text: `eight` may accept eight bytes at once; else `isPlain` gets each ASCII byte, and `A` for every
    /// other plain character.
    @inline(__always)
    private static func check(
        _ text: String, eight areAllPlain: (EightBytes) -> Bool, one isPlain: (UInt8) -> Bool
    ) -> Bool {
        var copy = text
        return copy.withUTF8 { bytes in
            var place = 0
            while place < bytes.count {
                if place + 8 <= bytes.count, areAllPlain(EightBytes(bytes, at: place)) {
                    place += 8
                    continue
                }
                let length = bytes[place] < 0x80 ? 1 : lengthOfPlain(bytes, place)
                guard length > 0, bytes[place] != 0x7F, isPlain(length == 1 ? bytes[place] : 0x41) else {
                    return false
                }
                place += length
            }
            return true
        }
    }

    /// The number of bytes of a plain character outside ASCII; 0 if it is not plain.
    private static func lengthOfPlain(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
        guard place + 1 < bytes.count else { return 0 }
        let second = bytes[place + 1]
        switch bytes[place] {
        // Below U+00A1 are control characters and a space; U+00AD is invisible.
        case 0xC2: return second > 0xA0 && second != 0xAD ? 2 : 0
        case 0xC3...0xCB, 0xD0, 0xD1: return 2
        // Dashes, quotes, dots; currencies.
        case 0xE2:
            guard place + 2 < bytes.count else { return 0 }
            let third = bytes[place + 2]
            if second == 0x80 { return (0x90...0xA7).contains(third) || third >= 0xB0 ? 3 : 0 }
            return second == 0x82 && third >= 0xA0 && third < 0xC0 ? 3 : 0
        // U+3001 and U+3002; U+4000 … U+9FFF.
        case 0xE3:
            return second == 0x80 && place + 2 < bytes.count && (0x81...0x82).contains(bytes[place + 2])
                ? 3 : 0
        case 0xE4...0xE9: return place + 2 < bytes.count ? 3 : 0
        // Chinese punctuation.
        case 0xEF: return second == 0xBC && place + 2 < bytes.count ? 3 : 0
        default: return 0
        }
    }
}

/// Eight bytes of a text, looked at together: the first in the lowest bits.
private struct EightBytes {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    private let value: UInt64

    /// The eight bytes from a place on.
    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) {
        value = UInt64(
            littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    /// Whether all are letters, digits, signs and spaces of ASCII.
    @inline(__always)
    var isPrintable: Bool {
        // The lowest byte below 0x20 gets its high bit, and so does 0x7F with one more.
        value & Self.highBits == 0 && (value &- 0x20 &* Self.ones) & Self.highBits == 0
            && (value &+ Self.ones) & Self.highBits == 0
    }

    /// The high bit of each byte that is a space; right for what is printable.
    @inline(__always)
    var spaces: UInt64 {
        let others = value ^ 0x20 &* Self.ones
        return ~(others &+ 0x7F &* Self.ones) & Self.highBits
    }
}
