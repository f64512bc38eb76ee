/// An exact conversion from one unit to another.
///
/// All conversions of data are exact, and so are those between temperatures, except from Fahrenheit to another unit:
/// such a result is a number of ninths, and if its digits never end it is rounded to 16 significant digits and says so.
public struct UnitConversion: Sendable, Hashable {
    /// The number that was given.
    public let value: ExactDecimal
    /// Its unit.
    public let source: MeasurementUnit
    /// The unit to convert to.
    public let target: MeasurementUnit
    /// The number in the target unit.
    public let result: DecimalQuotient

    /// Converts.
    ///
    /// - Parameters:
    ///   - value: the number.
    ///   - source: its unit.
    ///   - target: the unit to convert to.
    /// - Throws: `UnitError` if the units measure different things, or there is no such size or temperature.
    public init(
        _ value: ExactDecimal, from source: MeasurementUnit, to target: MeasurementUnit
    ) throws(UnitError) {
        guard source.category == target.category else {
            throw UnitError(
                .differentCategories, subject: "\(source.symbol) and \(target.symbol)",
                reason: "one measures \(source.category.rawValue), the other \(target.category.rawValue)",
                remedy: "Choose two units that measure the same")
        }
        guard let shifted = value.adding(source.offset), let base = shifted.multiplied(by: source.scale),
            let zero = target.offset.multiplied(by: target.scale), let dividend = base.adding(-zero),
            let result = DecimalQuotient(dividend, by: target.scale)
        else {
            throw UnitError(
                .tooLong, subject: "\(value)", reason: "the number has too many digits",
                remedy: "Round it to \(DecimalText.safeDigits) digits")
        }
        guard !base.isNegative else { throw Self.tooLow(value, source) }
        self.value = value
        self.source = source
        self.target = target
        self.result = result
    }

    private static func tooLow(_ value: ExactDecimal, _ unit: MeasurementUnit) -> UnitError {
        switch unit.category {
        case .data:
            UnitError(
                .negativeSize, subject: "\(value) \(unit.symbol)", reason: "a size is never negative",
                remedy: "Leave out the minus")
        case .temperature:
            UnitError(
                .belowAbsoluteZero, subject: "\(value) \(unit.symbol)",
                reason: "this is below absolute zero",
                remedy: "The lowest temperature is \(-unit.offset) \(unit.symbol)")
        }
    }
}
