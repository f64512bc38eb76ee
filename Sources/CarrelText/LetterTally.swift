import Foundation

/// Counts the bytes by which encodings differ that a detector takes for each other.
struct LetterTally {
    /// Whether letters within words are those of the Macintosh: elsewhere they are capital letters and signs.
    let isMacintosh: Bool
    /// Whether letters within words are those of DOS: elsewhere they are capital letters and signs.
    let isDOS: Bool
    /// Whether there are the letters that KOI8-U has where KOI8-R has the lines of boxes.
    let isUkrainian: Bool
    /// Whether the few bytes beyond ASCII are all letters and signs of Western Europe, within words of ASCII.
    let isShortAndWestern: Bool

    init(_ data: Data) {
        var (macintosh, windows, ukrainian) = (0, 0, 0)
        var (beyond, western, run) = (0, 0, 0)
        var (dos, others) = (0, 0)
        var (before, second): (UInt8, UInt8) = (0, 0)
        data.withUnsafeBytes { bytes in
            for byte in bytes {
                if byte >= 0x80 {
                    beyond += 1
                    run += 1
                    if run < 3, Self.western.contains(byte) { western += 1 }
                } else {
                    run = 0
                }
                if byte >= 0x80, Self.isSmall(before) {
                    if Self.macintosh.contains(byte) { macintosh += 1 }
                    if byte >= 0xE0 { windows += 1 }
                    if byte >= 0xE0 && byte != Self.sharpS || Self.notOfDOS.contains(byte) { others += 1 }
                } else if before >= 0xC0, Self.ukrainian.contains(byte) {
                    ukrainian += 1
                }
                if Self.isSmall(byte), Self.isSmall(second | 0x20), Self.dos.contains(before) { dos += 1 }
                (second, before) = (before, byte)
            }
        }
        isMacintosh = macintosh >= 2 && macintosh > windows
        isDOS = dos >= 2 && dos > others
        isUkrainian = ukrainian >= 2
        isShortAndWestern = beyond < Self.fewWestern && western == beyond
    }

    // With more of them a detector can tell languages apart.
    private static let fewWestern = 24
    // What German, French, Spanish, Portuguese, Italian and the languages of Scandinavia write in windows-1252.
    private static let western: Set<UInt8> = [
        0x80, 0x84, 0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0x9C, 0xA0, 0xA1, 0xA3, 0xA7, 0xAA, 0xAB, 0xB0,
        0xB7, 0xBA, 0xBB, 0xBF, 0xC0, 0xC1, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xD1, 0xD3, 0xD6, 0xD8,
        0xDC, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE,
        0xEF, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC,
    ]

    // á à â ä ã å ç é è ê ï ò ô õ; others are quotes and the letters š and ž of Windows.
    private static let macintosh: Set<UInt8> = [
        0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x95, 0x98, 0x99, 0x9B,
    ]
    // ü é â ä å ö í ó ú ñ of code page 850; between a letter and a small one no other encoding of Western Europe has them but
    // for î.
    private static let dos: Set<UInt8> = [0x81, 0x82, 0x83, 0x84, 0x86, 0x94, 0xA1, 0xA2, 0xA3, 0xA4]
    // é è ö ü of the Macintosh: capital letters in DOS.
    private static let notOfDOS: Set<UInt8> = [0x8E, 0x8F, 0x9A, 0x9F]
    private static let sharpS: UInt8 = 0xE1
    private static let ukrainian: Set<UInt8> = [0xA4, 0xA6, 0xA7, 0xAD]

    private static func isSmall(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
}
