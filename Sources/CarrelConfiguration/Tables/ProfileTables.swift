import CarrelStages

/// The tables that a profile can have.
enum ProfileTables {
    /// Their names: one for each kind of plug-in, and `after` for commands.
    static let names = PluginKind.allCases.map(\.rawValue) + [AfterSettings.table]
}
