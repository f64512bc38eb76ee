import Foundation

/// Content for tests.
public enum TestBytes {
    /// Bytes that look random and are the same each time, so that a byte in the wrong place is noticed.
    public static func make(_ count: Int, seed: UInt64 = 1) -> Data {
        var bytes = [UInt8](repeating: 0, count: count)
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        for index in bytes.indices {
            // Marsaglia's xorshift.
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            bytes[index] = UInt8(truncatingIfNeeded: state >> 24)
        }
        return Data(bytes)
    }
}
