import CarrelFrontEnd

/// Finding words in the document that is read, and reading on.
extension Browser {
    /// Goes to the first line with words, from what is seen on.
    mutating func find(_ words: String) -> [BrowserEffect] {
        (sought, isSoughtTyped) = (SoughtWords(words), true)
        return goToFound(from: detail.top, 1)
    }

    /// Goes to the next line with them, or to the one before; from the last one, if that is still seen.
    mutating func findAgain(_ step: Int) -> [BrowserEffect] {
        guard !sought.isEmpty else {
            say("Press / and type what to find in the document.")
            return []
        }
        let seen = detail.top..<detail.top + detail.seenLines(height: detailHeight)
        guard let last = detail.found, seen.contains(last) else {
            return goToFound(from: step > 0 ? detail.top : detail.top - 1, step)
        }
        return goToFound(from: last + step, step)
    }

    /// Goes through all lines once, round from the end to the beginning; then through the rest of a long text.
    @discardableResult
    mutating func goToFound(from start: Int, _ step: Int) -> [BrowserEffect] {
        guard case .shown(let content) = detail.state else {
            say("There is nothing to look through.")
            return []
        }
        let lines = sought.lines(in: content.lines)
        let next = step > 0 ? lines.first { $0 >= start } : lines.last { $0 <= start }
        guard let line = next ?? (step > 0 ? lines.first : lines.last) else {
            let place = detail.part.map { "the part that is shown (\($0.words))" } ?? "this document"
            let effects = sought.isEmpty ? [] : readOn(for: .words)
            let words = "“\(sought.text)” is not in \(place)"
            if effects.isEmpty { say(words + ".") } else { sayReading(words + ": reading on …") }
            return effects
        }
        detail.found = line
        scrollDetail(to: line)
        return []
    }

    /// Has the rest of a long text shown, too, if there is one that can be.
    mutating func readOn(for awaited: Inspection.Awaited?) -> [BrowserEffect] {
        guard detail.canBeLonger else { return [] }
        (detail.isLong, detail.awaited) = (true, awaited)
        return inspect()
    }
}
