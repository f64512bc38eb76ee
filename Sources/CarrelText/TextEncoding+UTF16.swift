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
        return nil
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
