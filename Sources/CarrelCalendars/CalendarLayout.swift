import CarrelBasics
import CarrelModel

/// Shows the events, tasks and journal entries of a calendar, also those without an end.
package struct CalendarLayout {
    package private(set) var shown = MarkdownText()
    package private(set) var title: String?
    /// Whether entries were left out.
    package private(set) var isPart = false
    private var named: [String: String] = [:]
    private var counts: [String: Int] = [:]
    private var summaries: [String] = []
    private var open: (kind: String, entry: CalendarEntry, depth: Int)?
    // How many entries have no end themselves, or something in them has none.
    private var unended = 0
    private let maxText: Int

    private static let kinds: Set<String> = ["VEVENT", "VTODO", "VJOURNAL"]

    /// Makes an empty one.
    ///
    /// - Parameter maxText: the bytes of text behind which entries are counted alone.
    package init(maxText: Int) { self.maxText = maxText }

    package mutating func take(_ line: ContentLine) {
        let kind = line.raw.trimmed.uppercased()
        switch line.name {
        // None stands within another one.
        case "BEGIN" where Self.kinds.contains(kind):
            end()
            open = (kind, CalendarEntry(), 0)
        // An alarm has a summary of its own.
        case "BEGIN": open?.depth += 1
        case "END" where kind == open?.kind: close(isWhole: open?.depth == 0)
        case "END" where kind == "VCALENDAR": end()
        case "END": if let depth = open?.depth, depth > 0 { open?.depth = depth - 1 }
        case "X-WR-CALNAME", "NAME": if open == nil { title = line.text.singleLine }
        case "X-WR-TIMEZONE": named["time zone"] = line.text
        case "METHOD": named["method"] = line.text.lowercased()
        default: if open?.depth == 0 { open?.entry.take(line) }
        }
    }

    /// Shows the entry that nothing has ended.
    ///
    /// - Parameter isCut: whether its end may be where nobody read.
    package mutating func end(isCut: Bool = false) { close(isWhole: isCut) }

    private mutating func close(isWhole: Bool) {
        guard let (kind, entry, _) = open else { return }
        open = nil
        // A beginning that stands there twice.
        guard isWhole || !entry.isEmpty else { return }
        if !isWhole { unended += 1 }
        counts[kind, default: 0] += 1
        if summaries.count < 5 {
            summaries.append([entry.start, entry.title].compactMap { $0 }.joined(separator: " "))
        }
        isPart = shown.text.utf8.count > maxText
        if !isPart { for block in entry.blocks { shown.add(block) } }
    }

    /// What the first entries are.
    package var summary: String? { summaries.isEmpty ? nil : summaries.joined(separator: "; ") }

    package var facts: [String: String] {
        var facts = named
        facts["events"] = counts["VEVENT"].map(String.init)
        facts["tasks"] = counts["VTODO"].map(String.init)
        return facts
    }

    /// What is to be said of the whole.
    package var notes: [String] {
        unended == 0 ? [] : ["Entries without an end, or with a part in them that has none: \(unended)"]
    }
}
