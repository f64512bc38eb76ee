import CarrelBasics
import CarrelPostgreSQL
import CarrelStages

/// The lock of the one process that writes: it is the connection's, so that whoever loses that has lost it, too.
enum LibraryHold {
    /// What the lock's number begins with.
    private static let family: Int64 = 0x43_4152
    /// How long to wait for a process that has just ended.
    private static let patience = "1s"

    /// Takes the lock.
    ///
    /// - Throws: `StoreError` with `.busy`, which says who has it.
    static func take(_ session: PostgreSQLSession, _ schema: String) throws(StoreError) {
        do throws(StoreError) {
            try session.run("SELECT set_config('lock_timeout', $1::text, false)", .text(patience))
            try session.run(
                "SELECT pg_advisory_lock($2::bigint | oid::bigint) FROM pg_namespace WHERE nspname = $1::text",
                .text(schema), .integer(family << 32))
            try session.run("SELECT set_config('lock_timeout', '10s', false)")
        } catch {
            guard error.code == .busy else { throw error }
            throw StoreError(
                .busy, subject: session.subject,
                reason:
                    "another process is using the library\(holder(session, schema).map { ": \($0)" } ?? "")",
                remedy: "Wait until it has finished, or have the command wait: --wait")
        }
        session.stayConnected()
    }

    /// Who has the lock; `nil` if the server does not tell.
    private static func holder(_ session: PostgreSQLSession, _ schema: String) -> String? {
        let rows = try? session.run(
            """
            SELECT a.application_name, a.usename::text, host(a.client_addr), a.pid::bigint
            FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
            JOIN pg_namespace n ON n.oid = l.objid AND n.nspname = $1::text
            WHERE l.locktype = 'advisory' AND l.classid::bigint = $2 AND l.objsubid = 1 AND l.granted
                AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
            """, .text(schema), .integer(family))
        guard let row = rows?.first, let name = row.text(0), !name.isEmpty else { return nil }
        let address = row.text(2).map { " at \($0)" } ?? ""
        return
            "\(name)\(address), as \(row.text(1) ?? "somebody"), process \(row.integer(3) ?? 0) of the server"
            .singleLine
    }
}
