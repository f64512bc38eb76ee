/// A hash that is the same in every process and on every machine: FNV-1a, of 64 bits.
///
/// It does not protect against deliberate collisions.
public struct StableHash: Sendable, Hashable {
    @usableFromInline var state: UInt64

    /// The hash of what it took so far.
    @inlinable public var value: UInt64 { state }

    /// The hash of nothing.
    @inlinable
    public init() { state = 0xcbf2_9ce4_8422_2325 }

    /// The hash of some bytes.
    @inlinable
    public init(_ bytes: some Sequence<UInt8>) {
        self.init()
        for byte in bytes { take(byte) }
    }

    /// The hash of several texts, which tells `ab`, `c` from `a`, `bc`.
    public init(texts: [String]) {
        self.init()
        for text in texts {
            for byte in text.utf8 { take(byte) }
            // No byte of UTF-8.
            take(0xFF)
        }
    }

    /// Takes another byte.
    @inlinable
    public mutating func take(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }

    /// Digits and small letters that name it: at most 13.
    public var digits: String { String(value, radix: 36) }

    /// FNV-1a of 32 bits, of a text.
    public static func short(_ text: String) -> UInt32 {
        text.utf8.reduce(0x811c_9dc5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }
}
