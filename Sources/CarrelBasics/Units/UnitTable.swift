/// All units in one dialect: the only place that says how large a unit is.
public struct UnitTable: Sendable {
    /// The dialect.
    public let dialect: UnitDialect
    /// The units; those of a category in the order of their sizes.
    public let units: [MeasurementUnit]

    /// The table in which `MB` is 1024² bytes.
    public static let classroom = UnitTable(.classroom)
    /// The table in which `MB` is 1000² bytes: that of config files.
    public static let si = UnitTable(.si)

    /// The table of a dialect.
    public static func of(_ dialect: UnitDialect) -> UnitTable {
        switch dialect {
        case .classroom: classroom
        case .si: si
        }
    }

    private init(_ dialect: UnitDialect) {
        self.dialect = dialect
        var units = [
            MeasurementUnit("B", names: ["byte", "bytes"], category: .data, scale: ExactDecimal(1))
        ]
        let prefixes = [
            ("K", "kilo", "kibi"), ("M", "mega", "mebi"), ("G", "giga", "gibi"), ("T", "tera", "tebi"),
        ]
        var decimal: Int128 = 1
        var binary: Int128 = 1
        for (letter, name, binaryName) in prefixes {
            decimal *= Int128(dialect.kilobyte)
            binary *= 1024
            units.append(Self.data("\(letter)B", name, decimal))
            units.append(Self.data("\(letter)iB", binaryName, binary))
        }
        self.units = units + Self.temperatures
    }

    private static func data(_ symbol: String, _ prefix: String, _ bytes: Int128) -> MeasurementUnit {
        MeasurementUnit(
            symbol, names: ["\(prefix)byte", "\(prefix)bytes"], category: .data, scale: ExactDecimal(bytes))
    }

    private static let temperatures = [
        MeasurementUnit(
            "C", names: ["°c", "celsius"], category: .temperature, scale: ExactDecimal(9),
            offset: ExactDecimal(27315, exponent: -2)),
        MeasurementUnit(
            "F", names: ["°f", "fahrenheit"], category: .temperature, scale: ExactDecimal(5),
            offset: ExactDecimal(45967, exponent: -2)),
        MeasurementUnit("K", names: ["kelvin"], category: .temperature, scale: ExactDecimal(9)),
    ]

    /// The units of a category.
    public func units(of category: UnitCategory) -> [MeasurementUnit] {
        units.filter { $0.category == category }
    }

    /// The unit with a symbol, in capitals or not.
    public func unit(symbol: String, of category: UnitCategory) -> MeasurementUnit? {
        let symbol = symbol.lowercased()
        return units.first { $0.category == category && $0.symbol.lowercased() == symbol }
    }

    /// The unit with a symbol or a name, in capitals or not.
    ///
    /// - Parameter name: what the user wrote.
    /// - Throws: `UnitError`, which suggests the nearest unit or lists all.
    public func unit(named name: String) throws(UnitError) -> MeasurementUnit {
        let word = name.prefix(utf8: 64).text.lowercased()
        if let unit = units.first(where: { $0.symbol.lowercased() == word || $0.names.contains(word) }) {
            return unit
        }
        let known = units.flatMap { [$0.symbol] + $0.names }
        let near = NearestName.of(word, among: known).map { "Did you mean “\($0)”? " } ?? ""
        let all = UnitCategory.allCases.map { units(of: $0).map(\.symbol).joined(separator: ", ") }
        throw UnitError(
            .unknownUnit, subject: "“\(name.prefix(utf8: 64).text.singleLine)”",
            reason: "there is no such unit",
            remedy: "\(near)The units are \(all.joined(separator: "; "))")
    }
}
