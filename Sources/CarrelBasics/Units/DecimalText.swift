/// Reads and prints decimal numbers as people type them, in the same way in every locale.
public enum DecimalText {
    /// The most significant digits that are read; zeros before the first and after the last digit do not count.
    ///
    /// That many fit into 128 bits, so that nearly every printed result can be read again.
    public static let maxDigits = 38

    /// The number of digits with which every conversion has a result.
    public static let safeDigits = 24

    // Zeros do not count as digits, but no input may be slow to read.
    private static let maxLength = 128

    /// Reads an optional sign and digits, with at most one point.
    public static func read(_ text: some StringProtocol) throws(UnitError) -> ExactDecimal {
        guard text.utf8.count <= maxLength else { throw tooLong(text) }
        var coefficient: Int128 = 0
        var significant = 0
        // Zeros that only count if another digit follows.
        var zeros = 0
        var hasDigits = false
        var fraction: Int?
        for (index, character) in text.utf8.enumerated() {
            switch character {
            case UInt8(ascii: "-") where index == 0, UInt8(ascii: "+") where index == 0: break
            case UInt8(ascii: "."):
                guard fraction == nil else {
                    throw UnitError(
                        .secondPoint, subject: "“\(String(text).singleLine)”",
                        reason: "a number has one decimal point at most",
                        remedy: "Leave out the second point; thousands are not set apart")
                }
                fraction = 0
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                hasDigits = true
                if let places = fraction { fraction = places + 1 }
                if character == UInt8(ascii: "0") {
                    if significant > 0 { zeros += 1 }
                    continue
                }
                significant += zeros + 1
                guard significant <= maxDigits else { throw tooLong(text) }
                for _ in 0...zeros { coefficient *= 10 }
                coefficient += Int128(character - UInt8(ascii: "0"))
                zeros = 0
            default: throw notANumber(text)
            }
        }
        guard hasDigits else { throw notANumber(text) }
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        return ExactDecimal(isNegative ? -coefficient : coefficient, exponent: zeros - (fraction ?? 0))
    }

    /// Digits with their point, without superfluous zeros.
    package static func plain(digits: String, exponent: Int, isNegative: Bool) -> String {
        let significant = digits.drop { $0 == "0" }
        guard !significant.isEmpty else { return "0" }
        let sign = isNegative ? "-" : ""
        if exponent >= 0 { return sign + significant + String(repeating: "0", count: exponent) }
        let missing = max(0, 1 - exponent - significant.count)
        let padded = String(repeating: "0", count: missing) + significant
        var fraction = padded.suffix(-exponent)
        let whole = padded.dropLast(-exponent)
        while fraction.last == "0" { fraction.removeLast() }
        return sign + whole + (fraction.isEmpty ? "" : "." + fraction)
    }

    private static func tooLong(_ text: some StringProtocol) -> UnitError {
        UnitError(
            .tooLong, subject: "“\(String(text.prefix(24)).singleLine)…”",
            reason: "the number has more than \(maxDigits) digits",
            remedy: "Round it to \(safeDigits) digits, or choose a larger unit")
    }

    private static func notANumber(_ text: some StringProtocol) -> UnitError {
        let hasComma = text.contains(",")
        return UnitError(
            .notANumber, subject: "“\(String(text).singleLine)”", reason: "this is not a decimal number",
            remedy: hasComma
                ? "Write a point for the decimal comma, as in 12.5, and nothing between thousands"
                : "Write digits with at most one point, as in 12.5")
    }
}
