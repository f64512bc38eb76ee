import Foundation

/// Shows days since 1900 as dates and times.
enum TimeFormat {
    /// A number of days as pieces of a format show it; `nil` if no calendar has it.
    static func text(_ pieces: [Piece], _ days: Double, is1904: Bool, _ names: DayNames) -> String? {
        guard days >= 0, days < 2_958_466, let places = decimals(pieces) else { return nil }
        // Rounded to what is shown of a second.
        let parts = (0..<places).reduce(Int64(1)) { power, _ in power * 10 }
        let (seconds, fraction) = Int64((days * Double(86_400 * parts)).rounded())
            .quotientAndRemainder(dividingBy: parts)
        let (day, second) = (Int(seconds / 86_400), Int(seconds % 86_400))
        let date = CalendarDay(day: day, is1904: is1904)
        let isHalved = pieces.contains(.half)
        var text = ""
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .half: text += second < 43_200 ? "AM" : "PM"
            case .time("m", let count, false):
                text +=
                    isMinute(pieces, index)
                    ? padded(second / 60 % 60, count) : month(date.month, count, names)
            case .time(let letter, let count, let isElapsed):
                text +=
                    isElapsed
                    ? elapsed(letter, seconds, count)
                    : part(letter, count, date, second: second, isHalved: isHalved, names)
            case .digits: text += "." + String(String(parts + fraction).dropFirst())
            default: text += piece.literal
            }
        }
        return text.trimmingCharacters(in: .whitespaces)
    }

    /// How many decimals of a second are shown, as far as spreadsheets show any; `nil` for digits elsewhere.
    private static func decimals(_ pieces: [Piece]) -> Int? {
        var decimals = 0
        for (index, piece) in pieces.enumerated() {
            guard case .digits(let marks) = piece else { continue }
            guard index > 0, case .time("s", _, _) = pieces[index - 1], marks.hasPrefix("."), decimals == 0,
                (2...4).contains(marks.count)
            else { return nil }
            decimals = marks.count - 1
        }
        return decimals
    }

    /// An `m` is minutes behind hours and before seconds, and months elsewhere.
    private static func isMinute(_ pieces: [Piece], _ index: Int) -> Bool {
        func letter(_ pieces: some Sequence<Piece>) -> Character? {
            for case .time(let letter, _, _) in pieces { return letter }
            return nil
        }
        return letter(pieces[..<index].reversed()) == "h" || letter(pieces[(index + 1)...]) == "s"
    }

    private static func elapsed(_ letter: Character, _ seconds: Int64, _ count: Int) -> String {
        let whole = letter == "h" ? seconds / 3600 : letter == "m" ? seconds / 60 : seconds
        return padded(Int(whole), count)
    }

    private static func part(
        _ letter: Character, _ count: Int, _ date: CalendarDay, second: Int, isHalved: Bool,
        _ names: DayNames
    ) -> String {
        switch letter {
        case "y", "b", "e":
            // Buddhists count from another year.
            let year = letter == "b" ? date.year + 543 : date.year
            return count <= 2 && letter != "e" ? padded(year % 100, 2) : String(year)
        case "d":
            switch count {
            case 1, 2: return padded(date.day, count)
            case 3: return names.shortWeekdays[date.weekday]
            default: return names.weekdays[date.weekday]
            }
        case "h":
            let hour = second / 3600
            return padded(isHalved ? (hour + 11) % 12 + 1 : hour, count)
        case "s": return padded(second % 60, count)
        default: return ""
        }
    }

    private static func month(_ month: Int, _ count: Int, _ names: DayNames) -> String {
        switch count {
        case 1, 2: padded(month, count)
        case 3: names.shortMonths[month - 1]
        case 5: String(names.months[month - 1].prefix(1))
        default: names.months[month - 1]
        }
    }

    private static func padded(_ number: Int, _ count: Int) -> String {
        count >= 2 && number < 10 ? "0\(number)" : String(number)
    }
}

/// A day of the Gregorian calendar.
struct CalendarDay: Equatable {
    let year: Int
    let month: Int
    let day: Int
    /// From 0, a Sunday.
    let weekday: Int

    /// The day that a workbook's number stands for, which is not negative.
    init(day number: Int, is1904: Bool) {
        weekday = (number + (is1904 ? 5 : 6)) % 7
        // Excel takes 1900 for a leap year: its 60 is 29 February 1900, all before are a day later, and 0 is 0 January.
        if !is1904, number == 0 || number == 60 {
            (year, month, day) = number == 0 ? (1900, 1, 0) : (1900, 2, 29)
            return
        }
        let sinceEpoch = is1904 ? number - 24_107 : number - 25_569 + (number < 60 ? 1 : 0)
        // Days since 1 March 0, in eras of 400 years.
        let shifted = sinceEpoch + 719_468
        let era = shifted / 146_097
        let inEra = shifted - era * 146_097
        let yearOfEra = (inEra - inEra / 1460 + inEra / 36_524 - inEra / 146_096) / 365
        let dayOfYear = inEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }
}
