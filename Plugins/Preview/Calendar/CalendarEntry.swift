import CarrelBasics
import CarrelModel
import Foundation

/// An event, a task or a journal entry of a calendar.
struct CalendarEntry {
    private var lines: [String: ContentLine] = [:]

    mutating func take(_ line: ContentLine) {
        if lines[line.name] == nil { lines[line.name] = line }
    }

    /// What the entry is called.
    var title: String { lines["SUMMARY"].map(\.text.singleLine) ?? "Untitled" }

    /// When it begins; `nil` if that is not told.
    var start: String? { (lines["DTSTART"] ?? lines["DUE"]).flatMap(Self.time) }

    /// The entry as it is shown.
    var blocks: [MarkdownText.Block] {
        var blocks: [MarkdownText.Block] = [.heading(level: 2, title.isEmpty ? "Untitled" : title)]
        blocks += [when, place, repetition, organizer, status].compactMap { $0 }.map { .item($0) }
        if let words = lines["DESCRIPTION"]?.text.trimmed, !words.isEmpty { blocks.append(.paragraph(words)) }
        return blocks
    }

    private var when: String? {
        guard let start else { return nil }
        guard let line = lines["DTEND"], let end = Self.time(line) else {
            return lines["DTSTART"] == nil ? "Due: \(start)" : "When: \(start)"
        }
        // An event of whole days ends before the day that is named.
        if line.raw.utf8.count == 8, let last = Self.dayBefore(line.raw) {
            return last == start ? "When: \(start)" : "When: \(start) – \(last)"
        }
        let sameDay = start.prefix(10) == end.prefix(10)
        return "When: \(sameDay ? Self.joined(start, end) : "\(start) – \(end)")"
    }

    private var place: String? {
        lines["LOCATION"].map(\.text.singleLine).flatMap { $0.isEmpty ? nil : "Where: \($0)" }
    }

    private var organizer: String? {
        guard let line = lines["ORGANIZER"] else { return nil }
        let address = line.text.replacing(/(?i)^mailto:/, with: "")
        return "By: \(line.parameters["CN"].map { "\($0) (\(address))" } ?? address)"
    }

    private var status: String? {
        lines["STATUS"].map { $0.text.lowercased() }.flatMap { $0 == "confirmed" ? nil : "Status: \($0)" }
    }

    private var repetition: String? {
        guard let rule = lines["RRULE"]?.raw else { return nil }
        var parts: [String: String] = [:]
        for part in rule.split(separator: ";") {
            let halves = part.split(separator: "=", maxSplits: 1).map(String.init)
            if halves.count == 2 { parts[halves[0].uppercased()] = halves[1] }
        }
        guard var words = parts["FREQ"]?.lowercased() else { return nil }
        if let interval = parts["INTERVAL"], interval != "1" { words += ", every \(interval)" }
        if let days = parts["BYDAY"] { words += ", on \(days.replacing(",", with: ", "))" }
        if let count = parts["COUNT"] { words += ", \(count) times" }
        if let end = parts["UNTIL"].flatMap({ ContentLine("UNTIL:\($0)") }).flatMap(Self.time) {
            words += ", until \(end)"
        }
        return "Repeats: \(words)"
    }

    /// A day, or a day and a time with its zone.
    private static func time(_ line: ContentLine) -> String? {
        guard let match = line.raw.wholeMatch(of: /(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})\d{2}(Z?))?/) else {
            return nil
        }
        let day = "\(match.1)-\(match.2)-\(match.3)"
        guard let hour = match.4, let minute = match.5 else { return day }
        let zone = match.6 == "Z" ? " UTC" : line.parameters["TZID"].map { " \($0)" } ?? ""
        return "\(day) \(hour):\(minute)\(zone)"
    }

    /// Two times of one day; the zone is told once.
    private static func joined(_ start: String, _ end: String) -> String {
        let (first, last) = (
            start.split(separator: " ", maxSplits: 2), end.split(separator: " ", maxSplits: 2)
        )
        guard first.count >= 2, last.count >= 2, first.dropFirst(2) == last.dropFirst(2) else {
            return "\(start) – \(end)"
        }
        return (["\(first[0]) \(first[1]) – \(last[1])"] + first.dropFirst(2)).joined(separator: " ")
    }

    private static func dayBefore(_ raw: String) -> String? {
        guard let year = Int(raw.prefix(4)), let month = Int(raw.dropFirst(4).prefix(2)),
            let day = Int(raw.suffix(2))
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        guard let date = calendar.date(from: DateComponents(year: year, month: month, day: day - 1)) else {
            return nil
        }
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        return String(format: "%04d-%02d-%02d", parts.year ?? year, parts.month ?? month, parts.day ?? day)
    }
}
