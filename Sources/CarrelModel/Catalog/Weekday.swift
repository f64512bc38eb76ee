import CarrelBasics

/// A day of the week; the raw value is its number in ISO 8601, Monday being 1.
public enum Weekday: Int, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// The days in order.
    case monday = 1
    case tuesday, wednesday, thursday, friday, saturday, sunday

    /// The name in English.
    public var name: String {
        switch self {
        case .monday: "Monday"
        case .tuesday: "Tuesday"
        case .wednesday: "Wednesday"
        case .thursday: "Thursday"
        case .friday: "Friday"
        case .saturday: "Saturday"
        case .sunday: "Sunday"
        }
    }

    /// The days that a text can mean, in the order of the week.
    ///
    /// - Parameters:
    ///   - text: `today`, `tomorrow`, or a name or its beginning, in any case: `TU` is one day, `t` could be two.
    ///   - today: the current day.
    /// - Returns: one day, none, or several if the text is ambiguous.
    public static func named(_ text: String, today: Weekday) -> [Weekday] {
        let wanted = text.lowercased()
        if wanted == "today" { return [today] }
        if wanted == "tomorrow" { return [Self(rawValue: today.rawValue % 7 + 1) ?? today] }
        guard !wanted.isEmpty else { return [] }
        return allCases.filter { $0.name.lowercased().hasPrefix(wanted) }
    }

    /// The day of a `weekday` component of `DateComponents`, where Sunday is 1.
    public init?(gregorianWeekday number: Int) {
        self.init(rawValue: number == 1 ? 7 : number - 1)
    }

    /// Orders from Monday to Sunday.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A time of day to the minute.
public struct TimeOfDay: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    /// Minutes since midnight, 0 to 1439.
    public let minutes: Int

    /// Reads `9:00`, `09:00` or `17.30`; `nil` for anything else.
    public init?(text: String) {
        let parts = text.split(separator: text.contains(".") ? "." : ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        minutes = hour * 60 + minute
    }

    /// The time as `09:00`.
    public var description: String {
        (minutes / 60).twoDigits + ":" + (minutes % 60).twoDigits
    }

    /// Orders by time.
    public static func < (left: Self, right: Self) -> Bool { left.minutes < right.minutes }
}
