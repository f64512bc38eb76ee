import CarrelBasics
import Foundation

/// A type that settings can have.
public protocol SettingValue: Sendable {
    /// The kind of value for messages and documentation, such as `size such as "64 KiB" or "2 MiB"`.
    static var kind: String { get }
    /// Reads a config value; `nil` if it is of another kind.
    init?(configValue: ConfigValue)
    /// The value as a config file would write it, or `nil` for none.
    var configText: String? { get }
}

/// One word of a list, which a config file writes as a string.
extension SettingValue where Self: CaseIterable & RawRepresentable, Self.RawValue == String {
    /// The words, for messages and documentation.
    public static var kind: String {
        let words = allCases.map { "\"\($0.rawValue)\"" }
        return words.dropLast().joined(separator: ", ") + (words.last.map { " or \($0)" } ?? "")
    }

    /// Reads a config value.
    public init?(configValue: ConfigValue) {
        guard let text = configValue.text else { return nil }
        self.init(rawValue: text)
    }

    /// The value as a config file would write it.
    public var configText: String? { "\"\(rawValue)\"" }
}

extension ConfigValue {
    /// The text of a string or of an untyped value.
    public var text: String? {
        switch self {
        case .string(let text), .untyped(let text): text
        default: nil
        }
    }
}

extension String: SettingValue {
    /// The kind of value, for messages and documentation.
    public static var kind: String { "string" }

    /// Reads a config value.
    public init?(configValue: ConfigValue) {
        guard let text = configValue.text else { return nil }
        self = text
    }

    /// The value as a config file would write it.
    public var configText: String? {
        // To encode costs more than everything else that is done with a value, and few have anything to escape.
        let isPlain = utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F }
        return isPlain ? "\"\(self)\"" : JSONText.line(self)
    }
}

extension Bool: SettingValue {
    /// The kind of value, for messages and documentation.
    public static var kind: String { "boolean" }

    /// Reads a config value.
    public init?(configValue: ConfigValue) {
        switch configValue {
        case .boolean(let value): self = value
        case .untyped(let text):
            switch text.lowercased() {
            case "true", "yes", "on", "1": self = true
            case "false", "no", "off", "0": self = false
            default: return nil
            }
        default: return nil
        }
    }

    /// The value as a config file would write it.
    public var configText: String? { self ? "true" : "false" }
}

extension Int: SettingValue {
    /// The kind of value, for messages and documentation.
    public static var kind: String { "integer" }

    /// Reads a config value.
    public init?(configValue: ConfigValue) {
        switch configValue {
        case .integer(let value): self.init(exactly: value)
        case .untyped(let text): self.init(text)
        default: return nil
        }
    }

    /// The value as a config file would write it.
    public var configText: String? { String(self) }
}

extension Array: SettingValue where Element == String {
    /// The kind of value, for messages and documentation.
    public static var kind: String { "list of strings" }

    /// Reads a config value.
    public init?(configValue: ConfigValue) {
        switch configValue {
        case .array(let values):
            let texts = values.compactMap(\.text)
            guard texts.count == values.count else { return nil }
            self = texts
        case .untyped(let text):
            guard ListText.isArray(text) else {
                self =
                    ListText.bareWords(in: text)
                    ?? text.split(separator: ",").map { String($0).withoutBlankEnds }
                return
            }
            guard let texts = ListText.texts(in: text) else { return nil }
            self = texts
        default: return nil
        }
    }

    /// The value as a config file would write it.
    public var configText: String? { "[" + compactMap(\.configText).joined(separator: ", ") + "]" }
}

extension Optional: SettingValue where Wrapped: SettingValue {
    /// The kind of value, for messages and documentation.
    public static var kind: String { Wrapped.kind }

    /// Reads a config value.
    public init?(configValue: ConfigValue) {
        guard let value = Wrapped(configValue: configValue) else { return nil }
        self = .some(value)
    }

    /// The value as a config file would write it.
    public var configText: String? { flatMap { $0.configText } }
}
