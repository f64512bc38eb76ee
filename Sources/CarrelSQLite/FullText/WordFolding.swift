import CarrelBasics
import Foundation

/// Folds words, so that a search finds them however they are written.
enum WordFolding {
    // Nobody looks for a longer one, and to put very many marks into their order takes long.
    private static let longest = 1024

    /// Folds a word in UTF-8; `nil` if it is folded already.
    ///
    /// - Parameter word: the word, in lower case.
    /// - Returns: the folded word; empty for one of marks alone.
    static func folded(_ word: UnsafeRawBufferPointer) -> [UInt8]? {
        guard word.count <= longest, word.contains(where: { $0 >= 0x80 }) else { return nil }
        let text = String(decoding: word, as: UTF8.self)
        guard !text.unicodeScalars.allSatisfy(isPlain) else { return nil }
        return Array(String(SearchFolding.folded(text)).precomposedStringWithCanonicalMapping.utf8)
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
