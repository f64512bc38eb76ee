import Foundation

/// A number of bytes per second, written as `500 kB/s` or `2 MiB/s`.
public struct ByteRate: Sendable, Hashable, Comparable {
    /// The number of bytes per second, at least 1.
    public let bytesPerSecond: Int64

    /// Makes a rate; less than 1 counts as 1, because otherwise nothing would ever come.
    public init(_ bytesPerSecond: Int64) { self.bytesPerSecond = max(1, bytesPerSecond) }

    /// Reads a size (see `ByteCount`) followed by an optional `/s`; `nil` for any other text, or zero.
    public init?(text: String) {
        let text = text.withoutBlankEnds
        let size = text.hasSuffix("/s") ? String(text.dropLast(2)) : text
        guard let count = ByteCount(text: size), count.bytes > 0 else { return nil }
        bytesPerSecond = count.bytes
    }

    /// Orders by speed.
    public static func < (left: Self, right: Self) -> Bool { left.bytesPerSecond < right.bytesPerSecond }
}

extension ByteRate: CustomStringConvertible {
    /// The rate for people, in powers of 1024 with three significant digits: `1.25 MiB/s`.
    public var description: String { "\(ByteCount(bytesPerSecond))/s" }
}
