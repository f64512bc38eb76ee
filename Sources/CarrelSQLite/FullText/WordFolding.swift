import Foundation

/// Folds words, so that a search finds them however they are written: with accents or without, with ligatures, full
/// width or as single letters.
enum WordFolding {
    // Nobody looks for a longer one, and to put very many marks into their order takes long.
    private static let longest = 1024

    /// Letters of their own that people leave the marks of.
    private static let plainLetters: [Unicode.Scalar: String] = [
        "đ": "d", "ł": "l", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i",
        "ħ": "h",
        "ŧ": "t", "ς": "σ",
    ]

    /// Folds a word in UTF-8; `nil` if it is folded already.
    ///
    /// - Parameter word: the word, in lower case.
    /// - Returns: the folded word; empty for one of marks alone.
    static func folded(_ word: UnsafeRawBufferPointer) -> [UInt8]? {
        guard word.count <= longest, word.contains(where: { $0 >= 0x80 }) else { return nil }
        let text = String(decoding: word, as: UTF8.self)
        guard !text.unicodeScalars.allSatisfy(isPlain) else { return nil }
        var result = String.UnicodeScalarView()
        for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars where !isMark(scalar) {
            for small in scalar.properties.lowercaseMapping.unicodeScalars where !isMark(small) {
                if let plain = plainLetters[small] {
                    result.append(contentsOf: plain.unicodeScalars)
                } else {
                    result.append(small)
                }
            }
        }
        return Array(String(result).precomposedStringWithCanonicalMapping.utf8)
    }

    // Lengthens words of Arabic.
    private static let kashida: Unicode.Scalar = "\u{640}"

    /// Whether a scalar says only how a letter is read, or is not seen.
    ///
    /// Signs for vowels of India and the voicing of kana make other letters, and the classes of those are lower.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x80
            && (scalar == kashida || scalar.properties.canonicalCombiningClass.rawValue >= 10
                || scalar.properties.isDefaultIgnorableCodePoint)
    }

    /// Whether a scalar is one of the many that stay as they are.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // ASCII, Greek, Cyrillic, Hebrew, Arabic, kana, Chinese characters, Korean syllables.
        case 0...0x7F, 0x3B1...0x3C1, 0x3C3...0x3C9, 0x430...0x438, 0x43A...0x44F, 0x5D0...0x5EA,
            0x627...0x63A,
            0x641...0x64A, 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xAC00...0xD7A3:
            true
        default: false
        }
    }
}
