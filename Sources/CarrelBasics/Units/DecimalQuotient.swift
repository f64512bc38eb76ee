/// A quotient as text: with all its digits if they end, otherwise rounded.
public struct DecimalQuotient: Sendable, Hashable {
    /// How many significant digits an endless quotient is rounded to.
    public static let roundedDigits = 16

    /// The quotient with no exponent and no zeros at the end of its fraction.
    public let text: String
    /// Whether the text is exact; otherwise it is rounded to `roundedDigits` significant digits.
    public let isExact: Bool

    /// Divides digit by digit, as on paper; `nil` if the divisor is zero or has more than 20 digits.
    ///
    /// If the divisor is the scale of a unit, a quotient that ends does so within 80 digits, because no scale has more
    /// than 40 factors of 2 or 5.
    public init?(_ dividend: ExactDecimal, by divisor: ExactDecimal) {
        guard let small = UInt64(exactly: divisor.coefficient.magnitude), small > 0 else { return nil }
        let divisorDigits = UInt128(small)
        var (whole, rest) = dividend.coefficient.magnitude.quotientAndRemainder(dividingBy: divisorDigits)
        var digits = whole == 0 ? [] : String(whole).utf8.map { $0 - 48 }
        var exponent = dividend.exponent - divisor.exponent
        while rest != 0, digits.count < 80 {
            (whole, rest) = (rest * 10).quotientAndRemainder(dividingBy: divisorDigits)
            if !digits.isEmpty || whole != 0 { digits.append(UInt8(whole)) }
            exponent -= 1
        }
        isExact = rest == 0
        if !isExact { Self.round(&digits, &exponent) }
        text = DecimalText.plain(
            digits: String(decoding: digits.map { $0 + 48 }, as: UTF8.self), exponent: exponent,
            isNegative: dividend.isNegative != divisor.isNegative)
    }

    /// Rounds to the nearest number; endless digits are never exactly between two.
    private static func round(_ digits: inout [UInt8], _ exponent: inout Int) {
        let excess = digits.count - roundedDigits
        guard excess > 0 else { return }
        let roundsUp = digits[roundedDigits] >= 5
        digits.removeLast(excess)
        exponent += excess
        guard roundsUp else { return }
        var index = digits.count - 1
        while index >= 0, digits[index] == 9 {
            digits[index] = 0
            index -= 1
        }
        if index >= 0 { digits[index] += 1 } else { digits.insert(1, at: 0) }
    }
}
