import Foundation

/// Writes lines to a descriptor; a disk that was full gets those that come once it has room again.
package struct LineOutput: Sendable {
    private let descriptor: Int32
    /// The system's number of the last failure; 0 for none.
    package private(set) var failure: Int32 = 0
    /// Whether the last line may lack its end.
    private var isCut = false

    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// Whether nothing can be written any longer.
    package var hasEnded: Bool { ![0, ENOSPC, EDQUOT].contains(failure) }

    /// Writes bytes, on a new line if earlier ones were cut off; blocks the thread while the descriptor's reader is slow.
    ///
    /// - Parameter bytes: whole lines.
    /// - Returns: 0, or the system's error number.
    package mutating func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        guard !hasEnded else { return failure }
        var code: Int32 = 0
        if isCut { code = [UInt8(ascii: "\n")].withUnsafeBytes { $0.writeAll(to: descriptor) } }
        if code == 0 { code = bytes.writeAll(to: descriptor) }
        isCut = code != 0
        if isCut { failure = code }
        return code
    }
}
