import CarrelBasics
import CarrelHTTP

extension ByteCount: SettingValue {
    /// The kind of value, for messages and documentation.
    public static var kind: String { "size such as \"64 KiB\" or \"2 MiB\"" }

    /// Reads a config value.
    public init?(configValue: ConfigValue) {
        switch configValue {
        case .integer(let value) where value >= 0: self.init(value)
        case .string(let text), .untyped(let text): self.init(text: text)
        default: return nil
        }
    }

    /// The value as a config file would write it.
    public var configText: String? { "\"\(exactText)\"" }
}

extension Duration: SettingValue {
    /// The kind of value, for messages and documentation.
    public static var kind: String { "duration such as \"250ms\", \"2s\" or \"5m\"" }

    /// Reads a config value.
    public init?(configValue: ConfigValue) {
        guard let text = configValue.text, let duration = Duration(durationText: text) else { return nil }
        self = duration
    }

    /// The value as a config file would write it.
    public var configText: String? { "\"\(durationText)\"" }
}

extension ByteRate: SettingValue {
    /// The kind of value, for messages and documentation.
    public static var kind: String { "rate such as \"500 KiB/s\" or \"2 MiB/s\"" }

    /// Reads a config value.
    public init?(configValue: ConfigValue) {
        switch configValue {
        case .integer(let value) where value > 0: self.init(value)
        case .string(let text), .untyped(let text): self.init(text: text)
        default: return nil
        }
    }

    /// The value as a config file would write it.
    public var configText: String? {
        let text = ByteCount(bytesPerSecond).exactText
        return "\"\(text)\(text.hasSuffix("B") ? "" : " B")/s\""
    }
}

extension RandomDelay: SettingValue {
    /// The kind of value, for messages and documentation.
    public static var kind: String { "duration such as \"5s\", or range such as \"0s..3s\"" }

    /// Reads a config value.
    public init?(configValue: ConfigValue) {
        guard let text = configValue.text, let delay = RandomDelay(text: text) else { return nil }
        self = delay
    }

    /// The value as a config file would write it.
    public var configText: String? {
        range.lowerBound == range.upperBound
            ? range.lowerBound.configText
            : "\"\(range.lowerBound.durationText)..\(range.upperBound.durationText)\""
    }
}

extension PrivateAddresses: SettingValue {
    /// The kind of value, for messages and documentation.
    public static var kind: String { "string" }
}
