import CarrelBasics

/// Dates with the names of months: RFC 822, RFC 850, asctime, and what people write.
extension WrittenDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// Reads `Wed, 06 Dec 2017 14:00:00 +0000`, `Wed Dec  6 14:00:00 2017`, `6-Dec-17`, `December 6, 2017 2:00 PM EST` and the like.
    static func worded(_ text: String) -> WrittenDate? {
        var reading = Reading()
        for word in withoutComments(text.lowercased()).split(whereSeparator: { $0.isWhitespace || $0 == "," })
        {
            guard reading.take(word) else { return nil }
        }
        return reading.date
    }

    /// The text with a space for each character in parentheses, which are comments (RFC 5322 section 3.2.2).
    private static func withoutComments(_ text: String) -> String {
        guard text.contains("(") else { return text }
        var depth = 0
        return String(
            text.map { character in
                let isInside = depth > 0 || character == "("
                depth = max(0, depth + (character == "(" ? 1 : character == ")" ? -1 : 0))
                return isInside ? " " : character
            })
    }

    /// What was read so far.
    private struct Reading {
        var year: Int?
        var month: Int?
        var day: Int?
        var clock: WrittenDate?
        var offset: Int?
        var isAfternoon: Bool?

        var date: WrittenDate? {
            guard let year, let month, let day else { return nil }
            var date = clock ?? WrittenDate(year: year)
            (date.year, date.month, date.day) = (year, month, day)
            if clock != nil, let isAfternoon {
                guard (1...12).contains(date.hour) else { return nil }
                date.hour = date.hour % 12 + (isAfternoon ? 12 : 0)
            }
            if let offset { date.offset = offset }
            return date
        }

        mutating func take(_ word: Substring) -> Bool {
            if word.contains(":"), !word.hasPrefix("gmt"), !word.hasPrefix("utc"),
                word.first?.isNumber == true
            {
                return takeClock(word)
            }
            switch word {
            case "am", "a.m.", "pm", "p.m.":
                isAfternoon = word.first == "p"
                return true
            case "at", "of": return true
            default: break
            }
            if word.first == "+" || (word.first == "-" && clock != nil) { return takeZone(word) }
            if word.contains("-") || word.contains("/"), word.first?.isNumber == true {
                return word.split(whereSeparator: { $0 == "-" || $0 == "/" }).allSatisfy { takeField($0) }
            }
            return takeField(word)
        }

        private mutating func takeClock(_ word: Substring) -> Bool {
            guard clock == nil else { return false }
            var word = word
            for (ending, isPM) in [("am", false), ("pm", true)] where word.hasSuffix(ending) {
                (word, isAfternoon) = (word.dropLast(2), isPM)
            }
            var date = WrittenDate(year: 1)
            guard date.readClock(word) else { return false }
            clock = date
            if let zone = date.offset { offset = zone }
            return true
        }

        private mutating func takeField(_ word: Substring) -> Bool {
            if word.first?.isNumber == true { return takeNumber(word) }
            if weekdays.contains(where: { word.hasPrefix($0) }), month == nil || day == nil || clock == nil {
                return true
            }
            if month == nil, let index = months.firstIndex(where: { word.hasPrefix($0) }) {
                month = index + 1
                return true
            }
            return takeZone(word)
        }

        private mutating func takeNumber(_ word: Substring) -> Bool {
            var digits = word
            for ending in ["st", "nd", "rd", "th"] where digits.hasSuffix(ending) {
                digits = digits.dropLast(2)
            }
            if day == nil, let number = number(digits, 1...2) {
                day = number
            } else if year == nil, let number = WrittenDate.year(digits) {
                year = number
            } else {
                return false
            }
            return true
        }

        private mutating func takeZone(_ word: Substring) -> Bool {
            guard let known = WrittenZone.offset(String(word)) else {
                // Nothing is known of a zone of no known name (RFC 5322 section 4.3).
                return clock != nil && word.utf8.count <= 5
            }
            // Beside a name such as `GMT` or `CET` the digits say how far ahead the clock is.
            if offset == nil || known != 0 { offset = known }
            return true
        }
    }
}
