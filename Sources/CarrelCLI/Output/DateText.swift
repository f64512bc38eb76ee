import Foundation

/// Dates for people: the clock on their wall, in the one form that all output has and that sorts as text.
///
/// JSON lines hold ISO 8601 in UTC instead.
enum DateText {
    private static let style = Date.ISO8601FormatStyle(timeZone: .current)
        .year().month().day().dateSeparator(.dash).dateTimeSeparator(.space)
        .time(includingFractionalSeconds: false).timeSeparator(.colon)

    /// A date as `2026-11-21 13:29:26`.
    static func text(_ date: Date) -> String { date.formatted(style) }
}
