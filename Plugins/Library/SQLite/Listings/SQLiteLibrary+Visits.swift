import CarrelRecords
import CarrelSQLite
import CarrelStages
import Foundation

/// When catalogues were asked for.
extension SQLiteLibrary {
    /// The last visits of catalogues.
    public func visits() throws(StoreError) -> [CatalogVisit] {
        try database.rows(RecordQuery.visits) { $0.visit }
    }

    /// Replaces the last visit of a catalogue.
    public func note(_ visit: CatalogVisit) throws(StoreError) {
        try database.run(
            "INSERT OR REPLACE INTO visit (location, at, not_before, failures) VALUES (?, ?, ?, ?)",
            .text(visit.location), SQLiteValue(visit.date), visit.notBefore.map { SQLiteValue($0) } ?? .null,
            .integer(Int64(visit.failures)))
    }
}
