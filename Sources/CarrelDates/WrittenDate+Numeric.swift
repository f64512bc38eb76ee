import CarrelBasics

/// Dates in digits: ISO 8601 and W3C's profile of it.
extension WrittenDate {
    /// `2017`, `2017-12`, `2017-12-06`, `20171206`, `2017-340`, `2017-12-06T14:00:00.5+01:00` and what lies between.
    static func numeric(_ text: String) -> WrittenDate? {
        let end = text.firstIndex { $0 == "T" || $0 == "t" || $0.isWhitespace } ?? text.endIndex
        guard var date = day(text[..<end]) else { return nil }
        let rest = text[end...].drop { $0 == "T" || $0 == "t" || $0.isWhitespace }
        guard !rest.isEmpty else { return date }
        guard date.precision == .day, date.readClock(rest) else { return nil }
        return date
    }

    private static func day(_ text: Substring) -> WrittenDate? {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "/" }
        guard let first = parts.first else { return nil }
        if parts.count == 1 { return compact(first) }
        guard let year = number(first, 4...4) else { return nil }
        var date = WrittenDate(year: year)
        if parts.count == 2, let ordinal = number(parts[1], 3...3) { return date.ofOrdinal(ordinal) }
        guard let month = number(parts[1], 1...2) else { return nil }
        (date.month, date.precision) = (month, .month)
        guard parts.count > 2 else { return date }
        guard parts.count == 3, let day = number(parts[2], 1...2) else { return nil }
        (date.day, date.precision) = (day, .day)
        return date
    }

    /// A date without separators.
    private static func compact(_ digits: Substring) -> WrittenDate? {
        guard number(digits, 4...8) != nil, let year = Int(digits.prefix(4)) else { return nil }
        var date = WrittenDate(year: year)
        let rest = digits.dropFirst(4)
        switch rest.utf8.count {
        case 0: date.precision = .year
        case 2: (date.month, date.precision) = (Int(rest) ?? 0, .month)
        case 3: return date.ofOrdinal(Int(rest) ?? 0)
        case 4: (date.month, date.day) = (Int(rest.prefix(2)) ?? 0, Int(rest.suffix(2)) ?? 0)
        default: return nil
        }
        return date
    }

    /// The date of a day that is counted from the year's first.
    private func ofOrdinal(_ ordinal: Int) -> WrittenDate? {
        guard (1...366).contains(ordinal) else { return nil }
        var date = self
        date.precision = .second
        date.offset = -(ordinal - 1) * 24 * 60
        var found = date.inUTC
        guard found.year == year else { return nil }
        (found.precision, found.offset) = (.day, nil)
        return found
    }

    /// Reads `14:00`, `14:00:00.5`, `1400`, `140000`, and the zone behind it.
    mutating func readClock(_ text: Substring) -> Bool {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || ":.,".contains($0)) }
        let fields = digits.prefix { $0 != "." && $0 != "," }
            .split(separator: ":", omittingEmptySubsequences: false)
        let numbers: [Int]
        if fields.count == 1, [4, 6].contains(digits.utf8.count), Self.number(digits, 4...6) != nil {
            numbers = [digits.prefix(2), digits.dropFirst(2).prefix(2), digits.dropFirst(4)].compactMap {
                Int($0)
            }
        } else {
            numbers = fields.compactMap { Self.number($0, 1...2) }
            guard numbers.count == fields.count else { return false }
        }
        guard (1...3).contains(numbers.count) else { return false }
        (hour, minute) = (numbers[0], numbers.count > 1 ? numbers[1] : 0)
        second = numbers.count > 2 ? numbers[2] : 0
        precision = numbers.count > 2 ? .second : .minute
        let zone = String(text[digits.endIndex...]).trimmed
        guard !zone.isEmpty else { return true }
        guard let offset = WrittenZone.offset(zone) else { return false }
        self.offset = offset
        return true
    }
}
