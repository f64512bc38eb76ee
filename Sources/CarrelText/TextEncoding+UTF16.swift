import Foundation

extension TextEncoding {
    /// The order of UTF-16 that bytes without a mark are in, by what every second byte is; `nil` if they are not UTF-16.
    public static func undeclaredUTF16(_ data: Data) -> TextEncoding? {
        let bytes = data.prefix(4096)
        guard bytes.count >= 8, data.count % 2 == 0 || data.count > 4096 else { return nil }
        let isUTF8 = bytes.withUnsafeBytes { UTF8Scan(bytes: $0).counts.breaks <= 1 }
        var (even, odd) = (0, 0)
        bytes.withUnsafeBytes { bytes in
            for (offset, byte) in bytes.enumerated()
            where isOfAlphabet(byte) || byte == syllables && !isUTF8 && bytes[offset ^ 1] != 0 {
                if offset % 2 == 0 { even += 1 } else { odd += 1 }
            }
        }
        let most = bytes.count / 2
        if odd * 4 > most, even * 8 < odd { return .utf16LE }
        if even * 4 > most, odd * 8 < even { return .utf16BE }
        guard !isUTF8 else { return nil }
        if isEastAsian(bytes, isBigEndian: false) { return .utf16LE }
        return isEastAsian(bytes, isBigEndian: true) ? .utf16BE : nil
    }

    /// Whether nearly all pairs of bytes are characters of Chinese, Japanese, Korean or ASCII, some of them part words or
    /// sentences, and some bytes are control characters.
    ///
    /// By chance half of all pairs are such characters; text in another encoding has no control characters. Numbers may all
    /// be in the range of Chinese, as the points of a picture.
    private static func isEastAsian(_ data: Data, isBigEndian: Bool) -> Bool {
        var (count, others, marks, controls) = (0, 0, 0, 0)
        data.withUnsafeBytes { bytes in
            for place in stride(from: 0, to: bytes.count - 1, by: 2) {
                let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
                let unit = isBigEndian ? first << 8 | second : second << 8 | first
                count += 1
                if !isEastAsian(unit) { others += 1 }
                if unit <= 0x20 || (0x3000...0x3002).contains(unit) || unit == 0xFF0C { marks += 1 }
                controls += (first < 9 ? 1 : 0) + (second < 9 ? 1 : 0)
            }
        }
        return count >= 24 && others * 50 < count && marks * 100 > count && controls * 100 > count
    }

    private static func isEastAsian(_ unit: UInt16) -> Bool {
        switch unit {
        case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x2010...0x2027: true
        case 0x3000...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF00...0xFFEF: true
        default: false
        }
    }

    // The higher bytes of Latin, Greek, Cyrillic, Hebrew, Arabic and Thai letters: elsewhere they are control characters.
    private static func isOfAlphabet(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x00, 0x03, 0x04, 0x05, 0x06, 0x0E: true
        default: false
        }
    }
    // That of Japanese syllables is a digit elsewhere, also as the lower byte beside a zero.
    private static let syllables: UInt8 = 0x30
}
