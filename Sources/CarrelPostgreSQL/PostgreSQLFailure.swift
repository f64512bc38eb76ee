import CarrelStages

/// Why the database did not do what it was asked for.
package struct PostgreSQLFailure: Error, Sendable {
    /// The five characters of PostgreSQL's table of error codes; `nil` if the server said nothing.
    package let state: String?
    /// What the server or libpq said, without secrets.
    package let message: String
    /// Whether the connection is gone, so that nothing further can be asked.
    package let isLost: Bool

    init(state: String? = nil, _ message: String, isLost: Bool = false) {
        (self.state, self.message, self.isLost) = (state, message, isLost)
    }

    /// Whether the same transaction may succeed when it is repeated: it was chosen to give way to another one.
    package var mayBeRepeated: Bool { state == "40001" || state == "40P01" }

    /// Whether the server takes no changes, so that another one may have taken its place.
    var isOfReadOnlyServer: Bool { state == "25006" }

    /// The failure as everybody else knows it.
    ///
    /// - Parameter subject: the database, as messages name it.
    /// - Returns: the error.
    package func storeError(_ subject: String) -> StoreError {
        func unreachable(_ reason: String, _ remedy: String) -> StoreError {
            StoreError(.unreachable, subject: subject, reason: reason, remedy: remedy)
        }
        switch state ?? "" {
        case "28P01", "28000":
            return unreachable(
                "the server refuses the user or the password",
                "Check both in what library.dsn names, and the server's pg_hba.conf")
        case "3D000":
            return unreachable("the server has no such database", "Make it: createdb NAME")
        case "0A000":
            return unreachable(message, "Use PostgreSQL 13 or newer")
        case "53300":
            return unreachable(
                "the server has no connection left", "Wait, or raise its max_connections")
        case "53100":
            // It is not the disk of this machine, and somebody may make room on it while a worker waits.
            return unreachable("the server has no space left on its disk", "Free some space there")
        case "25006":
            return StoreError(
                .denied, subject: subject, reason: "the database can only be read",
                remedy: "Wait until it takes changes again, or name the server that does in library.dsn")
        case "42501":
            return StoreError(
                .forbidden, subject: subject, reason: "the user may not do that: \(message)",
                remedy: "Have the database's owner grant it")
        case "55P03":
            return StoreError(
                .busy, subject: subject, reason: "another process holds what is needed",
                remedy: "Wait until it has finished")
        case "57014":
            return unreachable(
                "the server took too long", "See what it is busy with: SELECT * FROM pg_stat_activity")
        case "57P01", "57P02", "57P03", "57P05":
            return unreachable("the server has ended the connection: \(message)", "Try again later")
        case "XX001", "XX002", "58P01":
            return StoreError(
                .database, subject: subject, reason: "the database is damaged: \(message)",
                remedy: "Restore it from a copy that pg_dump made")
        case "42P07":
            return StoreError(
                .foreign, subject: subject, reason: "the schema is not Carrel's alone: \(message)",
                remedy: "Choose another library.schema")
        case "23505":
            return StoreError(.nameTaken, subject: subject, reason: message)
        default:
            if isLost { return unreachable(message, "Start the server, or check library.dsn") }
            return StoreError(.system, subject: subject, reason: message)
        }
    }
}
