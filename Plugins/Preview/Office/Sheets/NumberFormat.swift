import Foundation

/// Shows numbers as a format of Excel wants them, as far as it is simple: dates and times, decimals, per cent, thousands.
///
/// Colours, alignment, fractions and conditions are left out.
struct NumberFormat {
    private let sections: [Substring]

    /// Reads a format such as `#,##0.00;[Red]-#,##0.00`.
    init(_ code: String) {
        sections = Self.split(code.prefix(500))
    }

    /// The format that Excel has for a number without writing it into the file; `nil` for an unknown one.
    init?(builtIn number: Int) {
        let codes: [Int: String] = [
            0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00",
            37: "#,##0;(#,##0)", 38: "#,##0;(#,##0)", 39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;(#,##0.00)",
            // Those of dates depend on the reader's country: they are shown as ISO 8601 does.
            14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM",
            19: "h:mm:ss AM/PM",
            20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss",
            48: "0.0E+0", 49: "@",
        ]
        guard let code = codes[number] else { return nil }
        self.init(code)
    }

    /// The parts for positive numbers, negative ones, zero and text.
    private static func split(_ code: Substring) -> [Substring] {
        var sections: [Substring] = []
        var start = code.startIndex
        var isQuoted = false
        var index = code.startIndex
        while index < code.endIndex {
            switch code[index] {
            case "\"": isQuoted.toggle()
            case "\\": if code.index(after: index) < code.endIndex { index = code.index(after: index) }
            case ";" where !isQuoted:
                sections.append(code[start..<index])
                start = code.index(after: index)
            default: break
            }
            index = code.index(after: index)
        }
        return sections + [code[start...]]
    }

    /// A number as the format shows it.
    ///
    /// - Parameters:
    ///   - number: the number; that of a date counts days.
    ///   - is1904: whether days are counted from 1904.
    /// - Returns: the text.
    func text(_ number: Double, is1904: Bool) -> String {
        guard number.isFinite else { return "" }
        var section = sections.first ?? ""
        var isSigned = number < 0
        if number < 0, sections.count > 1 {
            (section, isSigned) = (sections[1], false)
        } else if number == 0, sections.count > 2 {
            section = sections[2]
        }
        let pieces = Piece.pieces(of: section)
        if pieces.contains(where: \.isTime) {
            return TimeFormat.text(pieces, number, is1904: is1904) ?? NumberText.short(number)
        }
        if pieces.contains(where: \.isGeneral) || pieces.isEmpty || pieces.contains(.fraction) {
            return NumberText.short(number)
        }
        let text = Self.decimal(pieces, abs(number))
        return isSigned ? "-" + text : text
    }

    /// A number without its sign, within the characters around it.
    private static func decimal(_ pieces: [Piece], _ number: Double) -> String {
        var places = ""
        var isInNumber = false
        for case .digits(let digits) in pieces { places += digits }
        guard !places.isEmpty else {
            return pieces.map(\.literal).joined()
        }
        let percents = pieces.filter { $0 == .percent }.count
        var value = number
        for _ in 0..<min(2, percents) { value *= 100 }
        let decimals = places.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let count = decimals.count > 1 ? decimals[1].filter { "0#?".contains($0) }.count : 0
        // Commas at the end divide by a thousand each.
        for _ in decimals[0].reversed().prefix(while: { $0 == "," }) { value /= 1000 }
        let groups = decimals[0].contains { $0 == "," }
        let isScientific = pieces.contains(.exponent)
        var shown =
            isScientific
            ? String(format: "%.\(min(30, count))E", value)
            : NumberText.fixed(value, decimals: count, groups: groups)
        if count > 0, !isScientific { shown = trimmed(shown, places: decimals[1]) }
        let width = decimals[0].filter { $0 == "0" }.count
        let whole = shown.prefix { $0 != "." }.count
        if !groups, whole < width { shown = String(repeating: "0", count: min(30, width - whole)) + shown }
        return pieces.map { piece -> String in
            guard case .digits = piece else { return piece.literal }
            defer { isInNumber = true }
            return isInNumber ? "" : shown
        }.joined()
    }

    /// Decimals that the format leaves out where they are zero.
    private static func trimmed(_ text: String, places: Substring) -> String {
        var optional = places.reversed().prefix { $0 == "#" || $0 == "?" }.count
        var text = text
        while optional > 0, text.hasSuffix("0") {
            text.removeLast()
            optional -= 1
        }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }
}
