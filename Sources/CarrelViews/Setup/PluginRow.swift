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

        init(_ setting: any SettingDeclaration) {
            (name, kind, help) = (setting.name, setting.kind, setting.help)
            (defaultValue, isSecret) = (setting.defaultText, setting.isSecret)
        }
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
        settings = description.settings.map(SettingRow.init)
    }
}

/// A row of `carrel plugins --json` for a table whose settings belong to no single plug-in.
public struct SettingsTableRow: Encodable, Sendable {
    /// The stage that it belongs to; `nil` for a table beside the stages.
    public var stage: String?
    /// The table's name, in which `NAME` stands for what `member` says.
    public var table: String
    /// What `NAME` is; `nil` for a table without it.
    public var member: String?
    /// Its settings.
    public var settings: [PluginRow.SettingRow]

    private init(
        _ table: String, of stage: PluginKind?, member: String? = nil, _ settings: [any SettingDeclaration]
    ) {
        (self.stage, self.table, self.member) = (stage?.rawValue, table, member)
        self.settings = settings.map(PluginRow.SettingRow.init)
    }

    /// All such tables, in the order in which they are shown.
    public static var all: [SettingsTableRow] {
        let ofStages = PluginKind.allCases.flatMap { kind -> [SettingsTableRow] in
            [SettingsTableRow(kind.rawValue, of: kind, StageSettings.settings(of: kind))]
                + StageSettings.groups(of: kind).map { group in
                    SettingsTableRow(
                        "\(kind.rawValue).\(group.name).NAME", of: kind, member: group.member, group.settings)
                }
        }
        let further = FurtherTable.all.map { SettingsTableRow($0.name, of: nil, $0.settings) }
        return (ofStages + further).filter { !$0.settings.isEmpty }
    }
}
