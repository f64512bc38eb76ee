import CSQLite
import CarrelStages
import Foundation

/// A value that a statement takes.
enum SQLiteValue {
    case null
    case integer(Int64)
    case text(String)

    init(_ text: String?) { self = text.map(SQLiteValue.text) ?? .null }
    init(_ integer: Int64?) { self = integer.map(SQLiteValue.integer) ?? .null }
    init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
    /// Times are kept as milliseconds since 1970.
    init(_ date: Date) { self = .integer(Int64((date.timeIntervalSince1970 * 1000).rounded())) }
}

/// A prepared statement.
///
/// Owned by its `Database` and used by the same actor.
final class Statement {
    private let handle: OpaquePointer
    private let makeError: (Int32) -> StoreError

    init(_ handle: OpaquePointer, makeError: @escaping (Int32) -> StoreError) {
        self.handle = handle
        self.makeError = makeError
    }

    deinit { sqlite3_finalize(handle) }

    func bind(_ values: [SQLiteValue]) throws(StoreError) {
        for (index, value) in zip(Int32(1)..., values) {
            let code =
                switch value {
                case .null: sqlite3_bind_null(handle, index)
                case .integer(let value): sqlite3_bind_int64(handle, index, value)
                case .text(let text): carrel_sqlite_bind_text(handle, index, text, Int32(text.utf8.count))
                }
            guard code == SQLITE_OK else { throw makeError(code) }
        }
    }

    /// Binds a text, or NULL.
    func bind(_ index: Int32, _ text: String?) throws(StoreError) {
        guard let text else { return try bindNull(index) }
        let code = carrel_sqlite_bind_text(handle, index, text, Int32(text.utf8.count))
        guard code == SQLITE_OK else { throw makeError(code) }
    }

    /// Binds a number, or NULL.
    func bind(_ index: Int32, _ integer: Int64?) throws(StoreError) {
        guard let integer else { return try bindNull(index) }
        let code = sqlite3_bind_int64(handle, index, integer)
        guard code == SQLITE_OK else { throw makeError(code) }
    }

    private func bindNull(_ index: Int32) throws(StoreError) {
        let code = sqlite3_bind_null(handle, index)
        guard code == SQLITE_OK else { throw makeError(code) }
    }

    /// Runs the statement to its end; what is bound stays bound.
    func run() throws(StoreError) {
        defer { sqlite3_reset(handle) }
        while try step() {}
    }

    /// Advances to the next row.
    func step() throws(StoreError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw makeError(code)
        }
    }

    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    func text(_ column: Int32) -> String? {
        guard let bytes = sqlite3_column_text(handle, column) else { return nil }
        let length = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self)
    }

    /// Whether a column holds exactly this text, or NULL for none.
    func equals(_ column: Int32, _ text: String?) -> Bool {
        guard let bytes = sqlite3_column_text(handle, column) else { return text == nil }
        guard var text, Int(sqlite3_column_bytes(handle, column)) == text.utf8.count else { return false }
        return text.withUTF8 { $0.elementsEqual(UnsafeBufferPointer(start: bytes, count: $0.count)) }
    }

    /// Whether a column holds exactly this number, or NULL for none.
    func equals(_ column: Int32, _ integer: Int64?) -> Bool { self.integer(column) == integer }

    func integer(_ column: Int32) -> Int64? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : sqlite3_column_int64(handle, column)
    }

    func flag(_ column: Int32) -> Bool { sqlite3_column_int64(handle, column) != 0 }

    func date(_ column: Int32) -> Date {
        Date(timeIntervalSince1970: Double(sqlite3_column_int64(handle, column)) / 1000)
    }
}
