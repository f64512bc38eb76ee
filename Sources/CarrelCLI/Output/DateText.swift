import Foundation

/// Formats dates for people: in the local time zone, in one form for all output, which sorts as text.
///
/// JSON lines have ISO 8601 in UTC instead.
enum DateText {
    private static let style = Date.ISO8601FormatStyle(timeZone: .current)
        .year().month().day().dateSeparator(.dash).dateTimeSeparator(.space)
        .time(includingFractionalSeconds: false).timeSeparator(.colon)

    /// A date as `2026-11-21 13:29:26`.
    static func text(_ date: Date) -> String { date.formatted(style) }
}
