import CarrelBasics
import Foundation

/// A date in any of the forms that catalogues have, as precise as it was written.
package struct WrittenDate: Hashable, Sendable {
    /// What is known of it.
    package enum Precision: Int, Comparable, Sendable {
        case year, month, day, minute, second

        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// From 1 to 9999.
    package var year: Int
    /// From 1; what the date does not name has its first value.
    package var month = 1
    /// From 1.
    package var day = 1
    /// From 0 to 24, the end of the day.
    package var hour = 0
    package var minute = 0
    /// From 0 to 60, a leap second.
    package var second = 0
    /// Minutes that its clock is ahead of UTC; `nil` if it names no zone.
    package var offset: Int?
    package var precision = Precision.day

    /// Reads W3C's and ISO 8601's forms, those of RFC 822 with whatever zone, and those that people write; `nil` for
    /// anything else.
    package init?(_ text: String) {
        guard text.utf8.count <= 128 else { return nil }
        let text = text.trimmed
        guard let date = Self.numeric(text) ?? Self.worded(text), date.isPossible else { return nil }
        self = date
    }

    init(year: Int) { self.year = year }

    private var isPossible: Bool {
        (1...9999).contains(year) && (1...12).contains(month)
            && (1...Self.days(of: month, year)).contains(day)
            && (0...24).contains(hour) && (0...59).contains(minute) && (0...60).contains(second)
            && (hour < 24 || minute + second == 0) && abs(offset ?? 0) <= 18 * 60
    }

    private static func days(of month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// A year of two digits is one of 1950 to 2049, one of three counts from 1900 (RFC 5322 section 4.3).
    static func year(_ digits: Substring) -> Int? {
        guard let number = number(digits, 2...4) else { return nil }
        switch digits.utf8.count {
        case 2: return number + (number < 50 ? 2000 : 1900)
        case 3: return number + 1900
        default: return number
        }
    }

    /// A number of ASCII digits, as many as there may be.
    static func number(_ digits: some StringProtocol, _ count: ClosedRange<Int>) -> Int? {
        guard count.contains(digits.utf8.count), digits.utf8.allSatisfy(\.isDigit) else {
            return nil
        }
        return Int(digits)
    }

    // MARK: In UTC

    /// The date in UTC as people read it: `2017-12-06 14:00 UTC`, or as much as is known; without `UTC` if it names no zone.
    package var text: String {
        let date = inUTC
        var text = String(date.year).zeroPadded(to: 4)
        if precision > .year { text += "-" + date.month.twoDigits }
        if precision > .month { text += "-" + date.day.twoDigits }
        if precision > .day { text += " \(date.hour.twoDigits):\(date.minute.twoDigits)" }
        if precision == .second { text += ":" + date.second.twoDigits }
        return precision > .day && offset != nil ? text + " UTC" : text
    }

    /// Whether it can be that of a change: programs that know none write the first moment of 1970, or of the year 1.
    package var isOfChange: Bool {
        let date = inUTC
        return (date.year, date.month, date.day) > (1970, 1, 1)
    }

    /// When it is over at the latest, on whichever clock: if it names no zone, when it has ended everywhere.
    package var end: Date? {
        let date = inUTC
        let last = precision == .year ? 12 : date.month
        let lastDay = precision < .day ? Self.days(of: last, date.year) : date.day
        var parts = DateComponents(year: date.year, month: last, day: lastDay)
        if precision > .day {
            (parts.hour, parts.minute, parts.second) = (date.hour, date.minute, date.second)
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let length: TimeInterval =
            switch precision {
            case .second: 1
            case .minute: 60
            default: 24 * 3600
            }
        // The last clocks are twelve hours behind UTC.
        let delay: TimeInterval = precision > .day && offset != nil ? 0 : 12 * 3600
        return calendar.date(from: parts)?.addingTimeInterval(length + delay)
    }

    /// The same moment on the clock of UTC; one that names no zone stays as it is.
    var inUTC: WrittenDate {
        guard precision > .day else { return self }
        var date = self
        var minutes = hour * 60 + minute - (offset ?? 0)
        while minutes < 0 {
            minutes += 24 * 60
            date.stepDay(-1)
        }
        while minutes >= 24 * 60 {
            minutes -= 24 * 60
            date.stepDay(1)
        }
        (date.hour, date.minute, date.offset) = (minutes / 60, minutes % 60, offset.map { _ in 0 })
        return date
    }

    private mutating func stepDay(_ step: Int) {
        day += step
        if day < 1 {
            month -= 1
            if month < 1 { (year, month) = (year - 1, 12) }
            day = Self.days(of: month, year)
        } else if day > Self.days(of: month, year) {
            (month, day) = (month + 1, 1)
            if month > 12 { (year, month) = (year + 1, 1) }
        }
    }
}
