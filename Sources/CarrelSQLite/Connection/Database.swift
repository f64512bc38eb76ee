import CSQLite
import CarrelBasics
import CarrelFiles
import CarrelStages
import Foundation

/// A SQLite database.
///
/// Used by one actor only, which is why it is not `Sendable`.
package final class Database {
    private let connection: SQLiteConnection
    private let path: String
    /// Why nothing can be written, where somebody knows.
    private let refusal: StoreError?
    private var statements: [Text: Statement] = [:]

    /// The text of a statement: there are few, so that the length alone tells most of them apart.
    private struct Text: Hashable {
        let sql: String

        func hash(into hasher: inout Hasher) { hasher.combine(sql.utf8.count) }
    }

    /// How a database is opened.
    package enum Mode {
        /// For reading and writing, created where it is missing.
        case writing
        /// For reading and writing, where it exists.
        case existing
        /// For reading and writing, where it exists, while nobody else does: without the memory that processes share.
        case alone
        /// For reading a database that nobody can write to.
        case immutable
        /// For reading and writing what is in this process alone; whoever opens the same name shares it.
        case inMemory
    }

    /// How a database is kept whole while it is written to.
    package enum Journal: String {
        /// In memory that all processes share; for local file systems.
        case writeAhead = "WAL"
        /// With locks alone; for file systems that other machines may use, too.
        case rollback = "TRUNCATE"
    }

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - path: its file, or its name in memory; `:memory:` is one of its own.
    ///   - mode: what it is opened for.
    ///   - refusal: why it is not opened for writing: what whoever writes all the same is told.
    package init(path: String, mode: Mode, refusal: StoreError? = nil) throws(StoreError) {
        var name = path
        // No link stands for the database, nor for a folder above it: the path was resolved.
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOFOLLOW
        switch mode {
        case .writing: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .existing, .alone: flags |= SQLITE_OPEN_READWRITE
        case .immutable:
            flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            name = URL(filePath: path).absoluteString + "?immutable=1"
        case .inMemory:
            flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI
            // A name that begins with a slash is one database for all: sqlite.org/src/file/src/memdb.c.
            name = "file:/\(path)?vfs=memdb"
        }
        if let problem = LoadedLibrary.sqlite.problem() {
            throw StoreError(.database, subject: "SQLite", reason: problem.reason, remedy: problem.remedy)
        }
        do {
            connection = try SQLiteConnection(name, flags: flags)
        } catch {
            let message = SQLiteConnection.message(error.code)
            throw Self.error(error.code, path: path, message: message, system: error.system)
        }
        self.path = mode == .inMemory ? "memory" : path
        self.refusal = refusal
        connection.wait(milliseconds: 5000)
        // Before anything else, which would begin that memory.
        if mode == .alone { _ = connection.execute("PRAGMA locking_mode = EXCLUSIVE") }
        // Pages of a large catalogue are kept until the transaction ends, instead of written over and over.
        _ = connection.execute("PRAGMA cache_size = -65536")
    }

    /// Makes our functions known to searches.
    ///
    /// - Parameter tokenizer: what divides texts into words.
    /// - Returns: what does it outside of SQL.
    /// - Throws: `StoreError` if there is no full-text search.
    func prepareSearches(_ tokenizer: String) throws(StoreError) -> WordDivider {
        if connection.addSearchFunctions(), let divider = connection.divider(tokenizer) { return divider }
        throw StoreError(
            .system, subject: path, reason: "this SQLite has no full-text search (FTS5)",
            remedy: "Install Debian's libsqlite3-0")
    }

    /// Runs statements that take and give nothing.
    package func execute(_ sql: String) throws(StoreError) {
        let code = connection.execute(sql)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// Runs a statement to its end.
    package func run(_ sql: String, _ values: SQLiteValue...) throws(StoreError) { try run(sql, values) }

    /// Runs a statement to its end.
    package func run(_ sql: String, _ values: [SQLiteValue]) throws(StoreError) {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() {}
    }

    /// Runs a query and makes a value of each row.
    @inlinable package func rows<Row>(
        _ sql: String, _ values: SQLiteValue..., make: (borrowing Statement) -> Row
    ) throws(StoreError) -> [Row] {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        var rows: [Row] = []
        while try statement.step() { rows.append(make(statement)) }
        return rows
    }

    /// Runs a query of one number; `nil` for no row, or for NULL.
    package func number(_ sql: String, _ values: SQLiteValue...) throws(StoreError) -> Int64? {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        guard try statement.step() else { return nil }
        let number = statement.integer(0)
        while try statement.step() {}
        return number
    }

    /// Whether a query gives a row.
    package func hasRow(_ sql: String, _ values: SQLiteValue...) throws(StoreError) -> Bool {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        return try statement.step()
    }

    /// Runs a query and shows each row, without keeping any.
    @inlinable package func forEachRow(
        _ sql: String, _ values: SQLiteValue..., body: (borrowing Statement) throws(StoreError) -> Void
    ) throws(StoreError) {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() { try body(statement) }
    }

    /// Runs everything in one transaction: all of it happens, or nothing.
    package func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try execute("BEGIN IMMEDIATE")
        let result: Result
        do {
            result = try body()
            try execute("COMMIT")
        } catch {
            // A failed COMMIT or a full disk may have rolled back already.
            if connection.isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
        return result
    }

    /// Writes all that is committed into another file.
    ///
    /// - Parameters:
    ///   - file: an empty file.
    ///   - path: its path, without links.
    /// - Throws: `StoreError`; the file is then of no use.
    package func copy(to file: borrowing FileDescriptor, at path: String) throws(StoreError) {
        if try copyFile(to: file) { return }
        // Page by page, from the log or from the file.
        let copy = try Database(path: path, mode: .existing)
        // Whoever asked removes a copy that is not finished, and flushes the other.
        try copy.execute("PRAGMA journal_mode = OFF")
        try copy.execute("PRAGMA synchronous = OFF")
        let code = connection.copy(to: copy.connection)
        guard code == SQLITE_OK else { throw Self.error(code, path: path, copy.connection) }
    }

    /// Copies all into a database that this process alone has, and that ends with it: in a file without a name where it is
    /// too large for memory.
    ///
    /// - Returns: the copy, which says the same of why nothing can be written.
    package func temporaryCopy() throws(StoreError) -> Database {
        let copy = try Database(path: "", mode: .writing, refusal: refusal)
        let code = connection.copy(to: copy.connection)
        guard code == SQLITE_OK else { throw Self.error(code, path: path, copy.connection) }
        return copy
    }

    /// Copies the file as it is, in pieces of 1 MiB; false if a part of what is committed is only in the log.
    private func copyFile(to file: borrowing FileDescriptor) throws(StoreError) -> Bool {
        let version = try dataVersion()
        let isAllThere = try rows("PRAGMA wal_checkpoint(PASSIVE)") {
            $0.integer(0) == 0 && $0.integer(1) == $0.integer(2)
        }
        guard isAllThere == [true] else { return false }
        try execute("BEGIN")
        defer { try? execute("ROLLBACK") }
        // A reader of what is all in the file: whoever writes meanwhile writes into the log, and nobody from there into
        // the file (sqlite.org/walformat.html, section 2.3.1); with a rollback journal, writers wait as for any reader.
        guard try dataVersion() == version, let size = connection.fileSize else { return false }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer { buffer.deallocate() }
        var offset: Int64 = 0
        while offset < size {
            let piece = UnsafeMutableRawBufferPointer(
                rebasing: buffer[..<Int(min(size - offset, Int64(buffer.count)))])
            let code = connection.readFile(into: piece, at: offset)
            guard code == SQLITE_OK else { throw error(code) }
            try file.write(UnsafeRawBufferPointer(piece))
            offset += Int64(piece.count)
        }
        return true
    }

    /// Another number once another connection has changed the database.
    private func dataVersion() throws(StoreError) -> Int64? { try number("PRAGMA data_version") }

    /// Reads a copy of this database to see that it is whole.
    ///
    /// - Parameter path: the copy.
    /// - Throws: `StoreError` with code `.database` if pages of the database are damaged.
    package func checkCopy(_ path: String) throws(StoreError) {
        let copy = try Database(path: path, mode: .immutable)
        if let damage = try copy.damage(isQuick: true) {
            throw Self.error(SQLITE_CORRUPT, path: self.path, message: damage)
        }
    }

    /// Reads all of the database, and says what is damaged; `nil` if nothing is.
    ///
    /// - Parameter isQuick: whether indexes are not compared with their tables.
    /// - Returns: what SQLite says of the first damage.
    /// - Throws: `StoreError`, also if something could not be read.
    package func damage(isQuick: Bool = false) throws(StoreError) -> String? {
        let pragma = isQuick ? "quick_check" : "integrity_check"
        let answers = try rows("PRAGMA \(pragma)(1)") { $0.text(0) ?? "" }
        if answers == ["ok"] { return nil }
        // SQLite calls damaged what it could not read.
        let system = connection.systemError(behind: SQLITE_CORRUPT)
        guard system == 0 else { throw Self.failed("read", system, path) }
        return answers.first
    }

    /// The key of the row inserted last.
    package var lastInsertedRow: Int64 { connection.lastInsertedRow }

    /// How many rows the last statement that writes has inserted, changed or deleted.
    package var changedRows: Int { connection.changedRows }

    /// The prepared statement of a text: the same one each time, so it must not be used while it runs.
    package func statement(_ sql: String) throws(StoreError) -> Statement {
        if let statement = statements[Text(sql: sql)] { return statement }
        let statement = try Statement(sql, on: connection) { [path, connection, refusal] code in
            Self.error(code, path: path, connection, refusal)
        }
        statements[Text(sql: sql)] = statement
        return statement
    }

    private func error(_ code: Int32) -> StoreError { Self.error(code, path: path, connection, refusal) }
}
