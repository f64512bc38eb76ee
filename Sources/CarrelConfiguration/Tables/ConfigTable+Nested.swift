import CarrelStages

extension ConfigTable.Entry {
    /// The table that it holds; `nil` for another value.
    var table: ConfigTable? { if case .table(let table) = value { table } else { nil } }

    /// The entries of that table.
    var inner: [ConfigTable.Entry] { table?.entries ?? [] }
}

extension ConfigTable {
    /// The table with the keys of another one, which win; so do those of tables within.
    func overridden(by nearer: ConfigTable) -> ConfigTable {
        var result = self
        for var entry in nearer.entries {
            guard let index = result.entries.firstIndex(where: { $0.key == entry.key }) else {
                result.entries.append(entry)
                continue
            }
            if let table = entry.table, let farther = result.entries[index].table {
                entry.value = .table(farther.overridden(by: table))
            }
            result.entries[index] = entry
        }
        return result
    }
}
