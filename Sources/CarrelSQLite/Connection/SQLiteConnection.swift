import CSQLite
import CarrelStages
import Foundation

/// SQLite's handle of a connection, and what only it can tell.
///
/// Used by one actor only. Its statements hold it, so that it is closed after them.
final class SQLiteConnection {
    fileprivate let handle: OpaquePointer

    /// Why a connection could not be opened: SQLite's code, and the system's error behind it, or 0.
    struct Failure: Error {
        let code, system: Int32
    }

    /// Settings of the whole process, made before its first database is opened; SQLite works without them, too.
    private static let isConfigured = carrel_sqlite_configure() == SQLITE_OK

    /// Opens a database file.
    init(_ name: String, flags: Int32) throws(Failure) {
        _ = Self.isConfigured
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(name, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            let system = opened.map { Self.systemError(behind: code, of: $0) } ?? 0
            sqlite3_close_v2(opened)
            throw Failure(code: code, system: system)
        }
        handle = opened
    }

    deinit { sqlite3_close_v2(handle) }

    /// Waits so long for other processes, in milliseconds.
    func wait(milliseconds: Int32) { sqlite3_busy_timeout(handle, milliseconds) }

    /// Makes our functions known to searches; false if there is no full-text search.
    func addSearchFunctions() -> Bool { FullTextInterface.addFunctions(to: handle) }

    /// What divides texts into words as a table does; `nil` if SQLite knows no such one.
    func divider(_ tokenizer: String) -> WordDivider? { WordDivider(handle, tokenizer) }

    /// Runs statements that take and give nothing.
    ///
    /// - Returns: SQLite's code.
    func execute(_ sql: String) -> Int32 { sqlite3_exec(handle, sql, nil, nil, nil) }

    /// Writes all pages into another database, which becomes the same.
    ///
    /// - Returns: SQLite's code.
    func copy(to other: SQLiteConnection) -> Int32 {
        guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main") else {
            return sqlite3_errcode(other.handle)
        }
        let code = sqlite3_backup_step(backup, -1)
        let ended = sqlite3_backup_finish(backup)
        return code == SQLITE_DONE ? ended : code
    }

    /// The size of the database's file in bytes; `nil` if it has none.
    var fileSize: Int64? {
        let size = carrel_sqlite_file_size(handle)
        return size < 0 ? nil : size
    }

    /// Reads a part of the database's file, whatever is in the log.
    ///
    /// - Returns: SQLite's code.
    func readFile(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int32 {
        carrel_sqlite_read_file(handle, bytes.baseAddress, Int32(bytes.count), offset)
    }

    /// What SQLite says about the last failure.
    var message: String { String(cString: sqlite3_errmsg(handle)) }

    /// The system's error behind the last failure, by SQLite's code for it; 0 for none.
    func systemError(behind code: Int32) -> Int32 { Self.systemError(behind: code, of: handle) }

    private static func systemError(behind code: Int32, of handle: OpaquePointer) -> Int32 {
        switch code & 0xFF {
        case SQLITE_CORRUPT, SQLITE_NOTADB: carrel_sqlite_read_failure(handle)
        case SQLITE_IOERR, SQLITE_CANTOPEN: sqlite3_system_errno(handle)
        default: 0
        }
    }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// The key of the row inserted last.
    var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// How many rows the last statement that writes has inserted, changed or deleted.
    var changedRows: Int { Int(sqlite3_changes(handle)) }

    /// What a code means.
    static func message(_ code: Int32) -> String { String(cString: sqlite3_errstr(code)) }
}

