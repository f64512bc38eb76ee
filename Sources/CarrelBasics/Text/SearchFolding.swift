import Foundation

/// Letters as a search compares them: however they are written, with accents or without, with ligatures, full width or
/// as single letters.
package enum SearchFolding {
    /// Letters of their own that people leave the marks of.
    private static let plainLetters: [Unicode.Scalar: String] = [
        "đ": "d", "ł": "l", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i",
        "ħ": "h",
        "ŧ": "t", "ς": "σ",
    ]

    /// A short text in small letters without marks, taken apart; empty for one of marks alone.
    package static func folded(_ text: String) -> String.UnicodeScalarView {
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
        return result
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
}

extension [Unicode.Scalar] {
    /// Where others, at least one, stand in these, without overlap.
    package func places(of wanted: [Unicode.Scalar]) -> [Range<Int>] {
        var places: [Range<Int>] = []
        var start = 0
        while start + wanted.count <= count {
            let place = start..<start + wanted.count
            if self[start] == wanted[0], self[place].elementsEqual(wanted) {
                places.append(place)
                start += wanted.count
            } else {
                start += 1
            }
        }
        return places
    }
}
