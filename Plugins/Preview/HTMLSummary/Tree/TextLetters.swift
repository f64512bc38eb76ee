import CarrelBasics

extension String {
    /// A heading without the sign after it that links to it.
    var withoutHeadingLink: String {
        guard let last, "¶§#🔗".contains(last) else { return self }
        let text = String(dropLast())
        // “C#” is a name.
        return text.isEmpty || last == "#" && text.last != " " ? self : text.trimmed
    }
}

/// What two texts must have in common to say the same.
enum TextLetters {
    /// The letters and digits of a text without tags, in lower case as far as they are ASCII.
    ///
    /// Quotes, dashes and spaces of any kind are left out.
    static func of(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var letters: [UInt8] = []
        var isTag = false
        var skipped = 0
        for byte in bytes {
            if skipped > 0 {
                skipped -= 1
            } else if byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") {
                isTag = byte == UInt8(ascii: "<")
            } else if byte == 0xE2 || byte == 0xC2 {
                skipped = byte == 0xE2 ? 2 : 1
            } else if !isTag, byte >= 0x80 || byte.isLetter || byte &- 0x30 < 10 {
                letters.append(byte.lowercased)
            }
        }
        return letters
    }
}
