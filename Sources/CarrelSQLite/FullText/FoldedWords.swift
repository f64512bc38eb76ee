import CSQLite

/// What takes words from a tokenizer of FTS5: its data, flags, the word's bytes, and where it stands in the text.
typealias WordTaker =
    @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32) -> Int32

/// The words of one text on their way from a tokenizer to whoever wants them folded.
struct FoldedWords {
    /// The beginning of a word whose end is on the next line.
    private struct Broken {
        let bytes: [UInt8]
        let start: Int32
        /// Where the rest begins.
        let rest: Int32
    }

    private let text: UnsafeRawBufferPointer
    private let joinsLines: Bool
    private let data: UnsafeMutableRawPointer?
    private let taker: WordTaker
    private var broken: Broken?

    /// Begins with a text.
    ///
    /// - Parameters:
    ///   - text: the text, which outlives this.
    ///   - joinsLines: whether words are joined that are broken at the end of a line.
    ///   - data: what `take` gets first.
    ///   - take: gets the folded words.
    init(
        text: UnsafeRawBufferPointer, joinsLines: Bool, data: UnsafeMutableRawPointer?,
        take: @escaping WordTaker
    ) {
        (self.text, self.joinsLines, self.data, taker) = (text, joinsLines, data, take)
    }

    /// Takes a word as it is written.
    static let take: WordTaker = { words, flags, word, count, start, end in
        guard let words = words?.assumingMemoryBound(to: Self.self), let word else { return SQLITE_ERROR }
        return words.pointee.add(
            UnsafeRawBufferPointer(start: word, count: Int(count)), flags, start, end)
    }

    private mutating func add(
        _ word: UnsafeRawBufferPointer, _ flags: Int32, _ start: Int32, _ end: Int32
    ) -> Int32 {
        guard let folded = WordFolding.folded(word) else { return pass(word, flags, start, end) }
        // A mark or a sign that is not seen, by itself.
        guard !folded.isEmpty else { return SQLITE_OK }
        return folded.withUnsafeBytes { pass($0, flags, start, end) }
    }

    private mutating func pass(
        _ word: UnsafeRawBufferPointer, _ flags: Int32, _ start: Int32, _ end: Int32
    ) -> Int32 {
        let broken = self.broken.take()
        var code = SQLITE_OK
        if let broken, broken.rest == start {
            let whole = broken.bytes + word
            func giveWhole() -> Int32 {
                whole.withUnsafeBytes { give($0, flags | FTS5_TOKEN_COLOCATED, broken.start, end) }
            }
            code = giveWhole()
            if code == SQLITE_OK { code = give(word, flags, start, end) }
            if code == SQLITE_OK { code = giveWhole() }
        } else {
            code = give(word, flags, start, end)
        }
        if joinsLines, code == SQLITE_OK, let rest = LineEnd.rest(ofWordIn: text, start, end) {
            self.broken = Broken(bytes: Array(word), start: start, rest: rest)
        }
        return code
    }

    private func give(_ word: UnsafeRawBufferPointer, _ flags: Int32, _ start: Int32, _ end: Int32) -> Int32 {
        taker(
            data, flags, word.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(word.count), start, end)
    }
}

/// Where a word goes on that is broken at the end of a line.
private enum LineEnd {
    private static let hyphen: [UInt8] = [0xE2, 0x80, 0x90]
    private static let softHyphen: [UInt8] = [0xC2, 0xAD]

    /// Where the rest of a word begins; `nil` if the word is whole.
    ///
    /// A soft hyphen is a part of the word that it ends.
    static func rest(ofWordIn text: UnsafeRawBufferPointer, _ start: Int32, _ end: Int32) -> Int32? {
        var (last, place) = (Int(end), Int(end))
        if place < text.count, text[place] == UInt8(ascii: "-") {
            place += 1
        } else if text[place...].starts(with: hyphen) {
            place += hyphen.count
        } else if place - Int(start) > softHyphen.count,
            text[(place - softHyphen.count)..<place].elementsEqual(softHyphen)
        {
            last -= softHyphen.count
        } else {
            return nil
        }
        guard last > start, isLetter(text[last - 1]) else { return nil }
        var hasLineEnd = false
        while place < text.count, [0x20, 0x09, 0x0D, 0x0A].contains(text[place]) {
            if text[place] == 0x0A {
                // An empty line ends more than a line.
                guard !hasLineEnd else { return nil }
                hasLineEnd = true
            }
            place += 1
        }
        guard hasLineEnd, place < text.count, isLetter(text[place]), !(0x41...0x5A).contains(text[place])
        else { return nil }
        return Int32(place)
    }

    /// Whether a byte is a letter of ASCII, or a part of any other character.
    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (0x61...0x7A).contains(byte | 0x20)
    }
}
