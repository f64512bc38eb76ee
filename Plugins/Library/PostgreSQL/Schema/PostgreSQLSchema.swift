import CarrelPostgreSQL
import CarrelRecords
import CarrelStages

/// The tables of a library, in a schema of its own, and how older ones become current.
///
/// Texts have no limit, but the parts of an index do: what is looked up has a column `…_key` beside it
/// (`IndexedText`). Times are microseconds since 1970.
enum PostgreSQLSchema {
    /// Each migration brings the schema from the version of its index to the next one.
    ///
    /// Never edited once released: a change is a migration of its own.
    static let migrations: [[String]] = [
        version1, version2, version3, version4, version5, version6, version7, version8,
    ]

    /// The version that this Carrel writes.
    static var current: Int64 { Int64(migrations.count) }

    /// The version of what is there; 0 for nothing, or for tables of somebody else.
    static func version(_ session: PostgreSQLSession, of schema: String) throws(StoreError) -> Int64 {
        let isThere = try session.run(
            """
            SELECT 1 FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid
            JOIN pg_attribute a ON a.attrelid = c.oid
            WHERE n.nspname = $1::text AND c.relname = 'version' AND a.attname = 'identity'
            """, .text(schema))
        guard isThere.count > 0 else { return 0 }
        return try session.run("SELECT number FROM \"\(schema)\".version").first?.integer(0) ?? 0
    }

    /// Makes the table for the note of an unfinished copy, which no other library has.
    static let copying = PostgreSQLStatement("CREATE TABLE IF NOT EXISTS copying (note text NOT NULL)")

    /// Brings a schema to the current version, and makes it where it is missing.
    ///
    /// One process at a time does; others wait for it.
    ///
    /// - Parameters:
    ///   - session: the connection.
    ///   - schema: the schema's name.
    ///   - begins: whether it is made at all where it is missing.
    ///   - isReceiving: whether a copy is about to begin: then what is made is never a library without one.
    ///   - goesOn: whether this process has opened it before: then it may be newer by now, for tables change by additions alone.
    /// - Throws: `StoreError`, with `.notFound` if it is missing, and is not to be made.
    static func migrate(
        _ session: PostgreSQLSession, _ schema: String, begins: Bool = true, isReceiving: Bool = false,
        goesOn: Bool = false
    ) throws(StoreError) {
        let version = try goesOn ? Self.version(session, of: schema) : check(session, schema)
        if version >= current { return }
        guard begins || version > 0 else { throw .noLibrary(session.subject) }
        try session.transaction { () throws(StoreError) in
            try session.run(
                "SELECT pg_advisory_xact_lock(hashtextextended('carrel ' || $1::text, 0))", .text(schema))
            let version = try check(session, schema)
            guard version < current else { return }
            if version == 0 {
                try checkEncoding(session)
                // Who may not make schemas may have been given one.
                let isThere = try session.run(
                    "SELECT 1 FROM pg_namespace WHERE nspname = $1::text", .text(schema))
                if isThere.count == 0 { try session.run("CREATE SCHEMA \"\(schema)\"") }
            }
            try session.run(statements(from: version) + (isReceiving && version == 0 ? [copying] : []))
        }
    }

    /// Refuses a database that does not take every text.
    private static func checkEncoding(_ session: PostgreSQLSession) throws(StoreError) {
        let encoding = try session.run("SELECT current_setting('server_encoding')").first?.text(0) ?? ""
        guard encoding != "UTF8" else { return }
        throw StoreError(
            .foreign, subject: session.subject,
            reason: "the database keeps texts as \(encoding), not as UTF8",
            remedy: "Make another one: createdb --encoding=UTF8 --locale=C --template=template0 NAME")
    }

    /// Makes the tables for this connection alone, which sees an empty library.
    static func makeEmpty(_ session: PostgreSQLSession) throws(StoreError) {
        try session.begin(with: [searching("pg_temp")] + statements(from: 0))
    }

    /// Has a connection that saw an empty library see the one that somebody has made since.
    static func leaveEmpty(_ session: PostgreSQLSession, _ schema: String) throws(StoreError) {
        try session.begin(with: [PostgreSQLStatement("DISCARD TEMP"), searching("\(schema), pg_temp")])
        try migrate(session, schema)
    }

    private static func searching(_ path: String) -> PostgreSQLStatement {
        PostgreSQLStatement("SELECT set_config('search_path', $1::text, false)", [.text(path)])
    }

    private static func check(_ session: PostgreSQLSession, _ schema: String) throws(StoreError) -> Int64 {
        let version = try version(session, of: schema)
        try StoreError.check(schema: version, upTo: current, session.subject)
        return version
    }

    /// What brings a schema from a version to the current one.
    private static func statements(from version: Int64) -> [PostgreSQLStatement] {
        let changes = migrations.dropFirst(Int(version)).joined().map { PostgreSQLStatement($0) }
        let note =
            version == 0
            ? PostgreSQLStatement(
                "INSERT INTO version (number, identity) VALUES ($1, $2)",
                [.integer(current), .integer(Int64.random(in: 1 ... .max))])
            : PostgreSQLStatement("UPDATE version SET number = $1", [.integer(current)])
        return changes + [note]
    }
}
