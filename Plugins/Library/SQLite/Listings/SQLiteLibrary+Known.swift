import CarrelRecords
import CarrelSQLite
import CarrelStages
import Foundation

/// The catalogues that the library knows.
extension SQLiteLibrary {
    /// The catalogues, in the order in which they were added.
    public func knownCatalogs() throws(StoreError) -> [KnownCatalog] {
        // A read-only medium may hold a library that an earlier Carrel wrote.
        guard try database.hasRow("SELECT 1 FROM sqlite_schema WHERE name = 'known'") else { return [] }
        return try database.rows(RecordQuery.known) { $0.knownCatalog }
    }

    /// Adds a catalogue, or replaces what is known of the one at its location.
    public func keep(_ catalog: KnownCatalog) throws(StoreError) {
        try change { () throws(StoreError) in try insert(catalog) }
    }

    /// The same, within a transaction.
    func insert(_ catalog: KnownCatalog) throws(StoreError) {
        let settings = try catalog.settingLines()
        _ = try changeNumber()
        try database.run(
            """
            INSERT INTO known (location, name, profile, settings, added_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (location) DO UPDATE SET name = excluded.name, profile = excluded.profile,
                settings = excluded.settings
            """, .text(catalog.location), .text(catalog.name), SQLiteValue(catalog.profile),
            .text(settings), SQLiteValue(catalog.addedAt))
    }

    /// Knows a catalogue no longer.
    public func leave(_ location: String) throws(StoreError) {
        try change { () throws(StoreError) in
            _ = try changeNumber()
            try database.run("DELETE FROM known WHERE location = ?", .text(location))
        }
    }
}
