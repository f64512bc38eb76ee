import CPostgreSQL
import Foundation

/// What a statement gave: rows of values.
///
/// Owns libpq's result, which nothing changes after it came; so it may be read on any thread.
package final class PostgreSQLRows: @unchecked Sendable {
    fileprivate let handle: OpaquePointer

    /// Takes a result over.
    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { PQclear(handle) }

    /// The number of rows.
    package var count: Int { Int(PQntuples(handle)) }

    /// Makes a value of each row, in order.
    package func map<Value>(_ make: (Row) -> Value) -> [Value] {
        (0..<Int32(clamping: count)).map { make(Row(rows: self, index: $0)) }
    }

    /// Shows each row, in order.
    package func forEach(_ body: (Row) -> Void) {
        for index in 0..<Int32(clamping: count) { body(Row(rows: self, index: index)) }
    }

    /// The first row; `nil` if there is none.
    package var first: Row? { count > 0 ? Row(rows: self, index: 0) : nil }

    /// One row; its columns are counted from 0.
    package struct Row {
        fileprivate let rows: PostgreSQLRows
        fileprivate let index: Int32

        private func bytes(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
            guard PQgetisnull(rows.handle, index, column) == 0,
                let value = PQgetvalue(rows.handle, index, column)
            else { return nil }
            let count = Int(PQgetlength(rows.handle, index, column))
            return UnsafeBufferPointer(
                start: UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self), count: count)
        }

        /// A text; `nil` for NULL.
        package func text(_ column: Int32) -> String? { bytes(column).map(StoredText.text) }

        /// A number of any of PostgreSQL's sizes; `nil` for NULL.
        package func integer(_ column: Int32) -> Int64? {
            guard let bytes = bytes(column), let first = bytes.first, bytes.count <= 8 else { return nil }
            let sign: UInt64 = first & 0x80 == 0 || bytes.count == 1 ? 0 : .max
            return Int64(bitPattern: bytes.reduce(sign) { $0 << 8 | UInt64($1) })
        }

        /// A truth; false for NULL.
        package func flag(_ column: Int32) -> Bool { bytes(column)?.first == 1 }

        /// A time.
        package func date(_ column: Int32) -> Date {
            Date(timeIntervalSince1970: Double(integer(column) ?? 0) / 1_000_000)
        }

        /// Whether a column holds exactly this text, or NULL for none.
        package func equals(_ column: Int32, _ text: String?) -> Bool {
            guard let bytes = bytes(column) else { return text == nil }
            guard let text else { return false }
            // Byte by byte: to `==`, an accent of its own and one that is part of a letter are the same. Only a text with
            // U+0000, or with what stands for it, takes more bytes than it has.
            if text.utf8.count >= bytes.count { return text.utf8.elementsEqual(bytes) }
            return StoredText.text(of: bytes).utf8.elementsEqual(text.utf8)
        }
    }
}
