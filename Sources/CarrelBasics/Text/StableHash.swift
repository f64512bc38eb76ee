/// A hash that is the same in every process and on every machine.
///
/// It is FNV-1a, with 32 bits unless the name says more, so it does not protect against deliberate collisions.
public enum StableHash {
    /// The hash of a text.
    public static func of(_ text: String) -> UInt32 {
        text.utf8.reduce(0x811c_9dc5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }

    /// The hash of a text with 64 bits.
    public static func wide(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}
