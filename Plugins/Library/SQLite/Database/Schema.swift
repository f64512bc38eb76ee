import CarrelRecords
import CarrelSQLite
import CarrelStages

/// The database's schema and how older ones become it.
enum Schema {
    /// Each migration brings the schema from the version of its index to the next one.
    ///
    /// Never edited once released: a change is a migration of its own, and a change of `tables`.
    static let migrations: [String] = [
        version1, version2, version3, version4, version5, version6, version7, version8, version9,
        version10, version11, version12, version13, version14, version15,
        version16, version17, version18, version19, version20, version21,
        version22,
    ]

    /// The version that this Carrel writes.
    static var current: Int64 { Int64(migrations.count) }

    /// Makes the table for the note of an unfinished copy, which no other library has.
    static let copying = "CREATE TABLE IF NOT EXISTS copying (note TEXT NOT NULL)"

    /// Brings a database to the current version, in one transaction.
    ///
    /// - Parameters:
    ///   - database: the database.
    ///   - path: its path, for messages.
    ///   - isReceiving: whether a copy is about to begin: then an empty database is never a library without one.
    static func migrate(
        _ database: Database, path: String, isReceiving: Bool = false
    ) throws(StoreError) {
        guard try !isCurrent(database, path: path) else { return }
        try database.transaction { () throws(StoreError) in
            // Another process may have been faster while this one waited for its turn.
            let version = try self.version(of: database)
            guard version < current else { return }
            if version == 0 {
                try database.execute(tables)
                if isReceiving { try database.execute(copying) }
            } else {
                for migration in migrations.dropFirst(Int(version)) { try database.execute(migration) }
            }
            try database.execute("PRAGMA user_version = \(current)")
        }
    }

    /// Whether a database has the current version, and not an older one.
    ///
    /// - Throws: `StoreError` for a version that this Carrel does not know.
    static func isCurrent(_ database: Database, path: String) throws(StoreError) -> Bool {
        let version = try version(of: database)
        guard version >= 0 else { throw Database.damaged(path, "it has schema version \(version)") }
        try StoreError.check(schema: version, upTo: current, path)
        return version == current
    }

    /// The version that a database has; 0 for an empty one.
    static func version(of database: Database) throws(StoreError) -> Int64 {
        try database.number("PRAGMA user_version") ?? 0
    }
}
