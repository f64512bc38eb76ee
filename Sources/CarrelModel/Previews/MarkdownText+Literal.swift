extension MarkdownText {
    /// Words that are not Markdown, for a cell of a table: with a backslash before what would be a mark, as in `2*3*4`,
    /// `__init__.py` or `&amp;`.
    ///
    /// What would not become one stays as it is, so that most words have no backslash: `snake_case`, `*.txt`, `5 * 4`.
    public static func literal(_ words: String) -> String {
        guard words.utf8.contains(where: LiteralWords.isSign) else { return words }
        let bytes = Array(words.utf8)
        return LiteralWords(bytes).text ?? words
    }

    /// Markdown of this writer for people who read it as it is, on a terminal: without the backslashes that keep words from
    /// being marks, but in code and before the bars of tables.
    public static func withoutBackslashes(_ markdown: String) -> String {
        guard markdown.utf8.contains(UInt8(ascii: "\\")) else { return markdown }
        var fence: Substring?
        // By bytes, because long texts are searched.
        let all = markdown.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let lines = all.map { bytes -> String in
            let line = Substring(bytes)
            let words = line.drop { $0 == " " || $0 == ">" }
            if let open = fence {
                if words.hasPrefix(open), words.allSatisfy({ $0 == open.first }) { fence = nil }
                return String(line)
            }
            if words.hasPrefix("```"), !words.drop(while: { $0 == "`" }).contains("`") {
                fence = words.prefix { $0 == "`" }
            }
            guard line.utf8.contains(UInt8(ascii: "\\")) else { return String(line) }
            return line.hasPrefix("| ") && line.hasSuffix(" |") ? row(line) : paragraph(line)
        }
        return lines.joined(separator: "\n")
    }

    private static func row(_ line: Substring) -> String {
        let cells = line.dropFirst(2).dropLast(2).split(separator: " | ", omittingEmptySubsequences: false)
        return "| " + cells.map(cell).joined(separator: " | ") + " |"
    }

    /// A cell as it was before `literal`; as it is where that did not write it.
    private static func cell(_ cell: Substring) -> String {
        var words: [UInt8] = []
        var isMarked = false
        for byte in cell.utf8 {
            if isMarked, !LiteralWords.isPunctuation(byte) { words.append(UInt8(ascii: "\\")) }
            isMarked = byte == UInt8(ascii: "\\") && !isMarked
            if !isMarked { words.append(byte) }
        }
        if isMarked { words.append(UInt8(ascii: "\\")) }
        let text = String(decoding: words, as: UTF8.self)
        let bars = { (text: String) in text.replacing("|", with: "\\|") }
        return bars(literal(text)) == cell ? bars(text) : String(cell)
    }

    /// The line of a paragraph as it was before it was kept from beginning a block.
    private static func paragraph(_ line: Substring) -> String {
        // Readers of terminals take a line that begins with a number sign for a heading.
        guard let place = line.firstIndex(of: "\\"), !line[place...].hasPrefix("\\#") else {
            return String(line)
        }
        let words = String(line[..<place] + line[line.index(after: place)...])
        return unmarked(words) == line ? words : String(line)
    }
}

/// Finds what would be marks in words that have none.
private struct LiteralWords {
    private let bytes: [UInt8]
    private var pairs: Set<UInt8> = []
    private let hasTicks: Bool
    private let hasLinks: Bool

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        hasTicks = bytes.count { $0 == UInt8(ascii: "`") } > 1
        hasLinks = zip(bytes, bytes.dropFirst()).contains {
            $0 == UInt8(ascii: "]") && $1 == UInt8(ascii: "(")
        }
        pairs = Set("*_~".utf8.filter(hasPair))
    }

    /// The words with backslashes; `nil` if they are better as they are.
    var text: String? {
        // An address becomes a link as a whole, with the signs in it, and a backslash would be one of its own.
        let address = Array("://".utf8)
        guard !bytes.indices.contains(where: { bytes[$0...].starts(with: address) }) else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 8)
        for place in bytes.indices {
            if isMark(place) { result.append(UInt8(ascii: "\\")) }
            result.append(bytes[place])
        }
        return String(decoding: result, as: UTF8.self)
    }

    static func isSign(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "`"), UInt8(ascii: "["),
            UInt8(ascii: "\\"), UInt8(ascii: "&"):
            true
        default: false
        }
    }

    static func isPunctuation(_ byte: UInt8) -> Bool {
        (0x21...0x2F).contains(byte) || (0x3A...0x40).contains(byte) || (0x5B...0x60).contains(byte)
            || (0x7B...0x7E).contains(byte)
    }

    private func isMark(_ place: Int) -> Bool {
        switch bytes[place] {
        case UInt8(ascii: "*"), UInt8(ascii: "~"): pairs.contains(bytes[place])
        case UInt8(ascii: "_"):
            pairs.contains(bytes[place]) && !(isLetter(at: place - 1) && isLetter(at: place + 1))
        case UInt8(ascii: "`"): hasTicks
        case UInt8(ascii: "["): hasLinks
        case UInt8(ascii: "\\"): place + 1 < bytes.count && Self.isPunctuation(bytes[place + 1])
        case UInt8(ascii: "&"): beginsCharacter(bytes[(place + 1)...])
        default: false
        }
    }

    /// Whether one of the signs may begin what a later one ends: CommonMark, section 6.2.
    private func hasPair(_ sign: UInt8) -> Bool {
        var isBegun = false
        var place = bytes.startIndex
        while let start = bytes[place...].firstIndex(of: sign) {
            place = bytes[start...].firstIndex { $0 != sign } ?? bytes.endIndex
            let isWithin = sign == UInt8(ascii: "_")
            let ends = isWord(at: start - 1) && !(isWithin && isLetter(at: place))
            if isBegun, ends { return true }
            isBegun = isBegun || isWord(at: place) && !(isWithin && isLetter(at: start - 1))
        }
        return false
    }

    /// Whether a name or a number of a character follows, such as `amp;`.
    private func beginsCharacter(_ rest: ArraySlice<UInt8>) -> Bool {
        let name = rest.prefix(32).prefix { $0 == UInt8(ascii: "#") || Self.isLetter($0) }
        return !name.isEmpty && rest.dropFirst(name.count).first == UInt8(ascii: ";")
    }

    private func isWord(at place: Int) -> Bool { bytes.indices.contains(place) && bytes[place] > 0x20 }

    private func isLetter(at place: Int) -> Bool {
        bytes.indices.contains(place) && Self.isLetter(bytes[place])
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
}
