import CarrelBasics

/// A setting that several plug-ins have under one name, each with values of its own, while none of them is chosen.
///
/// A value holds for those plug-ins that can read it; one that none can read is refused.
package struct SharedSetting: SettingDeclaration {
    private let declarations: [any SettingDeclaration]
    package let name: String
    package let help: String

    private init(_ first: any SettingDeclaration, _ declarations: [any SettingDeclaration]) {
        (name, help) = (first.name, first.help)
        self.declarations = declarations
    }

    /// The settings of several plug-ins, each name once.
    package static func joined(_ settings: [any SettingDeclaration]) -> [any SettingDeclaration] {
        let declared = Dictionary(grouping: settings) { $0.name }
        return settings.uniqued { $0.name }.map { first -> any SettingDeclaration in
            let declarations = declared[first.name] ?? []
            let isOne = declarations.allSatisfy { $0.kind == first.kind }
            return isOne ? first : SharedSetting(first, declarations)
        }
    }

    /// Whether one of the plug-ins takes it for a secret.
    package var isSecret: Bool { declarations.contains { $0.isSecret } }

    /// The kinds of values that any of the plug-ins reads.
    package var kind: String {
        declarations.map { $0.kind }.uniqued().joined(separator: "; or ")
    }

    /// Nothing, as each plug-in has its own default.
    package var defaultText: String? { nil }

    /// The texts that any of the plug-ins suggests.
    package var choices: [String] { declarations.flatMap { $0.choices } }

    /// The value as each of the plug-ins reads it; `nil` if none can.
    package func decode(_ value: ConfigValue) -> (any Sendable)? {
        let readings = declarations.compactMap { $0.decode(value) }
        return readings.isEmpty ? nil : SettingReadings(values: readings)
    }

    /// What one of the plug-ins finds wrong.
    package func fault(of value: ConfigValue) -> String? {
        declarations.lazy.compactMap { $0.fault(of: value) }.first
    }

    /// A value as a config file would write it.
    package func text(of value: any Sendable) -> String? { first(of: value) { $0.text(of: $1) } }

    /// What a value lets a profile do beyond its own folder.
    package func power(of value: any Sendable) -> ProfilePower? { first(of: value) { $0.power(of: $1) } }

    /// What the first of the plug-ins says that says anything of a reading.
    private func first<Answer>(
        of value: any Sendable, _ ask: (any SettingDeclaration, any Sendable) -> Answer?
    ) -> Answer? {
        let readings = (value as? SettingReadings)?.values ?? []
        for declaration in declarations {
            for reading in readings {
                if let answer = ask(declaration, reading) { return answer }
            }
        }
        return nil
    }
}

/// One value as several plug-ins read it.
struct SettingReadings: Sendable {
    var values: [any Sendable]

    /// The reading of a setting's type that it allows.
    func value<Value>(of setting: Setting<Value>) -> Value? {
        for reading in values {
            if let value = reading as? Value, setting.constraint?.allows(value) ?? true { return value }
        }
        return nil
    }
}
