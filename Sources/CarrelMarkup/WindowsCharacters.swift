/// The characters that documents mean by C1 control codes.
enum WindowsCharacters {
    /// Replaces U+0080 … U+009F by what windows-1252 has there, as HTML does for character references.
    static func repair(_ text: String) -> String {
        guard text.utf8.contains(0xC2), text.unicodeScalars.contains(where: isC1) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            result.append(isC1(scalar) ? table[Int(scalar.value) - 0x80] : scalar)
        }
        return String(result)
    }

    private static func isC1(_ scalar: Unicode.Scalar) -> Bool { (0x80...0x9F).contains(scalar.value) }

    // The five places that windows-1252 leaves free hold the replacement character.
    private static let table = Array(
        "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)
}
