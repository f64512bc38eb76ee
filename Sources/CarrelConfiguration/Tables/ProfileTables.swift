import CarrelStages

/// The tables that a profile can have.
enum ProfileTables {
    /// Their names: one for each kind of plug-in, and those that belong to no kind.
    static let names = PluginKind.allCases.map(\.rawValue) + FurtherTable.all.map(\.name)
}
