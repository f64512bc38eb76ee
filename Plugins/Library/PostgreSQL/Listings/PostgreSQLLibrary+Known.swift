import CarrelPostgreSQL
import CarrelRecords
import CarrelStages
import Foundation

/// The catalogues that the library knows, and when they were asked for.
extension PostgreSQLLibrary {
    /// The catalogues, in the order in which they were added.
    func knownCatalogs() throws(StoreError) -> [KnownCatalog] {
        try session.run(RecordQuery.known).map(\.knownCatalog)
    }

    /// Adds a catalogue, or replaces what is known of the one at its location.
    func keep(_ catalog: KnownCatalog) throws(StoreError) {
        let settings = try catalog.settingLines()
        try change(isSure: true) { (_) throws(StoreError) in
            try session.run(
                """
                INSERT INTO known (location, location_key, name, name_key, profile, settings, added_at)
                VALUES ($1, $2, $3, $4, $5, $6, $7)
                ON CONFLICT (location_key) DO UPDATE SET name = excluded.name, name_key = excluded.name_key,
                    profile = excluded.profile, settings = excluded.settings
                """, .text(catalog.location), .text(IndexedText.key(catalog.location)), .text(catalog.name),
                .text(IndexedText.key(catalog.name)), PostgreSQLValue(catalog.profile),
                .text(settings), PostgreSQLValue(catalog.addedAt))
        }
    }

    /// Knows a catalogue no longer.
    func leave(_ location: String) throws(StoreError) {
        try change(isSure: true) { (_) throws(StoreError) in
            try session.run("DELETE FROM known WHERE location_key = $1", .text(IndexedText.key(location)))
        }
    }

    /// Has a catalogue be at another location, with everything that is recorded of it.
    func relocate(_ relocation: CatalogRelocation) throws(StoreError) {
        let known = relocation.catalog
        try transaction { () throws(StoreError) in
            try session.run([Self.holding(known.location, schema: schema)])
            try relocateRows(relocation)
            if let listing = relocation.listing, let reading = try reading(of: known.location) {
                try record(listing, reading: reading)
            }
            _ = try commit(
                relocation.documents.map { .handedOver(from: $0.from, to: $0.to) }, settling: [], ending: [])
            try setIgnored(false, relocation.ignored.map(\.from), patterns: [])
            try setIgnored(true, relocation.ignored.map(\.to), patterns: [])
            try keep(known)
            try setName(known.name, of: known.location)
        }
    }

    private func relocateRows(_ relocation: CatalogRelocation) throws(StoreError) {
        let (location, new) = (relocation.location, relocation.catalog.location)
        // Of what is elsewhere nobody knows anything yet, not even its kind.
        let parser = relocation.keepsKind ? "parser" : "NULL"
        try change(isSure: true) { (number) throws(StoreError) in
            let keys = [location, new].map { PostgreSQLValue.text(IndexedText.key($0)) }
            let values = keys + [.text(new)]
            try session.run(
                [
                    PostgreSQLStatement(
                        """
                        UPDATE catalog SET location = $3, location_key = $2, entity_tag = NULL, last_modified = NULL,
                            parser = \(parser), changed = $4 WHERE location_key = $1
                        """, values + [.integer(number)]),
                    PostgreSQLStatement(
                        "UPDATE known SET location = $3, location_key = $2 WHERE location_key = $1", values),
                    PostgreSQLStatement("DELETE FROM visit WHERE key = $1", [keys[1]]),
                    PostgreSQLStatement("UPDATE visit SET location = $3, key = $2 WHERE key = $1", values),
                    PostgreSQLStatement("DELETE FROM ignored WHERE catalog_key = $1", [keys[1]]),
                    PostgreSQLStatement(
                        "UPDATE ignored SET catalog = $3, catalog_key = $2 WHERE catalog_key = $1", values),
                    PostgreSQLStatement("DELETE FROM unchosen WHERE catalog_key = $1", [keys[1]]),
                    PostgreSQLStatement("UPDATE unchosen SET catalog_key = $2 WHERE catalog_key = $1", keys),
                ])
            for table in ["selection", "printed"] {
                try session.run(
                    "UPDATE \(table) SET catalog = $2 WHERE catalog = $1", .text(location), .text(new))
            }
        }
    }

    /// Removes everything that is recorded of a catalogue; what belongs to its rows goes with them.
    func forget(_ location: String) throws(StoreError) {
        // Others may list its documents, too.
        try change(of: nil, isSure: true) { (number) throws(StoreError) in
            try handOverShared(of: location, number)
            let key = [PostgreSQLValue.text(IndexedText.key(location))]
            try session.run(
                [
                    "DELETE FROM catalog WHERE location_key = $1",
                    "DELETE FROM ignored WHERE catalog_key = $1",
                    "DELETE FROM unchosen WHERE catalog_key = $1",
                    "DELETE FROM known WHERE location_key = $1",
                    "DELETE FROM visit WHERE key = $1",
                ].map { PostgreSQLStatement($0, key) })
            try session.run("DELETE FROM selection WHERE catalog = $1", .text(location))
        }
    }

    /// The last visits of catalogues.
    func visits() throws(StoreError) -> [CatalogVisit] {
        try session.run(RecordQuery.visits).map(\.visit)
    }

    /// Replaces the last visit of a catalogue.
    func note(_ visit: CatalogVisit) throws(StoreError) {
        try session.run(
            """
            INSERT INTO visit (key, location, at, not_before, failures) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (key) DO UPDATE SET at = excluded.at, not_before = excluded.not_before,
                failures = excluded.failures
            """, .text(IndexedText.key(visit.location)), .text(visit.location), PostgreSQLValue(visit.date),
            visit.notBefore.map { PostgreSQLValue($0) } ?? .null, .integer(Int64(visit.failures)))
    }
}
