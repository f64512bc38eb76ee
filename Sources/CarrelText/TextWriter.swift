/// Gathers UTF-8, and counts what could not be decoded.
struct TextWriter {
    private(set) var utf8: [UInt8] = []
    private(set) var undecodable = 0

    init(capacity: Int) { utf8.reserveCapacity(capacity) }

    mutating func append(_ bytes: some Collection<UInt8>) { utf8.append(contentsOf: bytes) }

    mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.value < 0x80 {
            utf8.append(UInt8(truncatingIfNeeded: scalar.value))
        } else {
            utf8.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }

    /// Puts the replacement character for some bytes.
    mutating func replace(bytes count: Int) {
        utf8.append(contentsOf: UTF8.encodedReplacementCharacter)
        undecodable += count
    }
}
