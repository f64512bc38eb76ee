import CarrelBasics
import Foundation

/// A day, or a day and a time with its zone, as calendars write it.
package struct CalendarTime {
    private var date: DateComponents
    private let hasClock: Bool
    private let zone: String

    /// Reads the value of a line; `nil` if it tells no time.
    ///
    /// - Parameters:
    ///   - text: the value.
    ///   - zone: the name of its zone, as the line says.
    init?(_ text: some StringProtocol, zone: String?) {
        guard let match = String(text).wholeMatch(of: /(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})\d{2}(Z?))?/)
        else {
            return nil
        }
        hasClock = match.4 != nil
        date = DateComponents(
            year: Int(match.1), month: Int(match.2), day: Int(match.3),
            hour: match.4.flatMap { Int($0) } ?? 0,
            minute: match.5.flatMap { Int($0) } ?? 0)
        self.zone = !hasClock ? "" : match.6 == "Z" ? " UTC" : zone.map { " \($0)" } ?? ""
    }

    /// The time of a line.
    package init?(_ line: ContentLine) { self.init(line.raw.trimmed, zone: line.parameters["TZID"]) }

    /// The time as it is shown.
    package var text: String { clock.isEmpty ? day : "\(day) \(clock)\(zone)" }

    private var day: String {
        [String(date.year ?? 0).zeroPadded(to: 4), (date.month ?? 0).twoDigits, (date.day ?? 0).twoDigits]
            .joined(separator: "-")
    }

    private var clock: String {
        hasClock ? "\((date.hour ?? 0).twoDigits):\((date.minute ?? 0).twoDigits)" : ""
    }

    /// From this time to another one; day and zone are told once if they are the same.
    ///
    /// A stretch of whole days ends before the day that is named as its end.
    func text(to end: CalendarTime) -> String {
        if !end.hasClock {
            let last = end.advanced(days: -1, minutes: 0)?.day ?? end.day
            return last <= day ? text : "\(text) – \(last)"
        }
        guard end.zone == zone, hasClock else { return "\(text) – \(end.text)" }
        return end.day == day ? "\(day) \(clock) – \(end.clock)\(zone)" : "\(text) – \(end.text)"
    }

    /// The time some days and minutes later, by the clock of its zone.
    private func advanced(days: Int, minutes: Int) -> CalendarTime? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        guard let start = calendar.date(from: date) else { return nil }
        let moved = start.addingTimeInterval(Double(days) * 86400 + Double(minutes) * 60)
        var time = self
        time.date = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: moved)
        return time
    }

    /// The time after a duration such as `PT1H30M`; `nil` if that is none.
    func advanced(by duration: String) -> CalendarTime? {
        let form = /\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:\d{1,7}S)?)?/
        guard let match = duration.wholeMatch(of: form) else { return nil }
        func number(_ digits: Substring?) -> Int { digits.flatMap { Int($0) } ?? 0 }
        return advanced(
            days: number(match.1) * 7 + number(match.2), minutes: number(match.3) * 60 + number(match.4))
    }
}
