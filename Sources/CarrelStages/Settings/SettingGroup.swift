/// Tables of one kind below a stage's table, such as `[download.hosts."example.org"]`; the user chooses their names.
public struct SettingGroup: Sendable {
    /// The key in the stage's table.
    public let name: String
    /// What the name of a table has to be, such as `a host such as "example.org"`.
    public let member: String
    /// The settings of each table.
    public let settings: [any SettingDeclaration]
    /// Normalises the name of a table, so that names with the same meaning are equal; `nil` for an invalid name.
    public let normalized: @Sendable (String) -> String?
}
