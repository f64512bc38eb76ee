import CarrelBasics
import CarrelDates

/// A line that says who wrote a page, and perhaps more.
enum Byline {
    private static let words = [
        "written by ", "posted by ", "by: ", "by ", "von ", "par ", "por ", "author: ",
    ]
    private static let names: Set<String> = {
        let full = [
            "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
            "november", "december", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
            "sunday",
        ]
        return Set(full + full.map { String($0.prefix(3)) } + ["sept", "tues", "thurs"])
    }()

    /// The name, without what such lines say before and after it.
    static func name(in line: String) -> String { withoutDate(withoutBy(line)) }

    /// The line without the words that announce a name.
    static func withoutBy(_ line: String) -> String {
        let small = line.lowercased()
        guard let word = words.first(where: small.hasPrefix) else { return line }
        return String(line.dropFirst(word.count)).singleLine
    }

    /// The line without a date at its end, and without the names that sites for short messages know people by.
    private static func withoutDate(_ line: String) -> String {
        let words = line.split(separator: " ").filter { !$0.hasPrefix("@") }
        guard words.count <= 24 else { return line }
        let end = words.indices.dropFirst().first { index in
            beginsDate(words[index]) && WrittenDate(words[index...].joined(separator: " ")) != nil
        }
        let kept = words[..<(end ?? words.endIndex)].joined(separator: " ")
        return kept.lastIndex { !" ,|·•–—-/".contains($0) }.map { String(kept[...$0]) } ?? ""
    }

    private static func beginsDate(_ word: Substring) -> Bool {
        word.first?.isNumber == true
            || names.contains(word.lowercased().trimmingPrefix("(").filter { $0 != "." && $0 != "," })
    }

    /// Whether a text tells a day, and not only a time of day.
    static func isDay(_ text: String) -> Bool {
        text.replacing(/\d{1,2}[:.]\d{2}([:.]\d{2})?(?!\d)/, with: "").contains(where: \.isNumber)
            || WrittenDate(text) != nil
    }
}
