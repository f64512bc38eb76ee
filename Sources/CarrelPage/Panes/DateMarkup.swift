import CarrelDates
import CarrelHTML
import Foundation

/// Times as a page says them, in the language's way.
enum DateMarkup {
    /// A day and a time, in the server's time zone.
    static func text(_ date: Date, _ language: Language) -> String {
        date.formatted(style(language, hasClock: true, .current))
    }

    /// The same, with what a program reads.
    static func markup(_ date: Date, _ language: Language) -> Markup {
        "<time datetime=\"\(date.formatted(.iso8601))\">\(text(date, language))</time>"
    }

    /// A date in digits, as documents and catalogues write it; `nil` for any other text.
    ///
    /// One without a zone keeps its clock.
    static func markup(written text: String, _ language: Language) -> Markup? {
        guard text.wholeMatch(of: /\d{4}-\d\d-\d\d([T ]\d\d:\d\d.*)?/) != nil,
            let written = WrittenDate(text), let date = moment(written)
        else { return nil }
        guard written.precision <= .day || written.offset == nil else { return markup(date, language) }
        let hasClock = written.precision > .day
        // Without the zone, or without the clock, too.
        let name = String(date.formatted(.iso8601).prefix(hasClock ? 19 : 10))
        let words = date.formatted(style(language, hasClock: hasClock, .gmt))
        return "<time datetime=\"\(name)\">\(words)</time>"
    }

    /// When it is; by the clock of UTC, if it names no zone.
    private static func moment(_ written: WrittenDate) -> Date? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = written.offset.flatMap { TimeZone(secondsFromGMT: $0 * 60) } ?? .gmt
        return calendar.date(
            from: DateComponents(
                year: written.year, month: written.month, day: written.day, hour: written.hour,
                minute: written.minute, second: written.second))
    }

    private static func style(_ language: Language, hasClock: Bool, _ zone: TimeZone) -> Date.FormatStyle {
        Date.FormatStyle(
            date: .abbreviated, time: hasClock ? .shortened : .omitted,
            locale: Locale(identifier: language.rawValue), timeZone: zone)
    }
}
