import CarrelBasics
import Foundation

/// The names of months and days.
struct DayNames: Sendable {
    let months: [String]
    let shortMonths: [String]
    let weekdays: [String]
    let shortWeekdays: [String]

    /// Those of the language that a format such as `[$-407]d. mmmm` asks for; English ones where it asks for none that is known.
    static func of(format: Substring) -> DayNames {
        guard let match = format.firstMatch(of: /\[\$[^\]\-]*-([0-9A-Fa-f]{1,8})[\],]/),
            let region = Int(match.1, radix: 16),
            // The lower ten bits of the number that Windows has for a region tell the language.
            let language = languages[region & 0x3FF]
        else { return english }
        return others.withLock { others in
            let names = others[language] ?? DayNames(language: language)
            others[language] = names
            return names.isWhole ? names : english
        }
    }

    private var isWhole: Bool {
        months.count == 12 && shortMonths.count == 12 && weekdays.count == 7 && shortWeekdays.count == 7
    }

    static let english = DayNames(
        months: [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ],
        weekdays: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"])

    private static let languages = [
        0x01: "ar", 0x02: "bg", 0x04: "zh", 0x05: "cs", 0x06: "da", 0x07: "de", 0x08: "el", 0x0A: "es",
        0x0B: "fi", 0x0C: "fr", 0x0D: "he", 0x0E: "hu", 0x10: "it", 0x11: "ja", 0x12: "ko", 0x13: "nl",
        0x14: "nb", 0x15: "pl", 0x16: "pt", 0x18: "ro", 0x19: "ru", 0x1B: "sk", 0x1D: "sv", 0x1E: "th",
        0x1F: "tr", 0x22: "uk", 0x24: "sl", 0x2A: "vi",
    ]
    // Made when they are asked for: most workbooks ask for English.
    private static let others = Locked([String: DayNames]())

    private init(months: [String], weekdays: [String]) {
        (self.months, self.weekdays) = (months, weekdays)
        shortMonths = months.map { String($0.prefix(3)) }
        shortWeekdays = weekdays.map { String($0.prefix(3)) }
    }

    private init(language: String) {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: language)
        formatter.calendar = Calendar(identifier: .gregorian)
        months = formatter.monthSymbols
        weekdays = formatter.weekdaySymbols
        shortMonths = formatter.shortMonthSymbols.map { $0.replacing(".", with: "") }
        shortWeekdays = formatter.shortWeekdaySymbols.map { $0.replacing(".", with: "") }
    }
}
