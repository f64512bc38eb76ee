import CUchardet
import Foundation

/// Finds the encoding of text by its bytes alone.
struct UndeclaredText {
    // The detector needs some hundred characters; a long beginning in ASCII comes before them in many files.
    private static let beginning = 256 << 10

    // Of fewer bytes beyond ASCII nothing can be told.
    private static let fewest = 4

    let data: Data

    /// The encoding, in this order: UTF-16 by its zero bytes, UTF-8 even with a few wrong bytes, escape sequences,
    /// what the detector finds, last windows-1252.
    var encoding: TextEncoding {
        if let order = TextEncoding.undeclaredUTF16(data) { return order }
        if isMostlyUTF8 { return hasJapaneseEscapes ? .iso2022JP : .utf8 }
        return detected ?? .windows1252
    }

    /// Whether everything is UTF-8, and not all of it ASCII.
    var isUTF8BeyondASCII: Bool {
        let counts = counts
        return counts.characters > 0 && counts.breaks == 0
    }

    /// Other encodings have a character of UTF-8 by chance only, and much more that is none.
    private var isMostlyUTF8: Bool {
        let counts = counts
        return counts.breaks == 0 || counts.characters >= 4 * counts.breaks
    }

    private var counts: (characters: Int, breaks: Int) { data.withUnsafeBytes { UTF8Scan(bytes: $0).counts } }

    private var hasJapaneseEscapes: Bool {
        data.withUnsafeBytes { $0.contains(0x1B) }
            && [[0x1B, 0x24, 0x42], [0x1B, 0x24, 0x40], [0x1B, 0x28, 0x4A], [0x1B, 0x28, 0x49]].contains {
                data.prefix(Self.beginning).firstRange(of: Data($0)) != nil
            }
    }

    private var detected: TextEncoding? {
        guard data.lazy.filter({ $0 >= 0x80 }).prefix(Self.fewest).count == Self.fewest,
            let detector = uchardet_new()
        else { return nil }
        defer { uchardet_delete(detector) }
        data.prefix(Self.beginning).withUnsafeBytes { bytes in
            _ = uchardet_handle_data(detector, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
        }
        uchardet_data_end(detector)
        let found = uchardet_get_charset(detector).flatMap { TextEncoding(detected: String(cString: $0)) }
        return corrected(found)
    }

    /// What the detector takes for something similar.
    private func corrected(_ found: TextEncoding?) -> TextEncoding? {
        let letters = LetterTally(data.prefix(Self.beginning))
        switch found?.name {
        case nil, "windows-1252", "iso-8859-2", "iso-8859-15", "windows-1250", "windows-1254":
            return letters.isDOS ? .ibm850 : letters.isMacintosh ? .macintosh : found
        // Few texts are in these languages, and a few letters do not show that one is.
        case "iso-8859-3", "iso-8859-16", "iso-8859-4", "iso-8859-10", "iso-8859-13", "iso-8859-14",
            "windows-1257", "windows-1258", "ibm852",
            "ibm865", "viscii", "x-mac-ce":
            // These two have small letters in the same places.
            if letters.isDOS, found?.name != "ibm852", found?.name != "viscii" { return .ibm850 }
            return letters.isMacintosh ? .macintosh : letters.isShortAndWestern ? .windows1252 : found
        case "koi8-r": return letters.isUkrainian ? .koi8U : found
        default: return found
        }
    }
}
