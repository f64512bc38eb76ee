/// A table of a profile that belongs to no kind of plug-in, such as `[after]`.
public struct FurtherTable: Sendable {
    /// The name of the table.
    public let name: String
    /// The settings of the table, in the order in which they are shown.
    public let settings: [any SettingDeclaration]

    /// All such tables, in the order in which they are shown.
    public static let all = [AfterSettings.table, MapSettings.table]
}
