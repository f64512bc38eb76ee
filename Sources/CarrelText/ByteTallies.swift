import Foundation

/// Counts the bytes that only UTF-16 has much of, in every second place.
struct UTF16Tally {
    let encoding: TextEncoding?

    // The higher bytes of Latin, Greek, Cyrillic, Hebrew, Arabic and Thai letters: elsewhere they are control characters.
    private static func isOfAlphabet(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x00, 0x03, 0x04, 0x05, 0x06, 0x0E: true
        default: false
        }
    }
    // That of Japanese syllables is a digit elsewhere, also as the lower byte beside a zero.
    private static let syllables: UInt8 = 0x30

    /// Looks at the beginning of text without a byte order mark.
    init(_ data: Data) {
        let bytes = data.prefix(4096)
        guard bytes.count >= 8, data.count % 2 == 0 || data.count > 4096 else {
            encoding = nil
            return
        }
        let isUTF8 = bytes.withUnsafeBytes { UTF8Scan(bytes: $0).counts.breaks <= 1 }
        var (even, odd) = (0, 0)
        bytes.withUnsafeBytes { bytes in
            for (offset, byte) in bytes.enumerated()
            where Self.isOfAlphabet(byte) || byte == Self.syllables && !isUTF8 && bytes[offset ^ 1] != 0 {
                if offset % 2 == 0 { even += 1 } else { odd += 1 }
            }
        }
        let most = bytes.count / 2
        if odd * 4 > most, even * 8 < odd {
            encoding = .utf16LE
        } else if even * 4 > most, odd * 8 < even {
            encoding = .utf16BE
        } else {
            encoding = nil
        }
    }
}

/// Counts the bytes by which encodings differ that a detector takes for each other.
struct LetterTally {
    /// Whether letters within words are those of the Macintosh: elsewhere they are capital letters and signs.
    let isMacintosh: Bool
    /// Whether there are the letters that KOI8-U has where KOI8-R has the lines of boxes.
    let isUkrainian: Bool
    /// Whether the few bytes beyond ASCII are all letters and signs of Western Europe, within words of ASCII.
    let isShortAndWestern: Bool

    init(_ data: Data) {
        var (macintosh, windows, ukrainian) = (0, 0, 0)
        var (beyond, western, run) = (0, 0, 0)
        var before: UInt8 = 0
        data.withUnsafeBytes { bytes in
            for byte in bytes {
                if byte >= 0x80 {
                    beyond += 1
                    run += 1
                    if run < 3, Self.western.contains(byte) { western += 1 }
                } else {
                    run = 0
                }
                if byte >= 0x80, (0x61...0x7A).contains(before) {
                    if Self.macintosh.contains(byte) { macintosh += 1 }
                    if byte >= 0xE0 { windows += 1 }
                } else if before >= 0xC0, Self.ukrainian.contains(byte) {
                    ukrainian += 1
                }
                before = byte
            }
        }
        isMacintosh = macintosh >= 2 && macintosh > windows
        isUkrainian = ukrainian >= 2
        isShortAndWestern = beyond < Self.fewWestern && western == beyond
    }

    // With more of them a detector can tell languages apart.
    private static let fewWestern = 24
    // What German, French, Spanish, Portuguese, Italian and the languages of Scandinavia write in windows-1252.
    private static let western = Set(
        [UInt8]([
            0x80, 0x84, 0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0x9C, 0xA0, 0xA1, 0xA3, 0xA7, 0xAA, 0xAB,
            0xB0,
            0xB7, 0xBA, 0xBB, 0xBF, 0xC0, 0xC1, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xD1, 0xD3, 0xD6,
            0xD8,
            0xDC, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED,
            0xEE,
            0xEF, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC,
        ]))

    // á à â ä ã å ç é è ê ï ò ô õ; others are quotes and the letters š and ž of Windows.
    private static let macintosh: Set<UInt8> = [
        0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x95, 0x98, 0x99, 0x9B,
    ]
    private static let ukrainian: Set<UInt8> = [0xA4, 0xA6, 0xA7, 0xAD]
}

extension TextEncoding {
    /// The order of UTF-16 that bytes without a mark are in, by what every second byte is; `nil` if they are not UTF-16.
    public static func undeclaredUTF16(_ data: Data) -> TextEncoding? { UTF16Tally(data).encoding }
}
