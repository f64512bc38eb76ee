import CPostgreSQL
import Foundation

/// A statement with what it takes as `$1`, `$2` and so on.
package struct PostgreSQLStatement: Sendable {
    package let sql: String
    package let values: [PostgreSQLValue]

    package init(_ sql: String, _ values: [PostgreSQLValue] = []) { (self.sql, self.values) = (sql, values) }

    /// Has the database end the connection of who stands still in a transaction that takes milliseconds, such as a process that
    /// was stopped by Ctrl-Z, before those who wait give up.
    package static let brief = PostgreSQLStatement(
        "SELECT set_config('idle_in_transaction_session_timeout', '8s', true)")
}

/// libpq's connection, always in pipeline mode: a group of statements is sent at once and takes one round trip.
///
/// `@unchecked Sendable`: it is used by one actor at a time, and nothing else sees the pointer.
final class PostgreSQLConnection: @unchecked Sendable {
    private let handle: OpaquePointer
    private let address: PostgreSQLAddress
    /// The names of the prepared statements by their texts, which are few.
    private var prepared: [String: String] = [:]
    /// Whether something went wrong that leaves what the server does unknown.
    private var isBroken = false

    /// The longest time that a server may say nothing: more than it takes for any statement, which the server itself ends
    /// before.
    private static let patience = Duration.seconds(150)

