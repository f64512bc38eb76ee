import CarrelSQLite
import CarrelStages

extension SQLiteLibrary {
    /// Has a catalogue be at another location, with everything that is recorded of it.
    public func relocate(_ location: String, to new: String) throws(StoreError) {
        try change { () throws(StoreError) in
            _ = try changeNumber()
            for (table, column) in [
                ("catalog", "location"), ("known", "location"), ("visit", "location"), ("ignored", "catalog"),
                ("unchosen", "catalog"), ("selection", "catalog"), ("printed", "catalog"),
            ] {
                // What was left out where nothing is recorded counts no longer.
                let action = ["catalog", "known"].contains(table) ? "UPDATE" : "UPDATE OR REPLACE"
                try database.run(
                    "\(action) \(table) SET \(column) = ?2 WHERE \(column) = ?1", .text(location), .text(new))
            }
            try database.run(
                "UPDATE catalog SET entity_tag = NULL, last_modified = NULL WHERE location = ?", .text(new))
            let ids = try database.rows("SELECT id FROM catalog WHERE location = ?", .text(new)) {
                $0.integer(0) ?? 0
            }
            for id in ids { try noteChange(ofCatalog: id) }
        }
    }
}
