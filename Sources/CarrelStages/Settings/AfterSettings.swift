import CarrelBasics

/// The table `[after]`: commands to run after events.
///
///     [after]
///     stored = "notify-send New"
public enum AfterSettings {
    /// The table.
    public static let table = FurtherTable(name: "after", settings: [stored, failed, run])
    /// The command for each stored document.
    public static let stored = setting(
        "stored", "The command to run for each document that was stored, new or updated")
    /// The command for each item that failed or was set aside.
    public static let failed = setting(
        "failed", "The command to run for each item that failed or was set aside")
    /// The command for each catalogue that was brought up to date or could not be read.
    public static let run = setting(
        "run", "The command to run once a catalogue was brought up to date, or could not be read")

    private static func setting(_ name: String, _ help: String) -> Setting<AfterCommand?> {
        Setting(name, power: { setting in setting?.command.map { .run($0.words) } }, help: help)
    }
}

/// The value of a setting in `[after]`: a command, or an empty one that switches off the command of another profile.
public struct AfterCommand: Sendable, Hashable, SettingValue {
    /// The command; `nil` to run none.
    public let command: CommandWords?

    /// The kind of value, for messages and documentation.
    public static var kind: String { "a command with its arguments, such as \"notify-send Carrel\", or \"\"" }

    /// Reads a config value: a command, or an empty text or list.
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
        if case .untyped(let text) = configValue, ListText.isArray(text) {
            guard let words = ListText.texts(in: text) else { return nil }
            self.init(words)
        } else if let text = configValue.text {
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
