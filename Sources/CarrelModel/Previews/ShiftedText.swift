/// Text that stands above or below the line, as one types it: 2^10, x_i, H2O.
public enum ShiftedText: Sendable {
    case raised, lowered

    /// Writes such a text.
    ///
    /// It is marked where it touches a letter or a digit, as it would be read as part of that otherwise. What everybody
    /// reads right without a mark gets none: ordinals such as 1st, the numbers in formulas of chemistry.
    ///
    /// - Parameters:
    ///   - words: what is raised or lowered.
    ///   - text: what stands before it; only the last characters matter.
    /// - Returns: the words, with a mark before them and in brackets where they need them.
    public func marked(_ words: String, after text: some StringProtocol) -> String {
        guard let last = text.last, Self.isWord(last) || last == ")" || last == "]", Self.isShort(words),
            let first = words.first, Self.isWord(first) || Self.signs.contains(first) && words.count > 1
        else { return words }
        switch self {
        case .raised: return Self.isOrdinal(words, after: last) ? words : "^" + Self.grouped(words)
        case .lowered:
            let isCount = words.allSatisfy { $0.isASCII && $0.isNumber }
            return isCount && Self.isSymbol(text.suffix(2)) ? words : "_" + Self.grouped(words)
        }
    }

    // More is a text that a style has made small.
    private static let maxLength = 40
    private static let signs: Set<Character> = ["+", "-", "−", "±"]
    private static let ordinals: Set<String> = [
        "st", "nd", "rd", "th", "er", "re", "ère", "nde", "ème", "ième", "o", "a",
    ]

    private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    private static func isShort(_ words: String) -> Bool {
        words.utf8.count <= 4 * maxLength && words.count <= maxLength && !words.contains(where: \.isNewline)
    }

    private static func isOrdinal(_ words: String, after last: Character) -> Bool {
        if words == "e" { return last.isNumber || "IVXLCDM".contains(last) }
        return last.isNumber && ordinals.contains(words.lowercased())
    }

    /// Whether a text ends as the symbol of an element does, or with a bracket.
    private static func isSymbol(_ end: some StringProtocol) -> Bool {
        guard let last = end.last else { return false }
        return !last.isLetter && !last.isNumber || last.isUppercase
            || last.isLowercase && end.count == 2 && end.first?.isUppercase == true
    }

    private static func grouped(_ words: String) -> String {
        let isOne = words.dropFirst().allSatisfy { isWord($0) || $0 == "." || $0 == "," || $0 == "'" }
        return isOne ? words : "(\(words))"
    }
}
