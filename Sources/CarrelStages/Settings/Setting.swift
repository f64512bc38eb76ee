/// One setting of a stage or a plug-in.
///
/// The same declaration checks config files, fills `carrel plugins` and the documentation, and reads the value.
///
///     static let timeout = Setting<Duration>("timeout", default: .seconds(20), help: "…")
///     …
///     let limit = settings[Self.timeout]
///
/// Its values are `SettingValue`s. The type does not say so: each kind of setting would cost a search through all
/// conformances of the program when it starts.
public struct Setting<Value: Sendable>: Sendable {
    /// The key in the stage's table, in lower case with hyphens.
    public let name: String
    /// The value if nothing is configured.
    public let defaultValue: Value
    /// One sentence that says what it does, without a full stop.
    public let help: String
    /// Whether the value must never be printed.
    public let isSecret: Bool
    /// Restricts the values beyond their type.
    public let constraint: SettingConstraint<Value>?
    /// What a value lets a profile do beyond its own folder; `nil` if no value does.
    public let power: (@Sendable (Value) -> ProfilePower?)?

    /// Declares a setting.
    ///
    /// - Parameters:
    ///   - name: the key.
    ///   - defaultValue: the value if nothing is configured.
    ///   - isSecret: whether it must never be printed.
    ///   - constraint: restricts the values beyond their type.
    ///   - power: what a value lets a profile do beyond its own folder.
    ///   - help: one sentence that says what it does.
    public init(
        _ name: String, default defaultValue: Value, isSecret: Bool = false,
        constraint: SettingConstraint<Value>? = nil, power: (@Sendable (Value) -> ProfilePower?)? = nil,
        help: String
    ) {
        self.name = name
        self.defaultValue = defaultValue
        self.help = help
        self.isSecret = isSecret
        self.constraint = constraint
        self.power = power
    }
}

extension Setting {
    /// Declares a setting that may be absent.
    public init<Wrapped>(
        _ name: String, isSecret: Bool = false, constraint: SettingConstraint<Value>? = nil,
        power: (@Sendable (Value) -> ProfilePower?)? = nil, help: String
    ) where Value == Wrapped? {
        self.init(name, default: nil, isSecret: isSecret, constraint: constraint, power: power, help: help)
    }
}

/// A setting without its value's type, for lists of settings.
public protocol SettingDeclaration: Sendable {
    /// The key.
    var name: String { get }
    /// One sentence that says what it does.
    var help: String { get }
    /// Whether the value must never be printed.
    var isSecret: Bool { get }
    /// The kind of value, such as `duration such as "2s"`.
    var kind: String { get }
    /// The default as a config file would write it, or `nil` for none.
    var defaultText: String? { get }
    /// Texts that can be suggested.
    var choices: [String] { get }
    /// Reads a value; `nil` if it is not of the expected kind.
    func decode(_ value: ConfigValue) -> (any Sendable)?
    /// What is wrong with a value that was refused, where `kind` leaves that open.
    func fault(of value: ConfigValue) -> String?
    /// A decoded value as a config file would write it.
    func text(of value: any Sendable) -> String?
    /// What a decoded value lets a profile do beyond its own folder.
    func power(of value: any Sendable) -> ProfilePower?
}

extension Setting: SettingDeclaration where Value: SettingValue {
    /// What kind of value it takes.
    public var kind: String { constraint.map { "\(Value.kind), \($0.expectation)" } ?? Value.kind }

    /// The default as a config file would write it.
    public var defaultText: String? { defaultValue.configText }

    /// Texts that can be suggested.
    public var choices: [String] { constraint?.choices ?? [] }

    /// Reads a value.
    public func decode(_ value: ConfigValue) -> (any Sendable)? {
        guard let decoded = Value(configValue: value), constraint?.allows(decoded) ?? true else { return nil }
        return decoded
    }

    /// What is wrong with a value that was refused.
    public func fault(of value: ConfigValue) -> String? {
        guard let decoded = Value(configValue: value), let fault = constraint?.fault else { return nil }
        return fault(decoded)
    }

    /// A decoded value as a config file would write it.
    public func text(of value: any Sendable) -> String? { (value as? Value)?.configText }

    /// What a decoded value lets a profile do beyond its own folder.
    public func power(of value: any Sendable) -> ProfilePower? { (value as? Value).flatMap { power?($0) } }
}

/// The checked values of one plug-in or stage.
public struct Settings: Sendable {
    private var values: [String: any Sendable]

    /// Takes decoded values by the names of their settings.
    public init(_ values: [String: any Sendable] = [:]) { self.values = values }

    /// The values of some settings alone.
    package func only(_ settings: [any SettingDeclaration]) -> Settings {
        only(Set(settings.map(\.name)))
    }

    /// The values with these names alone.
    package func only(_ names: Set<String>) -> Settings {
        Settings(values.filter { names.contains($0.key) })
    }

    /// The values without those of these names.
    package func without(_ names: Set<String>) -> Settings {
        Settings(values.filter { !names.contains($0.key) })
    }

    /// The values of both; where both have one, that of the other.
    package func merging(_ other: Settings) -> Settings { Settings(values.merging(other.values) { $1 }) }

    /// A text that differs whenever a value differs.
    public var fingerprint: String {
        values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }

    /// The configured value, or the setting's default.
    public subscript<Value>(_ setting: Setting<Value>) -> Value {
        get {
            let value = values[setting.name]
            if let readings = value as? SettingReadings {
                return readings.value(of: setting) ?? setting.defaultValue
            }
            return value as? Value ?? setting.defaultValue
        }
        set { values[setting.name] = newValue }
    }

    package mutating func set(_ name: String, to value: any Sendable) { values[name] = value }

    /// Whether a value is configured.
    public func isSet(_ setting: some SettingDeclaration) -> Bool { values[setting.name] != nil }
}
