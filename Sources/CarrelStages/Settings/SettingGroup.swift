/// Tables of one kind below a stage's table, each with a name that the user chooses, such as
/// `[download.hosts."example.org"]`.
public struct SettingGroup: Sendable {
    /// The key in the stage's table.
    public let name: String
    /// What the tables are named after, such as `a host such as "example.org"`.
    public let member: String
    /// The settings of each table.
    public let settings: [any SettingDeclaration]
    /// The name of a table in the form in which two of the same meaning are equal; `nil` if it is none.
    public let normalized: @Sendable (String) -> String?

    /// Declares a group.
    public init(
        _ name: String, member: String, settings: [any SettingDeclaration],
        normalized: @escaping @Sendable (String) -> String?
    ) {
        self.name = name
        self.member = member
        self.settings = settings
        self.normalized = normalized
    }
}
