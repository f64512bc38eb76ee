/// Decides which invisible characters a text keeps.
///
/// A joiner stays where it joins something, and a variation selector where it selects something, one at a time. All
/// other characters that Unicode calls default ignorable, such as marks and overrides of the writing direction, are
/// left out, because in a terminal they only hide something. So a line of mixed directions may show its punctuation on
/// the other side.
enum UnseenCharacters {
    /// Whether a character may be one of them: a fast check, which nearly all characters fail.
    static func mayContain(_ value: UInt32) -> Bool {
        switch value {
        case 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F,
            0x202A...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB,
            0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
            true
        default: false
        }
    }

    /// Whether one of them stays.
    ///
    /// - Parameters:
    ///   - scalar: the character.
    ///   - kept: the characters before it that stay.
    ///   - next: the character after it.
    /// - Returns: whether it has a meaning there. Composing the text (NFC) does not change the answer.
    static func keeps(
        _ scalar: Unicode.Scalar, after kept: String.UnicodeScalarView, before next: Unicode.Scalar?
    ) -> Bool {
        guard let previous = kept.last else { return false }
        switch scalar.value {
        case 0x200C, 0x200D: return joins(kept, next)
        // White space of any kind becomes a space on one line, which selects nothing.
        case 0xFE00...0xFE0F: return !mayContain(previous.value) && !previous.properties.isWhitespace
        case 0x180B...0x180D, 0x180F: return (0x1820...0x18AF).contains(previous.value)
        case 0xE0100...0xE01EF: return previous.properties.isIdeographic
        default: return false
        }
    }

    /// Whether a joiner joins the end of a text with what comes after it.
    private static func joins(_ text: String.UnicodeScalarView, _ next: Unicode.Scalar?) -> Bool {
        // What counts is the letter under the marks, which composing joins with them and puts in order.
        for scalar in text.reversed() {
            // After a virama it decides how the letter before is written, even at the end of a word.
            if scalar.properties.canonicalCombiningClass == .virama { return true }
            guard CombiningMarks.count(of: scalar) == 0 else { continue }
            let isSelector = (0xFE00...0xFE0F).contains(scalar.value)
            return (isSelector || isJoined(scalar)) && next.map(isJoined) ?? false
        }
        return false
    }

    /// Whether joiners may be next to a character: letters and marks of scripts other than Latin, and emoji.
    private static func isJoined(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value > 0x2FF, !mayContain(scalar.value) else { return false }
        // Noncharacters are left out, and what comes after them may be a letter that is joined to nothing.
        guard !scalar.properties.isWhitespace, !scalar.properties.isNoncharacterCodePoint else {
            return false
        }
        return !isLatin(scalar.value)
    }

    /// Whether a character above U+02FF has Latin or common characters in it when it is taken apart (NFD): Unicode 15.
    private static func isLatin(_ value: UInt32) -> Bool {
        switch value {
        // Letters with several marks, Greek marks and punctuation, signs such as that of Kelvin, and what is not equal.
        case 0x374, 0x37E, 0x385, 0x387, 0x1E00...0x1E99, 0x1E9B, 0x1EA0...0x1EF9, 0x1FC1, 0x1FED...0x1FEF,
            0x1FFD,
            0x212A...0x212B, 0x2260, 0x226E...0x226F:
            true
        default: false
        }
    }
}
