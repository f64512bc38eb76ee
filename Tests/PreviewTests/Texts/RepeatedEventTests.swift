import CalendarPreviewing
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import Testing

/// Events that are repeated, and what is said of single ones among them.
@Suite(.timeLimit(.minutes(1)))
struct RepeatedEventTests {
    private func show(_ lines: String...) async throws -> String {
        let calendar =
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\n\(lines.joined(separator: "\n"))\nEND:VEVENT\nEND:VCALENDAR\n"
        return try await preview(
            calendar, as: "text/calendar", with: CalendarPreviewer()
        ).text
    }

    @Test
    func `days that are left out or added are named`() async throws {
        let shown = try await show(
            "SUMMARY:Cells", "DTSTART;TZID=Europe/Berlin:20240501T101500", "DURATION:PT1H30M",
            "RRULE:FREQ=WEEKLY", "EXDATE;TZID=Europe/Berlin:20240508T101500,20240515T101500",
            "EXDATE;VALUE=DATE:20240522", "RDATE;VALUE=PERIOD:20240530T080000Z/PT1H")
        #expect(
            shown == """
                ## Cells

                - When: 2024-05-01 10:15 – 11:45 Europe/Berlin
                - Repeats: weekly
                - Not on: 2024-05-08 10:15 Europe/Berlin, 2024-05-15 10:15 Europe/Berlin, 2024-05-22
                - Also on: 2024-05-30 08:00 UTC
                """)
    }

    @Test
    func `of many days the first are named, the others counted`() async throws {
        let days = (0..<70).map { "2024\(10 + $0 / 28)\(10 + $0 % 28 / 2)" }.joined(separator: ",")
        let shown = try await show("SUMMARY:A", "DTSTART:20240101", "EXDATE:\(days)")
        #expect(shown.hasSuffix(" and 20 more"))
        // They are not read.
        let more = try await show("SUMMARY:A", "DTSTART:20240101", "EXDATE:\(days)", "EXDATE:a,b")
        #expect(more.hasSuffix(" and 22 more"))
        // Those that cannot be read hide no others.
        let odd = String(repeating: "a,", count: 60) + "20240108"
        let readable = try await show("SUMMARY:A", "DTSTART:20240101", "EXDATE:\(odd)")
        #expect(readable.hasSuffix("- Not on: 2024-01-08"))
    }

    @Test
    func `an event in place of another says which`() async throws {
        let shown = try await show(
            "SUMMARY:Cells", "RECURRENCE-ID:20240508T081500Z", "DTSTART:20240509T081500Z",
            "DTEND:20240509T091500Z")
        #expect(shown.contains("- In place of the one on 2024-05-08 08:15 UTC"))
    }

    @Test(arguments: [
        ("FREQ=MONTHLY;BYDAY=-1FR", "monthly, on the last Friday"),
        ("FREQ=MONTHLY;BYDAY=1MO,-2TH", "monthly, on the first Monday and the 2nd last Thursday"),
        ("FREQ=YEARLY;BYMONTH=5,10;BYDAY=2SU", "yearly, on the 2nd Sunday, in May and October"),
        ("FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1", "monthly, on the last of Monday and Tuesday"),
        (
            "FREQ=MONTHLY;BYMONTHDAY=15,-1;COUNT=3",
            "monthly, on the 15th and the last day of the month, 3 times"
        ),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "every second week, on Tuesday"),
        ("FREQ=DAILY;INTERVAL=3", "every 3 days"),
        ("FREQ=DAILY;BYHOUR=9,14;BYMINUTE=5", "daily, at 9:05 and 14:05"),
        ("FREQ=YEARLY;BYMONTH=99;BYDAY=XX", "yearly"),
    ])
    func `a rule is told in words`(rule: String, words: String) async throws {
        let shown = try await show("SUMMARY:A", "DTSTART:20240101", "RRULE:\(rule)")
        #expect(shown.hasSuffix("- Repeats: \(words)"))
    }

    @Test(arguments: [
        ("20240101", "P1D", "2024-01-01"), ("20240101", "P1W", "2024-01-01 – 2024-01-07"),
        ("20240228T230000", "PT2H", "2024-02-28 23:00 – 2024-02-29 01:00"),
        ("20240228T230000", "-PT2H", "2024-02-28 23:00"),
    ])
    func `a duration tells the end`(start: String, duration: String, words: String) async throws {
        let shown = try await show("SUMMARY:A", "DTSTART:\(start)", "DURATION:\(duration)")
        #expect(shown.hasSuffix("- When: \(words)"))
    }
}
