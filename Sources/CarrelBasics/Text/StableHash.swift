/// A hash that is the same in every process and on every machine.
///
/// It is FNV-1a with 32 bits, so it does not protect against deliberate collisions.
public enum StableHash {
    /// The hash of a text.
    public static func of(_ text: String) -> UInt32 {
        text.utf8.reduce(0x811c_9dc5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }
}
