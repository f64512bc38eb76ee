import CarrelBasics
import CarrelTerminal

/// Words that are sought in a document, as `carrel search` compares them.
///
/// Neither case nor accents and other marks count, any white space is a space, and where lines are broken does not matter.
struct SoughtWords: Sendable, Hashable {
    /// A part of a line where they stand.
    struct Part: Sendable, Hashable {
        let line: Int
        var columns: Range<Int>
    }

    /// The words, for a sentence; where none has letters, as they were typed.
    let text: String
    /// The letters of the words; any of them will do.
    private var choices: [[Unicode.Scalar]] = []

    init(_ text: String) { self.init(anyOf: [text]) }

    /// Seeks several words at once.
    init(anyOf texts: [String]) {
        var words: [String] = []
        for text in texts {
            var folded = FoldedLines()
            folded.add(StyledLine(text.singleLine), 0)
            guard !folded.letters.isEmpty, !choices.contains(folded.letters) else { continue }
            choices.append(folded.letters)
            words.append(text)
        }
        text = (words.isEmpty ? texts : words).joined(separator: "” or “")
    }

    /// Whether nothing is sought, or only what does not count, such as an accent alone.
    var isEmpty: Bool { choices.isEmpty }

    /// Where they stand in some of the lines: for each place, in order, its parts in each line.
    func places(in lines: [StyledLine], _ range: Range<Int>) -> [[Part]] {
        guard !choices.isEmpty else { return [] }
        var folded = FoldedLines()
        for index in range { folded.add(lines[index], index) }
        return choices.flatMap(folded.places(of:)).sorted { left, right in
            guard let left = left.first, let right = right.first else { return false }
            return (left.line, left.columns.lowerBound) < (right.line, right.columns.lowerBound)
        }
    }

    /// The lines where they begin, in order.
    func lines(in lines: [StyledLine]) -> [Int] {
        places(in: lines, lines.indices).compactMap(\.first?.line)
    }

    /// The columns where they stand in the lines that are seen, by line.
    func columns(in lines: [StyledLine], seen: Range<Int>) -> [Int: [Range<Int>]] {
        // What begins above or ends below is seen in part.
        let most = choices.map(\.count).max() ?? 0
        var (first, end, left) = (seen.lowerBound, seen.upperBound, most)
        while first > 0, left > 0 {
            first -= 1
            left -= max(1, lines[first].text.count)
        }
        left = most
        while end < lines.count, left > 0 {
            left -= max(1, lines[end].text.count)
            end += 1
        }
        let parts = places(in: lines, first..<end).joined()
        return Dictionary(grouping: parts, by: \.line).mapValues { $0.map(\.columns) }
    }
}

/// Lines as a search compares them: each letter with its place.
private struct FoldedLines {
    private(set) var letters: [Unicode.Scalar] = []
    private var origins: [SoughtWords.Part] = []
    /// What characters beyond ASCII were found to be.
    private var known: [Character: [Unicode.Scalar]] = [:]

    /// Adds a line; `number` is its number.
    mutating func add(_ line: StyledLine, _ number: Int) {
        var column = 0
        if line.joint != .none { append(" ", SoughtWords.Part(line: number, columns: 0..<0)) }
        // A word that goes on stands behind the indentation.
        let indent = line.joint == .none ? line.text.prefix { $0 == " " }.count : 0
        for (offset, character) in line.text.enumerated() {
            let end = column + TextWidth.of(character)
            defer { column = end }
            guard offset >= indent else { continue }
            let origin = SoughtWords.Part(line: number, columns: column..<end)
            for letter in folded(character) { append(letter, origin) }
        }
    }

    /// Adds a letter; of several spaces the first one.
    private mutating func append(_ letter: Unicode.Scalar, _ origin: SoughtWords.Part) {
        if letter == " ", letters.last ?? " " == " " { return }
        letters.append(letter)
        origins.append(origin)
    }

    private mutating func folded(_ character: Character) -> [Unicode.Scalar] {
        if let value = character.asciiValue {
            return [Unicode.Scalar((0x41...0x5A).contains(value) ? value | 0x20 : max(value, 0x20))]
        }
        switch character {
        case "’", "‘", "ʼ": return ["'"]
        case "“", "”": return ["\""]
        case "\u{2010}", "\u{2011}": return ["-"]
        case let space where space.isWhitespace: return [" "]
        default:
            if let letters = known[character] { return letters }
            let letters = Array(SearchFolding.folded(String(character)))
            known[character] = letters
            return letters
        }
    }

    /// Where others stand in these, without overlap.
    func places(of wanted: [Unicode.Scalar]) -> [[SoughtWords.Part]] {
        letters.places(of: wanted).map(parts)
    }

    /// One part for each line.
    private func parts(_ range: Range<Int>) -> [SoughtWords.Part] {
        var parts: [SoughtWords.Part] = []
        for index in range where letters[index] != " " {
            let origin = origins[index]
            if let last = parts.last, last.line == origin.line {
                parts[parts.count - 1].columns = last.columns.lowerBound..<origin.columns.upperBound
            } else {
                parts.append(origin)
            }
        }
        return parts
    }
}
