/// Finding words in the document that is read.
extension Browser {
    /// Goes to the first line with words, from what is seen on.
    mutating func find(_ words: String) {
        sought = SoughtWords(words)
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
        let count = detail.lineCount
        let order = (0..<count).lazy.map { ((start + step * $0) % count + count) % count }
        guard case .shown(let content) = detail.state,
            let line = order.first(where: { !sought.columns(in: content.lines, at: $0).isEmpty })
        else { return say("“\(sought.text)” is not in this document.") }
        detail.found = line
        scrollDetail(to: line)
    }
}
