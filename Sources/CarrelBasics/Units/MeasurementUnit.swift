/// What a unit measures; units of one category convert into each other.
public enum UnitCategory: String, Sendable, Hashable, CaseIterable {
    /// Amounts of data.
    case data
    /// Temperatures.
    case temperature

    /// The category as a heading.
    public var name: String {
        switch self {
        case .data: "Data"
        case .temperature: "Temperature"
        }
    }
}

/// What `KB`, `MB`, `GB` and `TB` mean; `KiB` … `TiB` are powers of 1024 in both (IEC 80000-13).
public enum UnitDialect: String, Sendable, Hashable, CaseIterable {
    /// Powers of 1024, as in most classrooms.
    case classroom
    /// Powers of 1000, as the SI prefixes say.
    case si

    /// How many bytes `KB` is.
    public var kilobyte: Int {
        switch self {
        case .classroom: 1024
        case .si: 1000
        }
    }
}

/// A unit: how many of its category's base unit one of it is, exactly.
///
/// A number `x` of a unit is `(x + offset) · scale` of the base unit. The base units are the byte and, so that
/// the scales of all temperatures are whole, the ninth part of a kelvin above absolute zero.
public struct MeasurementUnit: Sendable, Hashable {
    /// The symbol that is printed, such as `MiB`.
    public let symbol: String
    /// Further names that are understood, in lower case.
    public let names: [String]
    /// What it measures.
    public let category: UnitCategory
    /// How many base units one is.
    public let scale: ExactDecimal
    /// What is added to a number of this unit so that zero is the base unit's zero.
    public let offset: ExactDecimal

    public init(
        _ symbol: String, names: [String], category: UnitCategory, scale: ExactDecimal,
        offset: ExactDecimal = ExactDecimal(0)
    ) {
        self.symbol = symbol
        self.names = names
        self.category = category
        self.scale = scale
        self.offset = offset
    }
}
