extension String {
    /// Separates the characters of scripts without spaces; occurs in no readable text.
    public static let characterGap: Character = "\u{1F}"

    /// The text with a gap on either side of each character of a script without spaces between words.
    ///
    /// In an index each of these characters is then a word, and a word of several characters is a phrase, which is
    /// found wherever it stands, however short it is.
    public var spacedCharacters: String {
        // In UTF-8 they all have three bytes or more, so the first is at least 0xE0.
        guard utf8.contains(where: { $0 >= 0xE0 }) else { return self }
        var result = String.UnicodeScalarView()
        var afterCharacter = false
        let gap: Unicode.Scalar = "\u{1F}"
        for scalar in unicodeScalars {
            let isOne = scalar.isWithoutSpaces
            // The marks of voiced kana belong to the one before.
            let isMark = isOne && afterCharacter && scalar.isVoicing
            if !isMark, isOne || afterCharacter { result.append(gap) }
            result.append(scalar)
            afterCharacter = isOne
        }
        return String(result)
    }

    /// The text without these gaps.
    public var withoutCharacterGaps: String {
        utf8.contains(0x1F) ? filter { $0 != Self.characterGap } : self
    }
}

extension Unicode.Scalar {
    /// Whether it makes another kana of the one before: か and this is が.
    fileprivate var isVoicing: Bool { [0x3099, 0x309A, 0xFF9E, 0xFF9F].contains(value) }

    fileprivate var isWithoutSpaces: Bool {
        switch value {
        // Thai to Khmer, kana, Chinese characters with their compatibility forms and the planes of rare ones. Korean
        // has spaces, but people search for parts of its words.
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x1100...0x11FF, 0x3040...0x30FF,
            0x3130...0x318F,
            0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF,
            0xFF66...0xFF9F,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
