import CSQLite
import CarrelStages
import Foundation

/// A connection to a SQLite database.
///
/// Used by one actor only, which is why it is not `Sendable`.
final class Database {
    private let handle: OpaquePointer
    private let path: String
    private var statements: [Text: Statement] = [:]

    /// The text of a statement: there are few, so that the length alone tells most of them apart.
    private struct Text: Hashable {
        let sql: String

        func hash(into hasher: inout Hasher) { hasher.combine(sql.utf8.count) }
    }

    /// How a database is opened.
    enum Mode {
        /// For reading and writing, created where it is missing.
        case writing
        /// For reading and writing, where it exists.
        case existing
        /// For reading a database that nobody can write to.
        case immutable
    }

    /// How a database is kept whole while it is written to.
    enum Journal: String {
        /// In memory that all processes share; for local file systems.
        case writeAhead = "WAL"
        /// With locks alone; for file systems that other machines may use, too.
        case rollback = "TRUNCATE"
    }

    /// Settings of the whole process, made before its first database is opened; SQLite works without them, too.
    private static let isConfigured = carrel_sqlite_leave_out_statistics() == SQLITE_OK

    /// Opens a database; `:memory:` is one of its own.
    init(path: String, mode: Mode) throws(StoreError) {
        _ = Self.isConfigured
        var opened: OpaquePointer?
        var name = path
        // No link stands for the database, nor for a folder above it: the path was resolved.
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOFOLLOW
        switch mode {
        case .writing: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .existing: flags |= SQLITE_OPEN_READWRITE
        case .immutable:
            flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            name = URL(filePath: path).absoluteString + "?immutable=1"
        }
        let code = sqlite3_open_v2(name, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw Self.error(code, path: path, message: String(cString: sqlite3_errstr(code)))
        }
        handle = opened
        self.path = path
        sqlite3_busy_timeout(handle, 5000)
        // Pages of a large catalogue are kept until the transaction ends, instead of written over and over.
        sqlite3_exec(handle, "PRAGMA cache_size = -65536", nil, nil, nil)
    }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    /// Runs statements that take and give nothing.
    func execute(_ sql: String) throws(StoreError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// Runs a statement to its end.
    func run(_ sql: String, _ values: SQLiteValue...) throws(StoreError) {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() {}
    }

    /// Runs a query and makes a value of each row.
    func rows<Row>(
        _ sql: String, _ values: SQLiteValue..., make: (borrowing Statement) -> Row
    ) throws(StoreError) -> [Row] {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        var rows: [Row] = []
        while try statement.step() { rows.append(make(statement)) }
        return rows
    }

    /// Runs a query and shows each row, without keeping any.
    func forEachRow(
        _ sql: String, _ values: SQLiteValue..., body: (borrowing Statement) throws(StoreError) -> Void
    ) throws(StoreError) {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() { try body(statement) }
    }

    /// Runs everything in one transaction: all of it happens, or nothing.
    func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try execute("BEGIN IMMEDIATE")
        let result: Result
        do {
            result = try body()
            try execute("COMMIT")
        } catch {
            // A failed COMMIT or a full disk may have rolled back already.
            if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
        return result
    }

    /// The key of the row inserted last.
    var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// The prepared statement of a text: the same one each time, so it must not be used while it runs.
    func statement(_ sql: String) throws(StoreError) -> Statement {
        if let statement = statements[Text(sql: sql)] { return statement }
        var raw: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &raw, nil)
        guard code == SQLITE_OK, let raw else { throw error(code) }
        let statement = Statement(raw) { [path, handle] code in
            Self.error(code, path: path, message: String(cString: sqlite3_errmsg(handle)))
        }
        statements[Text(sql: sql)] = statement
        return statement
    }

    private func error(_ code: Int32) -> StoreError {
        // A full disk can show as a failed write.
        if code & 0xFF == SQLITE_IOERR, sqlite3_system_errno(handle) == ENOSPC {
            return Self.error(SQLITE_FULL, path: path, message: "")
        }
        return Self.error(code, path: path, message: String(cString: sqlite3_errmsg(handle)))
    }

    private static func error(_ code: Int32, path: String, message: String) -> StoreError {
        switch code & 0xFF {
        case SQLITE_FULL:
            StoreError(.full, subject: path, reason: "no space left on the disk", remedy: "Free some space")
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            StoreError(.readOnly, subject: path, reason: "the library may not be written to: \(message)")
        case SQLITE_BUSY, SQLITE_LOCKED:
            StoreError(
                .busy, subject: path, reason: "another process holds the library",
                remedy: "Wait until it has finished")
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            StoreError(
                .database, subject: path, reason: "the database is damaged: \(message)",
                remedy: "Move it away and run sync: documents that are there already are recognised")
        default: StoreError(.system, subject: path, reason: message)
        }
    }
}
