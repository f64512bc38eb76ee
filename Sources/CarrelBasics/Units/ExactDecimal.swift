/// A decimal number that is never silently rounded: a whole coefficient times a power of ten.
///
/// Foundation's `Decimal` silently rounds results of more than 38 digits. Here an operation whose result does not fit
/// returns `nil`.
public struct ExactDecimal: Sendable, Hashable {
    /// The digits as a whole number, without zeros at its end.
    public let coefficient: Int128
    /// The power of ten that the coefficient is multiplied by.
    public let exponent: Int

    /// Makes a number; moves zeros at the end of the coefficient into the exponent.
    public init(_ coefficient: Int128, exponent: Int = 0) {
        var coefficient = coefficient
        var exponent = exponent
        while coefficient != 0, coefficient % 10 == 0 {
            coefficient /= 10
            exponent += 1
        }
        self.coefficient = coefficient
        self.exponent = coefficient == 0 ? 0 : exponent
    }

    /// Whether the number is less than zero.
    public var isNegative: Bool { coefficient < 0 }

    /// The whole part as an integer, towards zero; `nil` if it does not fit.
    public var whole: Int64? {
        exponent >= 0
            ? Self.scaled(coefficient, by: exponent).flatMap { Int64(exactly: $0) }
            : Int64(exactly: (0..<(-exponent)).reduce(coefficient) { value, _ in value / 10 })
    }

    /// The sum; `nil` if it has too many digits.
    public func adding(_ other: ExactDecimal) -> ExactDecimal? {
        // Adding zero never needs further digits, whatever the exponents are.
        if coefficient == 0 { return other }
        if other.coefficient == 0 { return self }
        let least = min(exponent, other.exponent)
        guard let left = Self.scaled(coefficient, by: exponent - least),
            let right = Self.scaled(other.coefficient, by: other.exponent - least)
        else { return nil }
        let (sum, overflows) = left.addingReportingOverflow(right)
        return overflows ? nil : ExactDecimal(sum, exponent: least)
    }

    /// The product; `nil` if it has too many digits.
    public func multiplied(by other: ExactDecimal) -> ExactDecimal? {
        var (left, right) = (coefficient, other.coefficient)
        var exponent = exponent + other.exponent
        var (product, overflows) = left.multipliedReportingOverflow(by: right)
        guard overflows else { return ExactDecimal(product, exponent: exponent) }
        // A factor 5 in one and 2 in the other make 10, which goes into the exponent.
        while left % 5 == 0, right % 2 == 0 { (left, right, exponent) = (left / 5, right / 2, exponent + 1) }
        while left % 2 == 0, right % 5 == 0 { (left, right, exponent) = (left / 2, right / 5, exponent + 1) }
        (product, overflows) = left.multipliedReportingOverflow(by: right)
        return overflows ? nil : ExactDecimal(product, exponent: exponent)
    }

    /// The number with the opposite sign.
    public static prefix func - (number: ExactDecimal) -> ExactDecimal {
        ExactDecimal(-number.coefficient, exponent: number.exponent)
    }

    private static func scaled(_ coefficient: Int128, by zeros: Int) -> Int128? {
        guard coefficient != 0 else { return 0 }
        guard zeros <= 38 else { return nil }
        var result = coefficient
        for _ in 0..<zeros {
            let (product, overflows) = result.multipliedReportingOverflow(by: 10)
            if overflows { return nil }
            result = product
        }
        return result
    }
}

extension ExactDecimal: CustomStringConvertible {
    /// The number with all its digits and no exponent, such as `-273.15`.
    public var description: String {
        DecimalText.plain(
            digits: String(coefficient.magnitude), exponent: exponent, isNegative: isNegative)
    }
}
