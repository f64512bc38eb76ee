import CarrelBasics
import CarrelDates
import CarrelHTML
import Foundation

/// Times as a page says them, as its locale writes them.
enum DateMarkup {
    /// A day and a time, in the server's time zone; a script tells it in the reader's.
    static func text(_ date: Date, _ locale: PageLocale) -> String {
        "\(date.formatted(style(locale, hasClock: true, .current))) \(offset(of: .current, at: date))"
    }

    /// The same, with what a program reads.
    static func markup(_ date: Date, _ locale: PageLocale) -> Markup {
        "<time datetime=\"\(name(of: date))\">\(text(date, locale))</time>"
    }

    /// What an option of a form tells a script, whose text holds the words for a date.
    static func attributes(_ date: Date, _ locale: PageLocale) -> Markup {
        " data-datetime=\"\(name(of: date))\" data-words=\"\(text(date, locale))\""
    }

    private static func name(of date: Date) -> String { date.formatted(.iso8601) }

    /// A date in digits, as documents and catalogues write it; `nil` for any other text.
    ///
    /// One without a zone keeps its clock.
    static func markup(written text: String, _ locale: PageLocale) -> Markup? {
        guard text.wholeMatch(of: /\d{4}-\d\d-\d\d([T ]\d\d:\d\d.*)?/) != nil,
            let written = WrittenDate(text), let date = moment(written)
        else { return nil }
        guard written.precision <= .day || written.offset == nil else { return markup(date, locale) }
        let hasClock = written.precision > .day
        // Without the zone, or without the clock, too.
        let name = name(of: date).prefix(hasClock ? 19 : 10)
        let words = date.formatted(style(locale, hasClock: hasClock, .gmt))
        return "<time datetime=\"\(String(name))\">\(words)</time>"
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

    /// How far a zone is ahead of UTC: `UTC`, `UTC+1`, `UTC−3:30`.
    static func offset(of zone: TimeZone, at date: Date) -> String {
        let minutes = zone.secondsFromGMT(for: date) / 60
        guard minutes != 0 else { return "UTC" }
        let (hours, rest) = abs(minutes).quotientAndRemainder(dividingBy: 60)
        return "UTC\(minutes < 0 ? "−" : "+")\(hours)\(rest == 0 ? "" : ":\(rest.twoDigits)")"
    }

    private static func style(_ locale: PageLocale, hasClock: Bool, _ zone: TimeZone) -> Date.FormatStyle {
        Date.FormatStyle(
            date: .abbreviated, time: hasClock ? .shortened : .omitted,
            locale: locale.locale, timeZone: zone)
    }
}
