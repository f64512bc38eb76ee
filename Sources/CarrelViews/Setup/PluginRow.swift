import CarrelStages

/// A plug-in with its settings.
public struct PluginRow: Encodable, Sendable {
    /// A setting of a plug-in.
    public struct SettingRow: Encodable, Sendable {
        /// The key, and the kind of its values.
        public var name, kind: String
        /// The default; `nil` if there is none.
        public var defaultValue: String?
        /// What it does.
        public var help: String
        /// Whether its value is never shown.
        public var isSecret: Bool
    }

    /// Its stage, its name, and what it does.
    public var stage, name, summary: String
    /// Its settings.
    public var settings: [SettingRow]

    public init(_ description: PluginDescription) {
        (stage, name, summary) = (description.kind.rawValue, description.name, description.summary)
        settings = description.settings.map {
            SettingRow(
                name: $0.name, kind: $0.kind, defaultValue: $0.defaultText, help: $0.help,
                isSecret: $0.isSecret)
        }
    }
}
