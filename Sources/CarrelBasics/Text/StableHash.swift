/// A number that stands for a text, the same in every process and on every machine.
///
/// Not for what somebody could choose to collide: FNV-1a of 32 bits.
public enum StableHash {
    /// The number of a text.
    public static func of(_ text: String) -> UInt32 {
        text.utf8.reduce(0x811c_9dc5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }
}
