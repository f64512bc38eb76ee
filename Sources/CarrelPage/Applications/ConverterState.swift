import CarrelBasics

/// What the converter shows: the number that was typed, two units, and the result.
///
/// It is `ConverterSession`, the converter of the terminal, brought to where the fields of an address say; so both take the
/// same numbers, with one decimal point, and keep the number as units and category change.
struct ConverterState: Sendable {
    private(set) var session: ConverterSession

    /// Reads a state from the fields of a query: what they say wrongly does not count.
    init(_ fields: FormFields) {
        let dialect: UnitDialect = fields["si"] == nil ? .classroom : .si
        session = ConverterSession(dialect: dialect)
        let category = fields["category"].flatMap { UnitCategory(rawValue: $0) } ?? .data
        for _ in UnitCategory.allCases where session.category != category { session.press(.tab) }
        let count = units.count
        if let source = fields["from"], units.contains(source) {
            for _ in 0..<count where session.source != source { session.press(.down) }
        }
        if let target = fields["to"], units.contains(target) {
            for _ in 0..<count where session.target != target { session.press(.right) }
        }
        let number = (fields["number"] ?? "").singleLine.prefix(Self.longest)
        // Of points and commas in one number, the last is the decimal point, and the others set thousands apart.
        let last = number.last { ".,".contains($0) }
        let point = Self.setsThousandsApart(last, in: number) ? nil : last
        for character in number where character.isNumber || "-−".contains(character) || character == point {
            session.press(.character(character == point ? "." : character == "−" ? "-" : character))
        }
        press(fields["key"])
    }

    // More than the session takes, with a sign and a point.
    private static let longest = 64

    /// Whether one sign stands before each three digits, as in 1,000,000; once, it may be a decimal point.
    private static func setsThousandsApart(_ sign: Character?, in number: Substring) -> Bool {
        let groups = number.split(omittingEmptySubsequences: false) { $0 == sign }
        return groups.count > 2 && groups.dropFirst().allSatisfy { $0.count == 3 }
    }

    private mutating func press(_ key: String?) {
        switch key {
        case "back": session.press(.backspace)
        case "clear": session.press(.clear)
        case "swap": session.press(.character("s"))
        case let key? where key.count == 1 && "0123456789.-".contains(key):
            session.press(.character(Character(key)))
        default: break
        }
    }

    /// The symbols of the units of the category, in the order of their sizes.
    var units: [String] { UnitTable.of(session.dialect).units(of: session.category).map(\.symbol) }

    /// The result, or why there is none.
    func outcome(_ language: Language) -> (result: String, note: String) {
        do throws(UnitError) {
            guard let conversion = try session.conversion() else { return ("", "") }
            let digits = String(DecimalQuotient.roundedDigits)
            return (
                conversion.result.text, conversion.result.isExact ? "" : Phrase.rounded.text(language, digits)
            )
        } catch {
            switch error.code {
            case .negativeSize: return ("", Phrase.isNegative.text(language))
            case .belowAbsoluteZero: return ("", Phrase.tooCold.text(language))
            default: return ("", Phrase.unitFault.text(language))
            }
        }
    }

    /// The state as a script takes it.
    func answer(_ language: Language) -> Answer {
        let outcome = outcome(language)
        return Answer(
            number: session.typed, result: outcome.result, note: outcome.note,
            category: session.category.rawValue, from: session.source, to: session.target, units: units)
    }

    /// What a script is told.
    struct Answer: Sendable, Encodable {
        var number: String
        var result: String
        var note: String
        var category: String
        var from: String
        var to: String
        var units: [String]
    }
}
