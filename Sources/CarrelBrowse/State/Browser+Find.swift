import CarrelFrontEnd

/// Finding words in the document that is read.
extension Browser {
    /// Goes to the first line with words, from what is seen on.
    mutating func find(_ words: String) {
        (sought, isSoughtTyped) = (SoughtWords(words), true)
        goToFound(from: detail.top, 1)
    }

    /// Goes to the next line with them, or to the one before; from the last one, if that is still seen.
    mutating func findAgain(_ step: Int) {
        guard !sought.isEmpty else { return say("Press / and type what to find in the document.") }
        let seen = detail.top..<detail.top + detail.seenLines(height: detailHeight)
        guard let last = detail.found, seen.contains(last) else {
            return goToFound(from: step > 0 ? detail.top : detail.top - 1, step)
        }
        goToFound(from: last + step, step)
    }

    /// Goes through all lines once, round from the end to the beginning.
    private mutating func goToFound(from start: Int, _ step: Int) {
        guard case .shown(let content) = detail.state else { return say("There is nothing to look through.") }
        let lines = sought.lines(in: content.lines)
        let next = step > 0 ? lines.first { $0 >= start } : lines.last { $0 <= start }
        guard let line = next ?? (step > 0 ? lines.first : lines.last) else {
            let place = detail.part.map { "the part that is shown (\($0.words))" } ?? "this document"
            return say("“\(sought.text)” is not in \(place).")
        }
        detail.found = line
        scrollDetail(to: line)
    }
}
