import CarrelBasics
import Foundation

/// Finding words on a page.
extension PageWords {
    /// A place where a text was found.
    public struct Match: Sendable, Hashable {
        /// A rectangle for each line that it is on.
        public let boxes: [Box]
        /// The text there, and some words before and behind it.
        public let before, text, after: String
    }

    // A line of a list of places.
    private static let contextWords = 6

    /// The places where a text stands, in the order of reading.
    ///
    /// Neither letter case nor accents nor hyphens count, any white space is a space, and a word may be divided at the end
    /// of a line.
    ///
    /// - Parameter text: the text to find.
    /// - Returns: the places; none for a text without letters.
    public func matches(of text: String) -> [Match] {
        let wanted = FoldedText(text.split(whereSeparator: \.isWhitespace).map { [String($0)] }).scalars
        guard !wanted.isEmpty else { return [] }
        let folded = FoldedText(lines.map { $0.map(\.text) })
        let words = lines.enumerated().flatMap { line, words in words.map { (line: line, word: $0) } }
        return folded.scalars.places(of: wanted).map { place in
            match(folded.origins[place.lowerBound], folded.origins[place.upperBound - 1], words)
        }
    }

    private func match(
        _ first: FoldedText.Origin, _ last: FoldedText.Origin, _ words: [(line: Int, word: Word)]
    ) -> Match {
        var boxes: [Int: Box] = [:]
        for index in first.word...last.word {
            let (line, word) = words[index]
            let length = Double(max(1, word.text.count))
            let start = index == first.word ? Double(first.character) / length : 0
            let end = index == last.word ? Double(last.character + 1) / length : 1
            let box = word.box.part(from: start, to: min(1, end))
            boxes[line] = boxes[line]?.joined(with: box) ?? box
        }
        func text(_ range: Range<Int>) -> String { words[range].map(\.word.text).joined(separator: " ") }
        return Match(
            boxes: boxes.sorted { $0.key < $1.key }.map(\.value),
            before: text(max(0, first.word - Self.contextWords)..<first.word),
            text: text(first.word..<last.word + 1),
            after: text(last.word + 1..<min(words.count, last.word + 1 + Self.contextWords)))
    }
}

extension PageWords.Box {
    /// A part of the box, from one share of its width to another.
    fileprivate func part(from start: Double, to end: Double) -> Self {
        Self(x: x + width * start, y: y, width: width * (end - start), height: height)
    }

    /// The smallest box that holds both.
    fileprivate func joined(with other: Self) -> Self {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return Self(
            x: left, y: top, width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top)
    }
}

/// Words as a search compares them, each scalar with where it comes from.
private struct FoldedText {
    struct Origin {
        /// The number of the word, and of the character in it.
        let word, character: Int
    }

    private(set) var scalars: [Unicode.Scalar] = []
    private(set) var origins: [Origin] = []

    init(_ lines: [[String]]) {
        var number = 0
        for line in lines {
            for word in line {
                add(word, number)
                number += 1
            }
        }
    }

    private mutating func add(_ word: String, _ number: Int) {
        // What ends with a hyphen goes on with the next word.
        if !scalars.isEmpty, !endsWithHyphen { append(" ", Origin(word: number, character: 0)) }
        for (offset, character) in word.enumerated() {
            for scalar in Self.folded(character) { append(scalar, Origin(word: number, character: offset)) }
        }
        endsWithHyphen = word.last.map(Self.isHyphen) ?? false
    }

    private var endsWithHyphen = false

    private mutating func append(_ scalar: Unicode.Scalar, _ origin: Origin) {
        scalars.append(scalar)
        origins.append(origin)
    }

    private static func isHyphen(_ character: Character) -> Bool {
        character == "-" || character == "\u{AD}" || character == "\u{2010}" || character == "\u{2011}"
    }

    private static func folded(_ character: Character) -> [Unicode.Scalar] {
        if isHyphen(character) { return [] }
        if let value = character.asciiValue {
            let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(value)
            return [Unicode.Scalar(isCapital ? value | 0x20 : value)]
        }
        // The ligatures of printed pages are letters, too.
        let text = String(character).decomposedStringWithCompatibilityMapping
        return Array(
            text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).unicodeScalars)
    }
}
