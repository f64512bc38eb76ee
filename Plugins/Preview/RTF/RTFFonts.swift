import CarrelText

/// The fonts of a document, as far as they say how its bytes are encoded.
struct RTFFonts {
    private var encodings: [Int: TextEncoding] = [:]
    private var symbols: Set<Int> = []
    /// The encoding of text in a font that says nothing.
    var standard = TextEncoding.windows1252
    /// The font of text that names none.
    var standardFont: Int?

    /// Takes the character set of a font.
    mutating func take(charset: Int, font: Int) {
        // What libraries of fonts call their character sets, and the code pages that are meant.
        let codePages = [
            0: 1252, 77: 10000, 128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254,
            163: 1258,
            177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850,
        ]
        if charset == 2 { symbols.insert(font) }
        take(codePage: codePages[charset], font: font)
    }

    mutating func take(codePage: Int?, font: Int) {
        if let encoding = codePage.flatMap({ TextEncoding(codePage: $0) }) { encodings[font] = encoding }
    }

    func encoding(of font: Int?) -> TextEncoding {
        (font ?? standardFont).flatMap { encodings[$0] } ?? standard
    }

    /// Whether a font holds signs in place of letters.
    func isSymbol(_ font: Int?) -> Bool { (font ?? standardFont).map(symbols.contains) ?? false }
}
