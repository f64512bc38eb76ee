import CarrelSQLite
import CarrelStages

extension SQLiteLibrary {
    /// Removes everything that is recorded of a catalogue, from what depends on other rows to what they depend on.
    public func forget(_ location: String) throws(StoreError) {
        let catalog = "(SELECT id FROM catalog WHERE location = ?)"
        let collections = "(SELECT id FROM collection WHERE catalog IN \(catalog))"
        let items = "(SELECT id FROM item WHERE collection IN \(collections))"
        try change { () throws(StoreError) in
            _ = try changeNumber()
            try handOverShared(of: location)
            for command in [
                "DELETE FROM attempt WHERE item IN \(items)",
                "DELETE FROM document WHERE item IN \(items)",
                "DELETE FROM quarantine WHERE item IN \(items)",
                "DELETE FROM discarded WHERE item IN \(items)", "DELETE FROM ignored WHERE catalog = ?",
                "DELETE FROM item WHERE collection IN \(collections)",
                "DELETE FROM further WHERE collection IN \(collections)",
                "DELETE FROM collection WHERE catalog IN \(catalog)",
                "DELETE FROM unchosen WHERE catalog = ?", "DELETE FROM selection WHERE catalog = ?",
                "DELETE FROM catalog WHERE location = ?", "DELETE FROM known WHERE location = ?",
                "DELETE FROM visit WHERE location = ?",
            ] { try database.run(command, .text(location)) }
        }
    }
}
