import CarrelSQLite
import CarrelStages

extension SQLiteLibrary {
    /// Has a catalogue be at another location, with everything that is recorded of it.
    public func relocate(_ relocation: CatalogRelocation) throws(StoreError) {
        forgetFound()
        defer { forgetFound() }
        try change { () throws(StoreError) in
            try relocateRows(relocation)
            let known = relocation.catalog
            if let listing = relocation.listing, let reading = try reading(of: known.location) {
                try replaceListing(listing, reading)
            }
            for (from, to) in relocation.documents { try handOver(from: from, to: to) }
            try leaveAlone(false, relocation.ignored.map(\.from))
            try leaveAlone(true, relocation.ignored.map(\.to))
            try insert(known)
        }
    }

    private func relocateRows(_ relocation: CatalogRelocation) throws(StoreError) {
        let (location, new) = (relocation.location, relocation.catalog.location)
        for (table, column) in [
            ("catalog", "location"), ("known", "location"), ("visit", "location"), ("ignored", "catalog"),
            ("unchosen", "catalog"), ("selection", "catalog"), ("printed", "catalog"),
        ] {
            // What was left out where nothing is recorded counts no longer.
            let action = ["catalog", "known"].contains(table) ? "UPDATE" : "UPDATE OR REPLACE"
            try database.run(
                "\(action) \(table) SET \(column) = ?2 WHERE \(column) = ?1", .text(location), .text(new))
        }
        // Of what is elsewhere nobody knows anything yet, not even its kind.
        let parser = relocation.keepsKind ? "parser" : "NULL"
        try database.run(
            """
            UPDATE catalog SET entity_tag = NULL, last_modified = NULL, parser = \(parser), name = ?
            WHERE location = ?
            """, .text(relocation.catalog.name), .text(new))
        try noteChange(ofCatalogAt: new)
    }
}
