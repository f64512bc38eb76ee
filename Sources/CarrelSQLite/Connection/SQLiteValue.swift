import Foundation

/// A value that a statement takes.
package enum SQLiteValue {
    case null
    case integer(Int64)
    case text(String)

    package init(_ text: String?) { self = text.map(SQLiteValue.text) ?? .null }
    package init(_ integer: Int64?) { self = integer.map(SQLiteValue.integer) ?? .null }
    package init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
    /// Times are kept as milliseconds since 1970.
    package init(_ date: Date) { self = .integer(Int64((date.timeIntervalSince1970 * 1000).rounded())) }
}
