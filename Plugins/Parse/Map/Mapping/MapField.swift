import CarrelBasics
import CarrelRegex
import Foundation

/// What gives one field: where to look, and what is done with what is found, in this order.
struct MapField: Sendable {
    /// Its full name for messages, such as `items.title`.
    var name: String
    /// Where to look; the first that gives something counts.
    ///
    /// Empty for a template without a value of its own.
    var expressions: [MapExpression] = []
    /// What stands between several values; without it only the first counts.
    var join: String?
    /// Whether markup is taken off.
    var isMarkup = false
    /// What the value must match; its first group is the value, else the whole match.
    var pattern: LinearPattern?
    /// What a match is replaced by: `\1` stands for a group.
    var replacement: String?
    /// The forms of the date that the value is.
    var date: MapDate?
    /// What stands for certain values.
    var lookup: [String: String] = [:]
    /// What the value is put into.
    var template: MapTemplate?
    /// What an address is resolved against, instead of the document's own.
    var base: URL?
    /// The value if there is none.
    var fallback: String?

    /// Whether a part of it looks at what is around the item.
    var looksAround: Bool {
        expressions.contains(where: \.isAround) || template?.expressions.contains(where: \.isAround) == true
    }

    /// The first group that the replacement names and the pattern does not have.
    var missingGroup: Int? {
        guard let replacement, let pattern else { return nil }
        let named = replacement.matches(of: /\\([0-9])|\\./).compactMap { $0.output.1.flatMap { Int($0) } }
        return named.first { $0 > pattern.groupCount }
    }

    /// A field that is just an expression.
    init(name: String, _ expressions: [MapExpression] = []) {
        self.name = name
        self.expressions = expressions
    }
}

/// A text with places for values: `https://example.org/{course}/{value}.pdf`.
struct MapTemplate: Sendable {
    enum Part: Sendable {
        case text(String)
        /// The field's own value.
        case value
        case expression(MapExpression)
    }

    var parts: [Part] = []
    var expressions: [MapExpression] {
        parts.compactMap { if case .expression(let expression) = $0 { expression } else { nil } }
    }
    /// Whether it needs a value of the field's own.
    var needsValue: Bool {
        parts.contains {
            if case .value = $0 { true } else { false }
        }
    }

    /// Reads a template; `{{` and `}}` stand for braces.
    init(_ text: String, format: MapFormat) throws(MapFault) {
        var literal = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case "{" where rest.first == "{", "}" where rest.first == "}":
                rest.removeFirst()
                literal.append(character)
            case "{":
                guard let end = rest.firstIndex(of: "}") else {
                    throw MapFault("“\(text)” has a { without a }")
                }
                if !literal.isEmpty { parts.append(.text(literal)) }
                literal = ""
                let inner = String(rest[..<end])
                parts.append(
                    inner == "value" ? .value : .expression(try MapExpression(inner, format: format)))
                rest = rest[rest.index(after: end)...]
            case "}": throw MapFault("“\(text)” has a } without a {")
            default: literal.append(character)
            }
        }
        if !literal.isEmpty { parts.append(.text(literal)) }
    }
}

/// How dates are written: forms of Unicode TR 35, such as `d MMMM yyyy`.
struct MapDate: Sendable, Hashable {
    /// The form of a date that is the number of seconds since 1970.
    static let seconds = "unix"
    // What can be a date is short.
    private static let maxLength = 200
    // From the year 100, before which two digits were read as a year of four, to 9999, behind which dates are written otherwise.
    private static let times: Range<TimeInterval> = -59_011_459_200..<253_402_300_800

    var forms: [String]
    /// The language of its names, such as `de`.
    var language: String?

    /// What is expected, for messages.
    var expectation: String {
        forms.map { $0 == Self.seconds ? "seconds since 1970" : $0 }.joined(separator: " or ")
    }

    /// The readers of the forms; one for each thread, because they are not safe for several.
    func makeFormatters() -> [DateFormatter] {
        forms.filter { $0 != Self.seconds }.map { form in
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: language ?? "en_US_POSIX")
            formatter.timeZone = TimeZone(secondsFromGMT: 0)
            formatter.calendar = Calendar(identifier: .gregorian)
            formatter.isLenient = false
            formatter.dateFormat = form
            return formatter
        }
    }

    /// The date as `2026-03-01`, with `14:00 UTC` behind it if the form has hours; `nil` for another text.
    func text(_ value: String, _ formatters: [DateFormatter]) -> String? {
        guard value.utf8.count <= Self.maxLength else { return nil }
        for formatter in formatters {
            guard let date = formatter.date(from: value), Self.times.contains(date.timeIntervalSince1970)
            else { continue }
            return Self.text(date, hasTime: formatter.dateFormat?.contains { "HhKk".contains($0) } ?? false)
        }
        guard forms.contains(Self.seconds), let seconds = Int64(value), seconds >= 0,
            Self.times.contains(TimeInterval(seconds))
        else { return nil }
        return Self.text(Date(timeIntervalSince1970: TimeInterval(seconds)), hasTime: true)
    }

    private static func text(_ date: Date, hasTime: Bool) -> String {
        let text = date.formatted(.iso8601)
        return hasTime ? "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC" : String(text.prefix(10))
    }
}
