import CarrelBasics
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

    /// Its stage, or `outside` for a program of the user's; its name, and what it does.
    public var stage, name, summary: String
    /// Its settings.
    public var settings: [SettingRow]
    /// Where a program of the user's is, and why it is not run, if it is not.
    public var path, fault: String?

    /// A program of the user's.
    public init(_ entry: OutsidePlugins.Entry) {
        (stage, name, summary, settings) = ("outside", entry.name.singleLine, "A program of yours", [])
        (path, fault) = (entry.path.singleLine, entry.fault?.singleLine)
    }

    public init(_ description: PluginDescription) {
        (stage, name, summary) = (description.kind.rawValue, description.name, description.summary)
        settings = description.settings.map {
            SettingRow(
                name: $0.name, kind: $0.kind, defaultValue: $0.defaultText, help: $0.help,
                isSecret: $0.isSecret)
        }
    }
}
