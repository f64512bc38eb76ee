import CarrelBasics

/// The table `[after]`: commands that are run when something has happened.
///
///     [after]
///     stored = "notify-send New"
public enum AfterSettings {
    /// The name of the table.
    public static let table = "after"
    /// Run for each document that was stored.
    public static let stored = setting(
        "stored", "The command to run for each document that was stored, new or updated")
    /// Run for each item that failed.
    public static let failed = setting(
        "failed", "The command to run for each item that failed or was set aside")
    /// Run once a catalogue was brought up to date.
    public static let run = setting(
        "run", "The command to run once a catalogue was brought up to date, or could not be read")

    /// All of them.
    public static let all: [any SettingDeclaration] = [stored, failed, run]

    private static func setting(_ name: String, _ help: String) -> Setting<AfterCommand?> {
        Setting(name, power: { setting in setting?.command.map { .run($0.words) } }, help: help)
    }
}

/// What `[after]` says of one event: a command, or that none is run, whatever another profile says.
public struct AfterCommand: Sendable, Hashable, SettingValue {
    /// The command; `nil` if none is run.
    public let command: CommandWords?

    /// The kind of value, for messages and documentation.
    public static var kind: String { "a command with its arguments, such as \"notify-send Carrel\", or \"\"" }

    /// Reads a config value: a command, or what is empty.
    public init?(configValue: ConfigValue) {
        command = CommandWords(configValue: configValue)
        let isEmpty = configValue.text?.isEmpty ?? ([String](configValue: configValue)?.isEmpty == true)
        guard command != nil || isEmpty else { return nil }
    }

    /// The value as a config file would write it.
    public var configText: String? { command?.configText ?? "".configText }
}

extension CommandWords: SettingValue {
    /// The kind of value, for messages and documentation.
    public static var kind: String { "a command with its arguments, such as \"notify-send Carrel\"" }

    /// Reads a config value: a text, or a list of words.
    public init?(configValue: ConfigValue) {
        if let text = configValue.text {
            self.init(text)
        } else if let words = [String](configValue: configValue) {
            self.init(words)
        } else {
            return nil
        }
    }

    /// The value as a config file would write it.
    public var configText: String? { words.configText }
}
