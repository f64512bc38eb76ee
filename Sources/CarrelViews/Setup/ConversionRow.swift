import CarrelBasics

/// A conversion; the numbers are text, so that no reader rounds them.
public struct ConversionRow: Encodable, Sendable {
    /// The number and its unit, the result and its unit.
    public var value, from, result, to: String
    /// Whether the result is exact; otherwise it is rounded.
    public var exact: Bool

    public init(_ conversion: UnitConversion) {
        value = conversion.value.description
        from = conversion.source.symbol
        result = conversion.result.text
        to = conversion.target.symbol
        exact = conversion.result.isExact
    }
}