/// A prepared statement.
///
/// Kept by its `Database` and used by the same actor.
package final class Statement {
    private let handle: OpaquePointer
    private let connection: SQLiteConnection
    private let makeError: (Int32) -> StoreError
    /// The short texts that are bound: SQLite reads them here, instead of making a copy of each.
    private var texts = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    /// The longest text that is kept here, in bytes.
    private static let longestText = 4096

    /// Prepares a statement, which is to be used often.
    init(
        _ sql: String, on connection: SQLiteConnection, makeError: @escaping (Int32) -> StoreError
    ) throws(StoreError) {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(
            connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw makeError(code) }
        (handle, self.connection, self.makeError) = (prepared, connection, makeError)
    }

    deinit {
        sqlite3_finalize(handle)
        texts.deallocate()
    }

    /// Binds the values of all parameters.
    package func bind(_ values: [SQLiteValue]) throws(StoreError) {
        makeRoom(for: values)
        var used = 0
        var index: Int32 = 0
        for value in values {
            index += 1
            let code =
                switch value {
                case .null: sqlite3_bind_null(handle, index)
                case .integer(let value): sqlite3_bind_int64(handle, index, value)
                case .text(let text) where text.utf8.count <= Self.longestText:
                    bindText(index, text, after: &used)
                case .text(let text): bindText(index, text)
                }
            guard code == SQLITE_OK else { throw makeError(code) }
        }
    }

    /// Makes room for the short texts among the values that are bound next: those of before are not read any more.
    private func makeRoom(for values: [SQLiteValue]) {
        var size = 0
        for case .text(let text) in values where text.utf8.count <= Self.longestText {
            size += text.utf8.count
        }
        guard size > texts.count else { return }
        texts.deallocate()
        texts = .allocate(byteCount: max(256, size), alignment: 1)
    }

    /// Binds a text that is kept here.
    ///
    /// - Parameters:
    ///   - index: the parameter's number.
    ///   - text: the text.
    ///   - used: how many bytes the texts before it take; grows by its own.
    /// - Returns: SQLite's code.
    private func bindText(_ index: Int32, _ text: String, after used: inout Int) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            guard !bytes.isEmpty, let start = texts.baseAddress else {
                return carrel_sqlite_bind_lent_text(handle, index, "", 0)
            }
            UnsafeMutableRawBufferPointer(rebasing: texts[used...]).copyMemory(
                from: UnsafeRawBufferPointer(bytes))
            let place = (start + used).assumingMemoryBound(to: CChar.self)
            used += bytes.count
            return carrel_sqlite_bind_lent_text(handle, index, place, Int32(bytes.count))
        }
    }

    /// Binds a text, or NULL.
    package func bind(_ index: Int32, _ text: String?) throws(StoreError) {
        guard let text else { return try bindNull(index) }
        let code = bindText(index, text)
        guard code == SQLITE_OK else { throw makeError(code) }
    }

    /// Binds a text, which SQLite copies.
    private func bindText(_ index: Int32, _ text: String) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                // Without a place it would be NULL.
                guard let start = characters.baseAddress else {
                    return carrel_sqlite_bind_text(handle, index, "", 0)
                }
                return carrel_sqlite_bind_text(handle, index, start, Int32(characters.count))
            }
        }
    }

    /// Binds a number, or NULL.
    package func bind(_ index: Int32, _ integer: Int64?) throws(StoreError) {
        guard let integer else { return try bindNull(index) }
        let code = sqlite3_bind_int64(handle, index, integer)
        guard code == SQLITE_OK else { throw makeError(code) }
    }

    private func bindNull(_ index: Int32) throws(StoreError) {
        let code = sqlite3_bind_null(handle, index)
        guard code == SQLITE_OK else { throw makeError(code) }
    }

    /// Runs the statement to its end; what is bound stays bound.
    package func run() throws(StoreError) {
        defer { sqlite3_reset(handle) }
        while try step() {}
    }

    /// Advances to the next row.
    package func step() throws(StoreError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw makeError(code)
        }
    }

    /// Makes it ready for the next use, which binds all its values anew.
    package func reset() { sqlite3_reset(handle) }

    /// The text of a column, from 0; `nil` for NULL.
    package func text(_ column: Int32) -> String? {
        guard let bytes = sqlite3_column_text(handle, column) else { return nil }
        let length = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self)
    }

    /// Whether a column holds exactly this text, or NULL for none.
    package func equals(_ column: Int32, _ text: String?) -> Bool {
        guard let bytes = sqlite3_column_text(handle, column) else { return text == nil }
        guard var text, Int(sqlite3_column_bytes(handle, column)) == text.utf8.count else { return false }
        return text.withUTF8 { $0.elementsEqual(UnsafeBufferPointer(start: bytes, count: $0.count)) }
    }

    /// The number of a column; `nil` for NULL.
    package func integer(_ column: Int32) -> Int64? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : sqlite3_column_int64(handle, column)
    }

    /// The 32-bit numbers of a blob.
    func numbers(_ column: Int32) -> [Int32] {
        guard let bytes = sqlite3_column_blob(handle, column) else { return [] }
        let count = Int(sqlite3_column_bytes(handle, column)) / MemoryLayout<Int32>.size
        return Array(unsafeUninitializedCapacity: count) { numbers, filled in
            UnsafeMutableRawBufferPointer(numbers).copyMemory(
                from: UnsafeRawBufferPointer(start: bytes, count: count * MemoryLayout<Int32>.size))
            filled = count
        }
    }

    func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    /// Whether a column holds another number than 0; NULL counts as 0.
    package func flag(_ column: Int32) -> Bool { sqlite3_column_int64(handle, column) != 0 }

    /// The time of a column, which holds milliseconds since 1970.
    package func date(_ column: Int32) -> Date {
        Date(timeIntervalSince1970: Double(sqlite3_column_int64(handle, column)) / 1000)
    }
}
