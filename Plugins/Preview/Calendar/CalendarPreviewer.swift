import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTextReading
import Foundation

/// Shows calendars in iCalendar.
public struct CalendarPreviewer: Previewer {
    public init() {}

    /// The plug-in.
    public static let plugin = Plugin<any Previewer>(
        "calendar", summary: "Reads calendars: events and tasks, when and where", revision: 2
    ) { _, _ in CalendarPreviewer() }

    private static let kinds: Set<String> = ["VEVENT", "VTODO", "VJOURNAL"]

    /// Reads the calendar.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let file = try TextDocument(document, limit: limits.maxRead, prepare: ContentLines.unfold)
        var shown = MarkdownText()
        var facts: [String: String] = [:]
        var title: String?
        var counts: [String: Int] = [:]
        var summary: [String] = []
        var open: (kind: String, entry: CalendarEntry, depth: Int)?
        var isPart = false
        for line in ContentLines(file.text) {
            let kind = line.raw.trimmed.uppercased()
            switch line.name {
            case "BEGIN" where open == nil && Self.kinds.contains(kind):
                open = (kind, CalendarEntry(), 0)
            // An alarm has a summary of its own.
            case "BEGIN": open?.depth += 1
            case "END" where open?.depth == 0 && open?.kind == kind:
                guard let entry = open?.entry else { continue }
                open = nil
                counts[kind, default: 0] += 1
                if summary.count < 5 {
                    summary.append([entry.start, entry.title].compactMap { $0 }.joined(separator: " "))
                }
                isPart = shown.text.utf8.count > limits.maxText
                if !isPart { for block in entry.blocks { shown.add(block) } }
                try document.checkCancelled()
            case "END": open?.depth -= 1
            case "X-WR-CALNAME", "NAME": if open == nil { title = line.text.singleLine }
            case "X-WR-TIMEZONE": facts["time zone"] = line.text
            case "METHOD": facts["method"] = line.text.lowercased()
            default: if open?.depth == 0 { open?.entry.take(line) }
            }
        }
        facts["events"] = counts["VEVENT"].map(String.init)
        facts["tasks"] = counts["VTODO"].map(String.init)
        return file.preview(
            title: title, summary: summary.isEmpty ? nil : summary.joined(separator: "; "), shown: shown.text,
            form: .markdown, isPart: isPart, facts: facts, limits: limits)
    }
}
