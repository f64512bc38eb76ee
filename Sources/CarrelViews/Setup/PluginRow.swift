import CarrelStages

/// A plug-in with its settings.
public struct PluginRow: Encodable, Sendable {
    /// A setting of a plug-in.
    public struct SettingRow: Encodable, Sendable {
        /// The key, and which values it takes.
        public var name, kind: String
        /// The value if nothing is set; `nil` if there is none.
        public var defaultValue: String?
        /// What it does.
        public var help: String
        /// Whether its value is shown nowhere.
        public var isSecret: Bool
    }

    /// The stage that it is for, its name, and what it does.
    public var stage, name, summary: String
    /// What can be set.
    public var settings: [SettingRow]

    /// A plug-in.
    public init(_ description: PluginDescription) {
        (stage, name, summary) = (description.kind.rawValue, description.name, description.summary)
        settings = description.settings.map {
            SettingRow(
                name: $0.name, kind: $0.kind, defaultValue: $0.defaultText, help: $0.help,
                isSecret: $0.isSecret)
        }
    }
}
