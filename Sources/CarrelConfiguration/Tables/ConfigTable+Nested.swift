import CarrelStages

extension ConfigTable.Entry {
    /// The table that it holds; `nil` for another value.
    var table: ConfigTable? { if case .table(let table) = value { table } else { nil } }

    /// The entries of that table.
    var inner: [ConfigTable.Entry] { table?.entries ?? [] }
}
