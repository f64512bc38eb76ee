import Foundation

/// Why a text is not JSON, with the place of the first thing that is wrong.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line, counted from 1.
    public let line: Int
    /// The character within the line, counted from 1.
    public let column: Int
    /// What was found and what was expected.
    public let reason: String

    public init(line: Int, column: Int, reason: String) {
        self.line = line
        self.column = column
        self.reason = reason
    }

    /// The line and column as messages show them.
    public var place: String { "line \(line), column \(column)" }

    /// The place and the reason.
    public var description: String { "\(place): \(reason)" }

    /// A fault that was found in a text.
    init(_ fault: JSONGrammarCheck.Fault, in bytes: UnsafeRawBufferPointer) {
        let before = bytes.prefix(fault.offset)
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        self.init(
            line: before.count { $0 == UInt8(ascii: "\n") } + 1,
            column: before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1,
            reason: fault.reason)
    }
}
