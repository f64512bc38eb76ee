/// The width of text in columns of a terminal: two for wide East Asian characters and emoji, none for combining marks.
package enum TextWidth {
    /// The width of a text; control characters count nothing.
    package static func of(_ text: String) -> Int { sum(text) }

    /// The width of a part of a text; control characters count nothing.
    package static func of(_ text: Substring) -> Int { sum(text) }

    // Two functions for it, as other modules would go through a generic one byte by byte without knowing the type.
    private static func sum(_ text: some StringProtocol) -> Int {
        var count = 0
        for byte in text.utf8 {
            guard (0x20..<0x7F).contains(byte) else { return text.reduce(0) { $0 + of($1) } }
            count += 1
        }
        return count
    }

    /// The width of a character as a person sees it, with its marks and joiners: mostly 0, 1 or 2.
    package static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if first.value < 0x7F, scalars.count == 1 { return first.value < 0x20 ? 0 : 1 }
        guard scalars.count > 1 else { return of(first) }
        // What asks for its picture has two columns, and two letters of a region are a flag.
        if scalars.contains(where: { $0.value == 0xFE0F }), first.properties.isEmoji { return 2 }
        if isRegional(first) { return 2 }
        let width = scalars.reduce(0) { $0 + of($1) }
        // Joined pictures are one; of joined letters, as those of Hindi, most terminals show each in a column of its own.
        return scalars.contains { $0.properties.isEmojiPresentation } ? min(2, width) : width
    }

    /// Whether terminals disagree about the width of a character, so that what stands behind it needs a place of its own.
    package static func isUncertain(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        // Which pictures are wide depends on the Unicode version that a terminal knows.
        guard scalars.count > 1 else {
            return scalars.first.map { $0.value > 0x2FF && $0.properties.isEmoji } ?? false
        }
        // Some terminals join letters.
        if scalars.lazy.filter({ of($0) > 0 }).prefix(2).count > 1 { return true }
        // Combining marks of alphabets are never doubted.
        return scalars.contains {
            $0.value > 0x2FF && $0.properties.generalCategory != .nonspacingMark
                && $0.properties.generalCategory != .otherLetter || $0.value == 0xFE0F
        }
    }

    /// The text cut to a width, with an ellipsis if it was cut.
    package static func cut(_ text: String, to limit: Int) -> String {
        guard of(text) > limit else { return text }
        guard limit > 0 else { return "" }
        var taken = 0
        let beginning = text.prefix { character in
            taken += of(character)
            return taken < limit
        }
        return beginning + "…"
    }

    // MARK: One scalar

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case ..<0x20, 0x7F..<0xA0: return 0
        case ..<0x300: return scalar.value == 0xAD ? 0 : 1
        // Vowels and last consonants of Hangul stand within the syllable that they belong to.
        case 0x1160...0x11FF, 0xD7B0...0xD7FB: return 0
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
        default: return isWide(scalar) ? 2 : 1
        }
    }

    private static func isRegional(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    /// Whether a character is wide or full-width (UAX #11), or an emoji that is shown as a picture.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x1100: false
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
            0xFFE0...0xFFE6, 0x16FE0...0x18AFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD:
            true
        case 0x1F1E6...0x1F1FF: false
        default: scalar.properties.isEmojiPresentation
        }
    }
}
