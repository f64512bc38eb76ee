/// The differences between two texts, by paragraph and word.
public struct TextDifference: Sendable, Hashable {
    /// Consecutive words.
    public struct Words: Sendable, Hashable, Codable {
        /// Whether words are in both texts, only in the old one, or only in the new one.
        public enum Kind: String, Sendable, Hashable, Codable {
            case kept, removed, added
        }

        /// In which text the words are.
        public var kind: Kind
        /// The words, separated by spaces.
        public var text: String
    }

    /// A paragraph that was changed, added or removed.
    public struct Change: Sendable, Hashable, Codable {
        /// Its page in the new text, or in the old one if it was removed; `nil` without pages.
        public var page: Int?
        /// Its words.
        public var words: [Words]

        /// The change with few of its unchanged words: those next to other words, and `…` for the rest.
        ///
        /// - Parameter context: how many unchanged words to keep on each side of a change.
        public func shortened(_ context: Int) -> Change {
            var short = self
            for (index, part) in words.enumerated() where part.kind == .kept {
                let all = part.text.split(separator: " ")
                let (before, after) = (index == 0 ? 0 : context, index == words.count - 1 ? 0 : context)
                guard all.count > before + after else { continue }
                short.words[index].text = (all.prefix(before) + ["…"] + all.suffix(after)).joined(
                    separator: " ")
            }
            return short
        }
    }

    /// The changes, in order.
    public var changes: [Change]

    // Time and memory grow with the square of the number of differences.
    private static let maxParagraphs = 2000
    private static let maxWords = 1000

    /// Compares two previews.
    public init(from old: Preview, to new: Preview) {
        changes = Self.changes(Self.paragraphs(of: old), Self.paragraphs(of: new))
    }

    private struct Paragraph: Hashable {
        /// Its words in one line.
        var text: String
        /// The words of each of its lines.
        var lines: [String]
        var page: Int?

        init(_ lines: [String], _ page: Int?) {
            self.lines = lines.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            text = self.lines.joined(separator: " ")
            self.page = page
        }

        /// Its lines as paragraphs.
        var parts: [Self] { lines.map { Self([$0], page) } }

        static func == (first: Self, second: Self) -> Bool { first.text == second.text }
        func hash(into hasher: inout Hasher) { hasher.combine(text) }
    }

    private static func paragraphs(of preview: Preview) -> [Paragraph] {
        guard !preview.pageMarks.isEmpty else { return paragraphs(preview.text, preview.form, nil) }
        return preview.pageMarks.flatMap { mark in
            paragraphs(preview.only(pages: mark.page...mark.page).text, preview.form, mark.page)
        }
    }

    /// What stands between blank lines; in Markdown each row of a table and each line of code, too.
    private static func paragraphs(_ text: String, _ form: Preview.Form, _ page: Int?) -> [Paragraph] {
        var result: [Paragraph] = []
        var lines: [String] = []
        var single = SingleLines()
        func end() {
            if !lines.isEmpty { result.append(Paragraph(lines, page)) }
            lines = []
        }
        let shown = form == .markdown ? MarkdownText.withoutBackslashes(text) : text
        let written = [text, shown].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
        for (line, words) in zip(written[0], written[1]) {
            let isSingle = form == .markdown && single.takes(line)
            let isBlank = line.allSatisfy(\.isWhitespace)
            if isSingle || isBlank { end() }
            if !isBlank { lines.append(String(words)) }
            if isSingle { end() }
        }
        end()
        return result
    }

    private static func changes(_ old: [Paragraph], _ new: [Paragraph]) -> [Change] {
        var (before, after) = (old[...], new[...])
        while let first = before.first, first.text == after.first?.text {
            before.removeFirst()
            after.removeFirst()
        }
        while let last = before.last, last.text == after.last?.text {
            before.removeLast()
            after.removeLast()
        }
        return differences(Array(before), Array(after))
    }

    private static func differences(_ before: [Paragraph], _ after: [Paragraph]) -> [Change] {
        guard max(before.count, after.count) <= maxParagraphs else {
            return before.map { whole($0, .removed) } + after.map { whole($0, .added) }
        }
        let (removed, added) = places(after.difference(from: before))
        var changes: [Change] = []
        var (old, new) = (0, 0)
        while old < before.count || new < after.count {
            let isGone = old < before.count && removed.contains(old)
            let isNew = new < after.count && added.contains(new)
            if isGone, isNew {
                changes += self.changes(from: before[old], to: after[new])
            } else if isGone {
                changes.append(whole(before[old], .removed))
            } else if isNew {
                changes.append(whole(after[new], .added))
            }
            // A paragraph in both texts moves both places on.
            if isGone || !isNew { old += 1 }
            if isNew || !isGone { new += 1 }
        }
        return changes
    }

    /// Where something was removed and where it was added.
    private static func places<Part>(
        _ difference: CollectionDifference<Part>
    ) -> (removed: Set<Int>, added: Set<Int>) {
        var (removed, added) = (Set<Int>(), Set<Int>())
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        return (removed, added)
    }

    private static func whole(_ paragraph: Paragraph, _ kind: Words.Kind) -> Change {
        Change(page: paragraph.page, words: [Words(kind: kind, text: paragraph.text)])
    }

    /// What changed in a paragraph; in one with too many words to compare, what changed in its lines.
    private static func changes(from old: Paragraph, to new: Paragraph) -> [Change] {
        if let words = words(old.text, new.text) { return [Change(page: new.page, words: words)] }
        guard max(old.lines.count, new.lines.count) > 1 else {
            let words = [Words(kind: .removed, text: old.text), Words(kind: .added, text: new.text)]
            return [Change(page: new.page, words: words)]
        }
        return changes(old.parts, new.parts)
    }

    /// The words of two paragraphs; `nil` if there are too many to compare.
    private static func words(_ old: String, _ new: String) -> [Words]? {
        let (before, after) = (old.split(separator: " "), new.split(separator: " "))
        guard max(before.count, after.count) <= maxWords else { return nil }
        let (removed, added) = places(after.difference(from: before))
        var result: [Words] = []
        func add(_ word: Substring, _ kind: Words.Kind) {
            if result.last?.kind == kind {
                result[result.count - 1].text += " " + word
            } else {
                result.append(Words(kind: kind, text: String(word)))
            }
        }
        var (index, next) = (0, 0)
        while index < before.count || next < after.count {
            if index < before.count, removed.contains(index) {
                add(before[index], .removed)
                index += 1
            } else if next < after.count, added.contains(next) {
                add(after[next], .added)
                next += 1
            } else {
                if next < after.count { add(after[next], .kept) }
                (index, next) = (index + 1, next + 1)
            }
        }
        return result
    }
}

/// Tells which lines of Markdown are not a part of a paragraph: rows of tables, and code with its fences.
private struct SingleLines {
    // The fence of the code that goes on.
    private var fence: Substring = ""

    /// Takes the next line, and says whether it stands alone.
    mutating func takes(_ line: Substring) -> Bool {
        let words = line.drop(while: \.isWhitespace)
        let mark: Character = words.first == "~" ? "~" : "`"
        let marks = words.prefix { $0 == mark }
        let rest = words[marks.endIndex...]
        guard fence.isEmpty else {
            let ends = marks.count >= fence.count && marks.first == fence.first
            if ends, rest.allSatisfy(\.isWhitespace) { fence = "" }
            return true
        }
        // Where more ticks follow on the line, it is a text with code in it.
        guard marks.count >= 3, mark == "~" || !rest.contains(mark) else { return words.first == "|" }
        fence = marks
        return true
    }
}
