import CarrelBasics
import CarrelStages

/// The lock of a library in a database: one process has it alone, or several that work on the same jobs share it.
///
/// It is the connection's, so that whoever loses that has lost it, too.
package enum LibraryHold: Sendable {
    /// For one process alone.
    case alone
    /// For any number of processes that have it this way.
    case joined

    /// What the lock's number begins with.
    private static let family: Int64 = 0x43_4152
    /// How long to wait for a process that has just ended.
    private static let patience = "1s"

    private var function: String {
        switch self {
        case .alone: "pg_advisory_lock"
        case .joined: "pg_advisory_lock_shared"
        }
    }

    /// Takes the lock.
    ///
    /// - Parameters:
    ///   - session: the connection that has it from then on.
    ///   - schema: the library's schema.
    /// - Throws: `StoreError` with `.busy`, which says who has it.
    package func take(_ session: PostgreSQLSession, _ schema: String) throws(StoreError) {
        do throws(StoreError) {
            try session.run("SELECT set_config('lock_timeout', $1::text, false)", .text(Self.patience))
            // From here on, a connection that is lost and made anew would not have the lock.
            session.stayConnected()
            let taken = try session.run(
                "SELECT \(function)($2::bigint | oid::bigint) FROM pg_namespace WHERE nspname = $1::text",
                .text(schema), .integer(Self.family << 32))
            guard taken.count == 1 else {
                throw StoreError(
                    .gone, subject: session.subject, reason: "the schema \(schema) is no longer there",
                    remedy: "Run the command again")
            }
            try session.run("SELECT set_config('lock_timeout', '10s', false)")
            // Nothing is asked while documents come. PostgreSQL 13 has no such setting.
            try session.run(
                """
                SELECT set_config('idle_session_timeout', '0', false)
                WHERE current_setting('idle_session_timeout', true) IS NOT NULL
                """)
        } catch {
            guard error.code == .busy else { throw error }
            let holder = Self.holder(session, schema)
            throw .inUse(session.subject, by: holder?.words, remedy: holder?.remedy)
        }
    }

    /// The locks of the library of schema `$1`, as `l`, whether they are held or waited for.
    private static let locks = """
        pg_locks l JOIN pg_namespace n ON n.oid = l.objid AND n.nspname = $1::text
            AND l.locktype = 'advisory' AND l.classid::bigint = \(family) AND l.objsubid = 1
            AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        """

    /// A query that gives a row if somebody waits to have the library of schema `$1` alone.
    package static let waiting =
        "SELECT 1 FROM \(locks) WHERE NOT l.granted AND l.mode = 'ExclusiveLock' LIMIT 1"

    /// A statement that puts the number of the worker `$1` into the name of its connection, by which whoever waits for it knows it.
    package static let naming = """
        SELECT set_config('application_name', 'carrel worker ' || $1::bigint
            || coalesce(substring(current_setting('application_name') FROM ' on .*$'), ''), false)
        """

    /// Who has the lock, and what helps unless it is at work; `nil` if the server does not tell.
    ///
    /// Of several a worker that is no longer heard of comes first: the others make way.
    private static func holder(
        _ session: PostgreSQLSession, _ schema: String
    ) -> (words: String, remedy: String?)? {
        let rows = try? session.run(
            """
            SELECT a.application_name, a.usename::text, host(a.client_addr), a.pid::bigint, w.name,
                to_char(w.seen AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"')
            FROM \(locks) JOIN pg_stat_activity a ON a.pid = l.pid
                LEFT JOIN queue_worker w ON w.until < statement_timestamp()
                    AND w.id::text = substring(a.application_name FROM '^carrel worker ([0-9]+)')
            WHERE l.granted
            ORDER BY w.id IS NULL, l.pid
            """, .text(schema))
        guard let rows, let row = rows.first, let name = row.text(0), !name.isEmpty else { return nil }
        let address = row.text(2).map { " at \($0)" } ?? ""
        let others = rows.count > 1 ? ", and \(rows.count - 1) more" : ""
        let process = row.integer(3) ?? 0
        let late = row.text(5).map { "the worker \(row.text(4) ?? ""), last heard of at \($0): " } ?? ""
        let words =
            "\(late)\(name)\(address), as \(row.text(1) ?? "somebody"), process \(process) of the server\(others)"
        let ending = "SELECT pg_terminate_backend(\(process))"
        let remedy = late.isEmpty ? nil : "Wake it or end it where it runs, or end its connection: \(ending)"
        return (words.singleLine, remedy)
    }
}
