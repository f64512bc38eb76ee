import CarrelBasics

/// Says in words how often an event is repeated (RFC 5545 section 3.3.10).
struct RepetitionRule {
    private var parts: [Substring: Substring] = [:]

    /// Reads a rule.
    init(_ rule: String) {
        for part in rule.uppercased().split(separator: ";") {
            let halves = part.split(separator: "=", maxSplits: 1)
            if halves.count == 2 { parts[halves[0]] = halves[1] }
        }
    }

    /// The rule in words; `nil` if it does not say how often.
    var words: String? {
        guard let often else { return nil }
        let all = [often, days, monthDays, yearDays, weeks, months, hours, count, end]
        return all.compactMap { $0 }.joined(separator: ", ")
    }

    private static let units = [
        "SECONDLY": "second", "MINUTELY": "minute", "HOURLY": "hour", "DAILY": "day", "WEEKLY": "week",
        "MONTHLY": "month", "YEARLY": "year",
    ]
    private static let dayNames = [
        "MO": "Monday", "TU": "Tuesday", "WE": "Wednesday", "TH": "Thursday", "FR": "Friday",
        "SA": "Saturday",
        "SU": "Sunday",
    ]
    private static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]

    private var often: String? {
        guard let frequency = parts["FREQ"] else { return nil }
        guard let interval = parts["INTERVAL"], interval != "1", let unit = Self.units[String(frequency)]
        else {
            return frequency.lowercased()
        }
        return interval == "2" ? "every second \(unit)" : "every \(interval) \(unit)s"
    }

    private var days: String? {
        guard let days = list("BYDAY", Self.day) else { return nil }
        guard let place = parts["BYSETPOS"].flatMap({ Int($0) }) else { return "on \(days)" }
        return "on \(Self.ordinal(place)) of \(days)"
    }

    /// A day of the week, which may have its number in the month or the year before it.
    private static func day(_ text: Substring) -> String? {
        guard let name = dayNames[String(text.suffix(2))] else { return nil }
        let number = text.dropLast(2)
        return number.isEmpty ? name : Int(number).map { "\(ordinal($0)) \(name)" }
    }

    /// “the first”, “the last”, “the 2nd last”.
    private static func ordinal(_ number: Int) -> String {
        let last = number < 0 ? " last" : ""
        switch number {
        case 1: return "the first"
        case -1: return "the last"
        default:
            let size = number.magnitude
            let ending =
                (11...13).contains(size % 100)
                ? "th" : size % 10 == 1 ? "st" : size % 10 == 2 ? "nd" : size % 10 == 3 ? "rd" : "th"
            return "the \(size)\(ending)\(last)"
        }
    }

    private var monthDays: String? {
        list("BYMONTHDAY") { Int($0).map { Self.ordinal($0) + ($0 < 0 ? " day" : "") } }.map {
            "on \($0) of the month"
        }
    }

    private var yearDays: String? {
        list("BYYEARDAY") { Int($0).map { Self.ordinal($0) + " day" } }.map { "on \($0) of the year" }
    }

    private var weeks: String? { list("BYWEEKNO") { String($0) }.map { "in week \($0)" } }

    private var months: String? {
        list("BYMONTH") { text in
            Int(text).flatMap { (1...12).contains($0) ? Self.monthNames[$0 - 1] : nil }
        }.map { "in \($0)" }
    }

    private var hours: String? {
        let minute = (parts["BYMINUTE"].flatMap { Int($0) } ?? 0).twoDigits
        return list("BYHOUR") { "\($0):\(minute)" }.map { "at \($0)" }
    }

    private var count: String? { parts["COUNT"].map { $0 == "1" ? "once" : "\($0) times" } }

    private var end: String? {
        parts["UNTIL"].flatMap { CalendarTime($0, zone: nil) }.map { "until \($0.text)" }
    }

    /// The values of a part in words: “Monday, Tuesday and Friday”.
    private func list(_ name: Substring, _ words: (Substring) -> String?) -> String? {
        let values = (parts[name]?.split(separator: ",") ?? []).compactMap(words)
        guard let last = values.last else { return nil }
        return values.count == 1 ? last : values.dropLast().joined(separator: ", ") + " and " + last
    }
}
