import CarrelModel

/// Marks what is raised or lowered in a text of runs.
struct ShiftedRuns {
    // The last words that were, from where to where in bytes.
    private var last: (shift: ShiftedText, words: String, place: Range<Int>)?
    // More is no longer put together.
    private static let maxLength = 160

    /// Marks what a text has from a place on, together with what is before it if that is raised or lowered alike.
    mutating func mark(_ text: inout String, _ shift: ShiftedText?, from place: Int) {
        guard let shift, place < text.utf8.count else { return }
        var (start, words) = (place, String(text[text.utf8.index(text.startIndex, offsetBy: place)...]))
        if let last, last.shift == shift, last.place.upperBound == place,
            last.words.utf8.count < Self.maxLength
        {
            (start, words) = (last.place.lowerBound, last.words + words)
        }
        text.removeSubrange(text.utf8.index(text.startIndex, offsetBy: start)...)
        text += shift.marked(words, after: text.suffix(2))
        last = (shift, words, start..<text.utf8.count)
    }
}
