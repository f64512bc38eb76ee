import CarrelStages

/// Which words of a text are shown around what was found in it.
struct Excerpt: Sendable {
    /// A place where a part of what was searched for stands.
    struct Spot: Sendable {
        /// Which part, counted from 0.
        var phrase: Int
        /// Its words, counted from 0.
        var words: Range<Int>
    }

    /// How many words are shown.
    static let length = 24

    private let spots: [Spot]
    private let first: Int
    private let end: Int

    /// Chooses the words with most of the phrases; of several, the first ones.
    ///
    /// - Parameter spots: where they stand, in any order; none if nothing was found in this text.
    init(_ spots: [Spot]) {
        let sorted = spots.sorted { $0.words.lowerBound < $1.words.lowerBound }
        var best: (phrases: Int, spots: ArraySlice<Spot>) = (0, [])
        for index in sorted.indices {
            let limit = sorted[index].words.lowerBound + Self.length
            let near = sorted[index...].prefix { $0.words.upperBound <= limit }
            let phrases = Set(near.map(\.phrase)).count
            if (phrases, near.count) > (best.phrases, best.spots.count) { best = (phrases, near) }
        }
        // A phrase may be longer than what is shown.
        self.spots = best.spots.isEmpty ? Array(sorted.prefix(1)) : Array(best.spots)
        first = self.spots.first?.words.lowerBound ?? 0
        end = min(self.spots.map(\.words.upperBound).max() ?? 0, first + Self.length)
    }

    /// How many of the text's words have to be known: one more than can be shown, which says whether it goes on.
    var neededWords: Int { first + Self.length + 1 }

    /// Cuts the words out of the text.
    ///
    /// They begin with a sentence if what was found leaves room for its beginning, and otherwise a few words before it.
    ///
    /// - Parameters:
    ///   - text: the text, in UTF-8.
    ///   - words: its first words by their bytes, at least `neededWords` if it has as many.
    /// - Returns: the words around what was found and what was found, in order; empty for a text without words.
    func parts(of text: [UInt8], _ words: [Range<Int>]) -> [SearchHit.SnippetPart] {
        guard !words.isEmpty, first < words.count else { return [] }
        let room = Self.length - (end - first)
        let earliest = max(0, first - room)
        let start =
            (earliest...first).first { Self.beginsSentence(text, words[$0]) } ?? max(0, first - room / 2)
        let shown = start..<min(start + Self.length, words.count)
        var parts: [SearchHit.SnippetPart] = []
        var written = start == 0 ? 0 : words[start].lowerBound
        func add(upTo place: Int, isFound: Bool) {
            guard place > written else { return }
            let piece = String(decoding: text[written..<place], as: UTF8.self).withoutCharacterGaps
            parts.append(SearchHit.SnippetPart(piece, isFound: isFound))
            written = place
        }
        if start > 0 { parts.append(SearchHit.SnippetPart("…", isFound: false)) }
        for found in found(in: shown) {
            add(upTo: words[found.lowerBound].lowerBound, isFound: false)
            add(upTo: words[found.upperBound - 1].upperBound, isFound: true)
        }
        let goesOn = shown.upperBound < words.count
        add(upTo: goesOn ? words[shown.upperBound - 1].upperBound : text.count, isFound: false)
        if goesOn { parts.append(SearchHit.SnippetPart("…", isFound: false)) }
        return parts
    }

    /// The words that were found, in order; places that overlap are one.
    private func found(in shown: Range<Int>) -> [Range<Int>] {
        var merged: [Range<Int>] = []
        for words in spots.map({ $0.words.clamped(to: shown) }) where !words.isEmpty {
            if let last = merged.last, words.lowerBound < last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, words.upperBound)
            } else {
                merged.append(words)
            }
        }
        return merged
    }

    private static func beginsSentence(_ text: [UInt8], _ word: Range<Int>) -> Bool {
        let before = text[..<word.lowerBound].last { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return before == nil
            || [UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "!"), UInt8(ascii: "?")].contains(before)
    }
}
