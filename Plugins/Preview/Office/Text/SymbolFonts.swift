/// Characters of fonts that hold signs in place of letters.
enum SymbolFonts {
    /// The character that a font shows at a place.
    ///
    /// - Parameters:
    ///   - code: the place, in the private area (U+F020 …) or without it.
    ///   - font: the font's name.
    /// - Returns: the character; `nil` if it is not known.
    static func character(_ code: UInt32, font: String) -> Character? {
        let place = (0xF000...0xF0FF).contains(code) ? code - 0xF000 : code
        switch font.lowercased() {
        case "symbol": return symbol[place]
        case "wingdings": return wingdings[place]
        case "wingdings 2": return wingdings2[place]
        default:
            guard !(0xE000...0xF8FF).contains(code) else { return nil }
            return Unicode.Scalar(code).map { Character($0) }
        }
    }

    private static func table(from first: UInt32, _ characters: String) -> [UInt32: Character] {
        Dictionary(
            uniqueKeysWithValues: zip(first..., characters).filter { $0.1 != "\u{FFFD}" }.map { ($0.0, $0.1) }
        )
    }

    private static let symbol: [UInt32: Character] =
        table(
            from: 0x20,
            " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"
        ).merging(
            table(
                from: 0xA0,
                "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\u{FFFD}〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭"
            )
        ) { first, _ in first }

    private static let wingdings: [UInt32: Character] = [
        0x28: "☎", 0x2A: "✉", 0x36: "⌛", 0x3F: "✍", 0x41: "✌", 0x43: "👍", 0x44: "👎", 0x46: "☞", 0x4A: "☺",
        0x4B: "😐", 0x4C: "☹", 0x4D: "💣", 0x4E: "☠", 0x6C: "●", 0x6D: "❍", 0x6E: "■", 0x6F: "□", 0x71: "❑",
        0x74: "⧫", 0x75: "◆", 0x76: "❖", 0x9F: "•", 0xA1: "○", 0xA7: "▪", 0xA8: "◻", 0xD8: "➢", 0xDF: "←",
        0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xE7: "🡄", 0xE8: "➔", 0xEF: "⇦", 0xF0: "⇨", 0xF3: "⇔", 0xFB: "✗",
        0xFC: "✓", 0xFD: "☒", 0xFE: "☑",
    ]

    private static let wingdings2: [UInt32: Character] = [
        0x4F: "✗", 0x50: "✓", 0x51: "☒", 0x52: "☑", 0x97: "●", 0xA3: "□",
    ]
}
