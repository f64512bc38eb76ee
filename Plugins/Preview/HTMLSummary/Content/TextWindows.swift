/// Tells which texts are parts of another one, by the hashes of all stretches of sixteen bytes in it.
///
/// A text may be taken for a part by chance, the less likely the longer it is.
struct TextWindows {
    private var bits = [UInt64](repeating: 0, count: 1 << 14)
    private static let width = 16
    private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    // The factor to the power of the width, to take a byte out again.
    private static let last = (0..<width).reduce(UInt64(1)) { power, _ in power &* factor }

    init(_ text: [UInt8]) {
        Self.forEach(in: text) { _, place in
            bits[place >> 6] |= 1 << UInt64(place & 63)
            return true
        }
    }

    /// Whether a text of some length is a part of the other one.
    func contain(_ text: [UInt8]) -> Bool {
        guard text.count >= Self.width else { return false }
        return Self.forEach(in: text) { index, place in
            // Each eighth tells as much as all of them.
            index % 8 != 0 || bits[place >> 6] & 1 << UInt64(place & 63) != 0
        }
    }

    /// Goes through the stretches of a text, until `body` gives false.
    @discardableResult
    private static func forEach(in text: [UInt8], _ body: (Int, Int) -> Bool) -> Bool {
        var hash: UInt64 = 0
        for index in text.indices {
            hash = hash &* factor &+ UInt64(text[index]) &+ 1
            if index >= width { hash &-= (UInt64(text[index - width]) &+ 1) &* last }
            guard index >= width - 1 else { continue }
            // The highest bits are the best mixed.
            if !body(index, Int(truncatingIfNeeded: hash >> 44)) { return false }
        }
        return true
    }
}
