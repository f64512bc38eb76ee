import CarrelBasics

/// Times as HTTP writes them, in seconds since 1970 (RFC 9110 section 5.6.7).
public enum HTTPDate {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The preferred form, `Sun, 06 Nov 1994 08:49:37 GMT`.
    public static func text(_ seconds: Int64) -> String {
        let days = seconds.quotient(by: 86_400)
        let time = seconds - days * 86_400
        let (year, month, day) = civil(days)
        let weekday = weekdays[Int(days - days.quotient(by: 7) * 7)]
        let clock = [time / 3600, time / 60 % 60, time % 60].map(\.twoDigits).joined(separator: ":")
        let date = "\(day.twoDigits) \(months[Int(month) - 1]) \(String(year).zeroPadded(to: 4))"
        return "\(weekday), \(date) \(clock) GMT"
    }

    /// Reads the preferred form and the two obsolete ones; `nil` for anything else.
    ///
    /// The weekday need not match the date: servers get it wrong, and it does not matter.
    ///
    /// - Parameters:
    ///   - text: the field's value.
    ///   - now: the current time in seconds since 1970; a year of two digits is at most 50 years later. Without it,
    ///     such a year is between 1970 and 2069.
    /// - Returns: seconds since 1970.
    public static func seconds(_ text: String, now: Int64? = nil) -> Int64? {
        guard text.utf8.count <= 64 else { return nil }
        if let preferred = preferred(text) { return preferred }
        let parts = text.split { $0 == " " || $0 == "," || $0 == "-" }
        switch parts.count {
        // Sun, 06 Nov 1994 08:49:37 GMT · Sunday, 06-Nov-94 08:49:37 GMT
        case 6 where parts[5] == "GMT" && isWeekday(parts[0]):
            return seconds(day: parts[1], month: parts[2], year: parts[3], time: parts[4], now: now)
        // Sun Nov  6 08:49:37 1994
        case 5 where isWeekday(parts[0]):
            return seconds(day: parts[2], month: parts[1], year: parts[4], time: parts[3], now: now)
        default: return nil
        }
    }

    /// The preferred form, read without taking it apart, because nearly every response has such a date; `nil` for any other
    /// text.
    private static func preferred(_ text: String) -> Int64? {
        let seconds = text.utf8.withContiguousStorageIfAvailable { bytes -> Int64? in
            guard bytes.count == 29, bytes[3] == UInt8(ascii: ","), bytes[19] == UInt8(ascii: ":"),
                bytes[22] == UInt8(ascii: ":"),
                [4, 7, 11, 16, 25].allSatisfy({ bytes[$0] == UInt8(ascii: " ") }),
                code(bytes, 26) == gmt, weekdayCodes.contains(code(bytes, 0)),
                let month = monthCodes.firstIndex(of: code(bytes, 8)), let day = number(bytes, 5),
                let century = number(bytes, 12), let year = number(bytes, 14), let hour = number(bytes, 17),
                let minute = number(bytes, 20), let second = number(bytes, 23)
            else { return nil }
            return Self.seconds(
                day: day, month: Int64(month) + 1, year: century * 100 + year, hour, minute, second)
        }
        return seconds ?? nil
    }

    private static let gmt = code("GMT")
    private static let weekdayCodes = weekdays.map(code)
    private static let monthCodes = months.map(code)

    /// Three letters as one number.
    private static func code(_ letters: String) -> UInt32 {
        letters.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func code(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt32 {
        UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2])
    }

    /// Two digits.
    private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int64? {
        guard bytes[start].isDigit, bytes[start + 1].isDigit else { return nil }
        let zero = UInt8(ascii: "0")
        return Int64(bytes[start] - zero) * 10 + Int64(bytes[start + 1] - zero)
    }

    private static func isWeekday(_ word: Substring) -> Bool {
        word.count >= 3 && weekdays.contains { word.hasPrefix($0) }
    }

    private static func seconds(
        day: Substring, month: Substring, year: Substring, time: Substring, now: Int64?
    ) -> Int64? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).compactMap(number)
        guard let day = number(day), let index = months.firstIndex(of: String(month)),
            let year = fullYear(year, now: now), clock.count == 3
        else { return nil }
        return seconds(
            day: day, month: Int64(index) + 1, year: year, clock[0], clock[1], clock[2])
    }

    private static func seconds(
        day: Int64, month: Int64, year: Int64, _ hour: Int64, _ minute: Int64, _ second: Int64
    ) -> Int64? {
        guard (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second) else {
            return nil
        }
        let days = days(year, month, day)
        // There is no 30 February.
        guard civil(days) == (year, month, day) else { return nil }
        return days * 86_400 + hour * 3600 + minute * 60 + second
    }

    private static func number(_ text: Substring) -> Int64? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int64(text)
    }

    private static func fullYear(_ text: Substring, now: Int64?) -> Int64? {
        guard let year = number(text), text.utf8.count == 2 || text.utf8.count == 4 else { return nil }
        guard text.utf8.count == 2 else { return year }
        guard let now else { return year + (year < 70 ? 2000 : 1900) }
        let current = civil(now.quotient(by: 86_400)).year
        let candidate = current / 100 * 100 + year
        return candidate > current + 50 ? candidate - 100 : candidate
    }

    /// The days since 1970 of a Gregorian date; the calculation lets years begin in March.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = year.quotient(by: 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted.quotient(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let index = (5 * dayOfYear + 2) / 153
        let month = index < 10 ? index + 3 : index - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * index + 2) / 5 + 1)
    }
}

extension Int64 {
    /// The quotient rounded down, also for negative numbers.
    fileprivate func quotient(by divisor: Int64) -> Int64 {
        self / divisor - (self % divisor < 0 ? 1 : 0)
    }
}
