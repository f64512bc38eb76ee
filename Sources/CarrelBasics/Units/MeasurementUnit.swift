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

    /// The number of bytes in `KB`.
    public var kilobyte: Int {
        switch self {
        case .classroom: 1024
        case .si: 1000
        }
    }
}

/// A unit, with its exact size in the base unit of its category.
///
/// A number `x` of this unit is `(x + offset) · scale` in the base unit. The base units are the byte and a ninth of a
/// kelvin, counted from absolute zero, so that the scales of all temperatures are whole.
public struct MeasurementUnit: Sendable, Hashable {
    /// The symbol that is printed, such as `MiB`.
    public let symbol: String
    /// Other names for it, in lower case.
    public let names: [String]
    /// What it measures.
    public let category: UnitCategory
    /// The number of base units in one.
    public let scale: ExactDecimal
    /// The number to add, so that zero means the base unit's zero.
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
