import CarrelCalendars
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
        "calendar", summary: "Reads calendars: events and tasks, when and where", revision: 7
    ) { _, _ in CalendarPreviewer() }

    /// Reads the calendar.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let file = try TextDocument(document, limit: limits.maxRead, prepare: ContentLines.unfold)
        var layout = CalendarLayout(maxText: limits.maxText)
        for line in ContentLines(file.text) {
            layout.take(line)
            if line.name == "END" { try document.checkCancelled() }
        }
        layout.end(isCut: !file.isWhole)
        var preview = file.preview(
            title: layout.title, summary: layout.summary, shown: layout.shown.text, form: .markdown,
            isPart: layout.isPart, facts: layout.facts, limits: limits)
        preview.notes = layout.notes
        return preview
    }
}
