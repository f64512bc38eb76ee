import Foundation

/// Writes lines to a descriptor; a disk that was full gets those that come once it has room again.
package struct LineOutput: Sendable {
    private let descriptor: Int32
    /// The system's number of the last failure; 0 for none.
    package private(set) var failure: Int32 = 0
    /// Whether something was dropped that belongs behind what was written.
    private var hasDropped = false
    /// Whether the last byte that was written, or that was dropped, is within a line.
    private var (isWithinLine, isDropping) = (false, false)

    private static let lineEnd = UInt8(ascii: "\n")

    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// Whether nothing can be written any longer.
    package var hasEnded: Bool { ![0, ENOSPC, EDQUOT].contains(failure) }

    /// Writes bytes; blocks the thread while the descriptor's reader is slow.
    ///
    /// After a failure it begins with a whole line, on a line of its own.
    ///
    /// - Parameter bytes: lines, or a piece of them.
    /// - Returns: 0, or the system's error number.
    package mutating func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        guard !hasEnded else { return failure }
        var rest = bytes[...]
        if isDropping {
            guard let end = rest.firstIndex(of: Self.lineEnd) else { return failure }
            (rest, isDropping) = (rest[(end + 1)...], false)
        }
        let code = add(rest)
        if code != 0 {
            (failure, hasDropped) = (code, true)
            if let last = rest.last { isDropping = last != Self.lineEnd }
        }
        return code
    }

    private mutating func add(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int32 {
        if hasDropped, isWithinLine {
            let code = [Self.lineEnd].withUnsafeBytes { $0.writeAll(to: descriptor) }
            guard code == 0 else { return code }
            isWithinLine = false
        }
        let (count, code) = UnsafeRawBufferPointer(rebasing: bytes).written(to: descriptor)
        if count > 0 { isWithinLine = bytes[bytes.startIndex + count - 1] != Self.lineEnd }
        if code == 0 { hasDropped = false }
        return code
    }
}