    /// Connects.
    ///
    /// - Parameters:
    ///   - address: where to, and how.
    ///   - name: how the server's list of connections shows this one.
    /// - Throws: `PostgreSQLFailure`.
    init(_ address: PostgreSQLAddress, name: String) throws(PostgreSQLFailure) {
        // What is before `dbname` can be chosen otherwise in the connection string; what is behind it cannot.
        let settings = [
            ("connect_timeout", "10"), ("keepalives_idle", "30"), ("keepalives_interval", "10"),
            ("keepalives_count", "3"), ("tcp_user_timeout", "30000"), ("fallback_application_name", name),
            ("dbname", address.text), ("client_encoding", "UTF8"),
        ]
        let keywords = settings.map { strdup($0.0) }
        let values = settings.map { strdup($0.1) }
        defer { (keywords + values).forEach { free($0) } }
        let handle = PQconnectdbParams(
            keywords.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
        guard let handle else { throw PostgreSQLFailure("libpq has no memory left", isLost: true) }
        guard PQstatus(handle) == CONNECTION_OK else {
            defer { PQfinish(handle) }
            throw Self.refusal(handle, address)
        }
        carrel_pq_silence(handle)
        guard PQserverVersion(handle) >= 130_000 else {
            defer { PQfinish(handle) }
            throw PostgreSQLFailure(state: "0A000", "the server is too old")
        }
        guard PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1 else {
            defer { PQfinish(handle) }
            throw PostgreSQLFailure(address.covered(String(cString: PQerrorMessage(handle))), isLost: true)
        }
        (self.handle, self.address) = (handle, address)
    }

    deinit { PQfinish(handle) }

    /// Why there is no connection.
    ///
    /// libpq tells no code, and the server's words may be of any language.
    private static func refusal(_ handle: OpaquePointer, _ address: PostgreSQLAddress) -> PostgreSQLFailure {
        let message = address.covered(String(cString: PQerrorMessage(handle)))
        let state: String? =
            if PQconnectionNeedsPassword(handle) == 1 || message.contains("authentication failed")
                || message.contains("no pg_hba.conf entry")
                || message.contains("role") && message.contains("does not exist")
            {
                "28P01"
            } else if message.contains("database") && message.contains("does not exist") {
                "3D000"
            } else if message.contains("too many") || message.contains("remaining connection slots") {
                "53300"
            } else if PQconnectionUsedPassword(handle) == 1, message.contains("password") {
                "28P01"
            } else {
                nil
            }
        return PostgreSQLFailure(state: state, message, isLost: true)
    }

    /// Whether nothing can be asked any longer; hears what a server said that went away meanwhile.
    var isLost: Bool {
        while !isBroken, wait(for: POLLIN, milliseconds: 0) {
            isBroken = PQconsumeInput(handle) != 1 || PQstatus(handle) != CONNECTION_OK
        }
        return isBroken
    }

    /// The texts of the notifications that came, after a wait if there are none yet.
    ///
    /// - Parameter milliseconds: the longest time to wait.
    /// - Returns: the texts, in order; perhaps none.
    /// - Throws: `PostgreSQLFailure` if the connection is lost.
    func notifications(within milliseconds: Int32) throws(PostgreSQLFailure) -> [String] {
        let known = takeNotifications()
        guard known.isEmpty, wait(for: POLLIN, milliseconds: milliseconds) else { return known }
        guard !isLost else { throw lost() }
        return takeNotifications()
    }

    private func takeNotifications() -> [String] {
        var texts: [String] = []
        while let notification = PQnotifies(handle) {
            if let text = notification.pointee.extra { texts.append(String(cString: text)) }
            PQfreemem(notification)
        }
        return texts
    }

    /// Whether a transaction is open, failed or not.
    var isInTransaction: Bool {
        [PQTRANS_INTRANS, PQTRANS_INERROR, PQTRANS_ACTIVE].contains(PQtransactionStatus(handle))
    }

    /// Runs statements one after the other, in one round trip; the first one that fails ends them.
    ///
    /// - Returns: what each gave.
    /// - Throws: `PostgreSQLFailure`, of the first one that failed.
    func run(_ statements: [PostgreSQLStatement]) throws(PostgreSQLFailure) -> [PostgreSQLRows] {
        guard !isBroken else { throw lost() }
        do throws(PostgreSQLFailure) {
            return try exchange(statements)
        } catch {
            if error.isLost { isBroken = true }
            throw error
        }
    }

    private func exchange(_ statements: [PostgreSQLStatement]) throws(PostgreSQLFailure) -> [PostgreSQLRows] {
        // For each answer to come: the statement that it prepares, or `nil` for the rows of one.
        var expected: [String?] = []
        var beginning: [String: String] = [:]
        for statement in statements {
            var name = prepared[statement.sql] ?? beginning[statement.sql]
            if name == nil {
                let new = "s\(prepared.count + beginning.count)"
                guard PQsendPrepare(handle, new, statement.sql, 0, nil) == 1 else { throw lost() }
                expected.append(statement.sql)
                beginning[statement.sql] = new
                name = new
            }
            guard send(name ?? "", statement.values) else { throw lost() }
            expected.append(nil)
        }
        guard PQpipelineSync(handle) == 1 else { throw lost() }
        return try answers(expected, beginning)
    }

    private func send(_ name: String, _ values: [PostgreSQLValue]) -> Bool {
        let bytes = values.map(\.bytes)
        let lengths = bytes.map { Int32(clamping: $0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: bytes.count)
        var all: [UInt8] = []
        all.reserveCapacity(bytes.reduce(0) { $0 + ($1?.count ?? 0) } + 1)
        var places: [Int?] = []
        for value in bytes {
            places.append(value == nil ? nil : all.count)
            if let value { all += value }
        }
        // Not empty, so that it has an address.
        all.append(0)
        return all.withUnsafeBytes { buffer in
            let start = buffer.bindMemory(to: CChar.self).baseAddress
            let pointers = places.map { place in place.flatMap { start?.advanced(by: $0) } }
            return PQsendQueryPrepared(
                handle, name, Int32(clamping: values.count), pointers, lengths, formats, 1) == 1
        }
    }

    private func answers(
        _ expected: [String?], _ beginning: [String: String]
    ) throws(PostgreSQLFailure) -> [PostgreSQLRows] {
        var results: [PostgreSQLRows] = []
        var failure: PostgreSQLFailure?
        var index = 0
        while true {
            try waitForAnswer()
            guard let result = PQgetResult(handle) else {
                guard PQstatus(handle) == CONNECTION_OK, index < expected.count else { throw lost() }
                index += 1
                continue
            }
            let rows = PostgreSQLRows(result)
            switch PQresultStatus(result) {
            case PGRES_PIPELINE_SYNC:
                if let failure { throw failure }
                guard results.count == expected.count(where: { $0 == nil }) else { throw lost() }
                return results
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
                guard index < expected.count else { throw lost() }
                if let sql = expected[index] {
                    prepared[sql] = beginning[sql]
                } else {
                    results.append(rows)
                }
            case PGRES_PIPELINE_ABORTED: continue
            default:
                if PQstatus(handle) != CONNECTION_OK { throw self.failure(of: result, isLost: true) }
                failure = failure ?? self.failure(of: result, isLost: false)
            }
        }
    }

    private func failure(of result: OpaquePointer, isLost: Bool) -> PostgreSQLFailure {
        let state = PQresultErrorField(result, Self.stateField).map { String(cString: $0) }
        let primary = PQresultErrorField(result, Self.messageField).map { String(cString: $0) }
        let message = primary ?? String(cString: PQresultErrorMessage(result))
        return PostgreSQLFailure(state: state, address.covered(message), isLost: isLost)
    }

    // PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY, whose characters Swift does not see as numbers.
    private static let stateField = Int32(UInt8(ascii: "C"))
    private static let messageField = Int32(UInt8(ascii: "M"))

    private func lost() -> PostgreSQLFailure {
        let message = address.covered(String(cString: PQerrorMessage(handle)))
        return PostgreSQLFailure(message.isEmpty ? "the connection was lost" : message, isLost: true)
    }

    // MARK: Waiting

    /// Waits until the next answer is there, and sends meanwhile what is still to be sent.
    private func waitForAnswer() throws(PostgreSQLFailure) {
        var last = ContinuousClock.now
        while true {
            let unsent = PQflush(handle)
            guard unsent >= 0 else { throw lost() }
            if PQisBusy(handle) == 0 { return }
            if wait(for: unsent == 1 ? POLLIN | POLLOUT : POLLIN, milliseconds: 1000) {
                guard PQconsumeInput(handle) == 1 else { throw lost() }
                last = .now
            } else if last.duration(to: .now) > Self.patience {
                throw PostgreSQLFailure("the server says nothing any longer", isLost: true)
            }
        }
    }

    /// Whether something happens at the socket within a time.
    private func wait(for events: Int32, milliseconds: Int32) -> Bool {
        var socket = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
        return poll(&socket, 1, milliseconds) > 0
    }
}
