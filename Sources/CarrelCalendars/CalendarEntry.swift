import CarrelBasics
import CarrelModel
import Foundation

/// An event, a task or a journal entry of a calendar.
struct CalendarEntry {
    private var lines: [String: ContentLine] = [:]
    // What lists the times that the rule names and that are left out, and those that are added to it.
    private var excluded: [ContentLine] = []
    private var added: [ContentLine] = []
    // More are counted, and not read: a calendar may have a million of them.
    private static let maxShown = 50
    private static let maxRead = 1000

    mutating func take(_ line: ContentLine) {
        switch line.name {
        case "EXDATE": excluded.append(line)
        case "RDATE": added.append(line)
        default: if lines[line.name] == nil { lines[line.name] = line }
        }
    }

    /// Whether nothing is known of it.
    var isEmpty: Bool { lines.isEmpty && excluded.isEmpty && added.isEmpty }

    /// What the entry is called.
    var title: String { lines["SUMMARY"].map(\.text.singleLine) ?? "Untitled" }

    /// When it begins; `nil` if that is not told.
    var start: String? { (lines["DTSTART"] ?? lines["DUE"]).flatMap { CalendarTime($0) }?.text }

    /// The entry as it is shown.
    var blocks: [MarkdownText.Block] {
        var blocks: [MarkdownText.Block] = [.heading(level: 2, title.isEmpty ? "Untitled" : title)]
        let facts = [
            when, due, told("LOCATION", as: "Where"), told("URL", as: "Web"), repetition,
            Self.list(excluded, "Not on"), Self.list(added, "Also on"), replaced, organizer, status,
        ]
        blocks += facts.compactMap { $0 }.map { .item($0) }
        if let words = lines["DESCRIPTION"]?.text.trimmed, !words.isEmpty { blocks.append(.paragraph(words)) }
        return blocks
    }

    private var when: String? {
        guard let start = lines["DTSTART"].flatMap({ CalendarTime($0) }) else { return nil }
        let end =
            lines["DTEND"].flatMap { CalendarTime($0) }
            ?? lines["DURATION"].flatMap { start.advanced(by: $0.raw.trimmed) }
        return "When: \(end.map(start.text(to:)) ?? start.text)"
    }

    private var due: String? { lines["DUE"].flatMap { CalendarTime($0) }.map { "Due: \($0.text)" } }

    private func told(_ name: String, as label: String) -> String? {
        lines[name]?.text.singleLine.nonEmpty.map { "\(label): \($0)" }
    }

    private var repetition: String? {
        lines["RRULE"].flatMap { RepetitionRule($0.raw).words }.map { "Repeats: \($0)" }
    }

    private static func list(_ lines: [ContentLine], _ label: String) -> String? {
        let values = lines.flatMap { line in
            line.raw.split(separator: ",").map { (text: $0, zone: line.parameters["TZID"]) }
        }
        var times: [CalendarTime] = []
        var readCount = 0
        for value in values.prefix(maxRead) where times.count < maxShown {
            readCount += 1
            // Of a period, its beginning.
            let time = CalendarTime(String(value.text.prefix { $0 != "/" }).trimmed, zone: value.zone)
            if let time { times.append(time) }
        }
        guard !times.isEmpty else { return nil }
        let more = values.count > readCount ? " and \(values.count - readCount) more" : ""
        return "\(label): \(times.map(\.text).joined(separator: ", "))\(more)"
    }

    /// Which one of a repeated event this is in place of.
    private var replaced: String? {
        lines["RECURRENCE-ID"].flatMap { CalendarTime($0) }.map { "In place of the one on \($0.text)" }
    }

    private var organizer: String? {
        guard let line = lines["ORGANIZER"] else { return nil }
        let address = line.text.replacing(/(?i)^mailto:/, with: "")
        return "By: \(line.parameters["CN"].map { "\($0) (\(address))" } ?? address)"
    }

    private var status: String? {
        lines["STATUS"].map { $0.text.lowercased() }.flatMap { $0 == "confirmed" ? nil : "Status: \($0)" }
    }
}
