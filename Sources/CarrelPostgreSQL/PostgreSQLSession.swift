import CarrelStages
import Foundation

/// A connection to a database that lasts as long as the library that uses it.
///
/// Used by one actor only, which is why it is not `Sendable`. Calls block.
package final class PostgreSQLSession {
    /// The database, as messages name it.
    package let subject: String
    private let address: PostgreSQLAddress
    private let schema: String
    private var connection: PostgreSQLConnection
    /// Whether a lost connection is made anew, and one to a server that takes no changes.
    ///
    /// Not where it holds a lock, which is lost with it.
    private var reconnects = true
    /// What each connection begins with.
    private var beginning: [PostgreSQLStatement] = []
    private var depth = 0
    /// What is sent with the next group.
    private var waiting: [PostgreSQLStatement] = []
    /// Whether the last failure was that the transaction had to give way to another one.
    private var hasGivenWay = false
    /// Whether the server took no changes, so that the address may lead to another one by now.
    private var isReadOnly = false

    /// How often a transaction is repeated that had to give way to another one.
    private static let mostRepetitions = 5

    /// Connects.
    ///
    /// - Parameters:
    ///   - address: the database.
    ///   - schema: the schema whose tables statements name; it need not be there.
    /// - Throws: `StoreError`.
    package init(_ address: PostgreSQLAddress, schema: String) throws(StoreError) {
        (self.address, self.schema, subject) = (address, schema, address.subject)
        connection = try Self.connect(address, schema: schema)
    }

    private static func connect(
        _ address: PostgreSQLAddress, schema: String
    ) throws(StoreError) -> PostgreSQLConnection {
        do throws(PostgreSQLFailure) {
            let connection = try PostgreSQLConnection(address, name: "carrel on \(hostName)")
            // What is committed survives a power failure, whatever the server's settings.
            let settings = [
                ("search_path", "\(schema), pg_temp"), ("synchronous_commit", "on"),
                ("statement_timeout", "120s"),
                // A process that was stopped, such as by Ctrl-Z, has others wait no longer.
                ("lock_timeout", "10s"), ("idle_in_transaction_session_timeout", "1min"), ("jit", "off"),
                ("default_transaction_isolation", "read committed"), ("row_security", "on"),
                // A machine without power holds nothing for hours.
                ("tcp_keepalives_idle", "30"), ("tcp_keepalives_interval", "10"),
                ("tcp_keepalives_count", "3"), ("tcp_user_timeout", "60s"),
            ]
            _ = try connection.run(
                settings.map { name, value in
                    PostgreSQLStatement(
                        "SELECT set_config($1::text, $2::text, false)", [.text(name), .text(value)])
                })
            return connection
        } catch {
            throw error.storeError(address.subject)
        }
    }

    private static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Has a lost connection stay lost: what it held, somebody else may hold by now.
    package func stayConnected() { reconnects = false }

    /// Says a word to the server, so that nothing in between forgets the connection because nobody says anything.
    ///
    /// - Throws: `StoreError` if the connection is lost, and with it what it held.
    package func sayWord() throws(StoreError) {
        _ = try? connection.run([PostgreSQLStatement("SELECT 1")])
        try reconnectIfLost()
    }

    /// Runs statements as one transaction, and again whenever a lost connection was made anew.
    ///
    /// - Parameter statements: what takes the place of those that were given before.
    /// - Throws: `StoreError`.
    package func begin(with statements: [PostgreSQLStatement]) throws(StoreError) {
        try atomically(statements)
        beginning = statements
    }

    /// Hears what is told on the channels that `begin(with:)` listens to.
    ///
    /// - Parameter milliseconds: the longest time to wait.
    /// - Returns: the texts that were told, in order; perhaps none.
    /// - Throws: `StoreError` if the server cannot be reached.
    package func hear(within milliseconds: Int32) throws(StoreError) -> [String] {
        try reconnectIfLost()
        do throws(PostgreSQLFailure) {
            return try connection.notifications(within: milliseconds)
        } catch {
            throw error.storeError(subject)
        }
    }

    // MARK: Statements

    /// Runs one statement.
    @discardableResult
    package func run(_ sql: String, _ values: PostgreSQLValue...) throws(StoreError) -> PostgreSQLRows {
        try run(sql, values)
    }

    /// Runs one statement with values in an array.
    @discardableResult
    package func run(_ sql: String, _ values: [PostgreSQLValue]) throws(StoreError) -> PostgreSQLRows {
        guard let rows = try run([PostgreSQLStatement(sql, values)]).last else { throw noAnswer }
        return rows
    }

    /// The error for a statement without an answer.
    package var noAnswer: StoreError {
        StoreError(.database, subject: subject, reason: "the server gave no answer")
    }

    /// Runs statements in one round trip.
    ///
    /// Outside of a transaction each of them may happen without the others.
    @discardableResult
    package func run(_ statements: [PostgreSQLStatement]) throws(StoreError) -> [PostgreSQLRows] {
        if depth == 0 { try reconnectIfLost() }
        return try ask(statements)
    }

    private func ask(_ statements: [PostgreSQLStatement]) throws(StoreError) -> [PostgreSQLRows] {
        let all = waiting + statements
        let count = waiting.count
        waiting = []
        do throws(PostgreSQLFailure) {
            return Array(try connection.run(all).dropFirst(count))
        } catch {
            hasGivenWay = error.mayBeRepeated
            isReadOnly = isReadOnly || error.isOfReadOnlyServer
            throw error.storeError(subject)
        }
    }

    private func reconnectIfLost() throws(StoreError) {
        guard connection.isLost || isReadOnly && reconnects else { return }
        guard reconnects else {
            throw StoreError(
                .unreachable, subject: subject,
                reason: "the connection was lost, and with it the lock that keeps others from writing",
                remedy: "Run the command again")
        }
        connection = try Self.connect(address, schema: schema)
        isReadOnly = false
        guard !beginning.isEmpty else { return }
        _ = try ask([PostgreSQLStatement("BEGIN")] + beginning + [PostgreSQLStatement("COMMIT")])
    }

    // MARK: Transactions

    /// Runs statements as one transaction in one round trip: all happen, or none.
    ///
    /// - Returns: what each gave.
    /// - Throws: `StoreError`.
    @discardableResult
    package func atomically(_ statements: [PostgreSQLStatement]) throws(StoreError) -> [PostgreSQLRows] {
        guard depth == 0 else { return try ask(statements) }
        return try repeating { () throws(StoreError) in
            let all = [PostgreSQLStatement("BEGIN")] + statements + [PostgreSQLStatement("COMMIT")]
            return Array(try ask(all).dropFirst().dropLast())
        }
    }

    /// Runs queries in one round trip, all of them of one moment.
    ///
    /// - Returns: what each gave.
    /// - Throws: `StoreError`.
    package func ofOneMoment(_ queries: [PostgreSQLStatement]) throws(StoreError) -> [PostgreSQLRows] {
        let isolation = PostgreSQLStatement("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        return Array(try atomically([isolation] + queries).dropFirst())
    }

    /// Runs everything in one transaction: all of it happens, or nothing.
    ///
    /// - Parameter body: what to do; it is done again if the transaction has to give way to another one.
    /// - Returns: what it gave.
    /// - Throws: `StoreError`.
    @discardableResult
    package func transaction<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        guard depth == 0 else { return try body() }
        return try repeating { () throws(StoreError) in
            depth = 1
            defer { (depth, waiting) = (0, []) }
            // Sent with what comes first.
            waiting = [PostgreSQLStatement("BEGIN")]
            let value = try body()
            // Where nothing was asked, nothing began.
            if waiting.isEmpty { _ = try ask([PostgreSQLStatement("COMMIT")]) }
            return value
        }
    }

    private func repeating<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        try reconnectIfLost()
        var repetitions = 0
        while true {
            hasGivenWay = false
            do throws(StoreError) {
                return try body()
            } catch {
                if connection.isInTransaction { _ = try? connection.run([PostgreSQLStatement("ROLLBACK")]) }
                guard hasGivenWay, repetitions < Self.mostRepetitions else { throw error }
                repetitions += 1
            }
        }
    }
}
