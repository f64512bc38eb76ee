/// A set of texts that holds a hash of 64 bits of each instead of the text.
///
/// Two of ten million texts have the same hash once in 300,000 times; then the second counts as there.
struct HashSet64: Sendable {
    /// 0 is an empty place.
    private var places = [UInt64](repeating: 0, count: 1 << 10)
    private(set) var count = 0
    /// So that nobody can make texts that meet.
    private let seed = UInt64.random(in: .min ... .max)

    /// Adds a text, and says whether it was new.
    @discardableResult mutating func insert(_ text: String) -> Bool {
        if count >= places.count / 5 * 4 { grow() }
        guard insert(hash(text)) else { return false }
        count += 1
        return true
    }

    /// Whether a text was added.
    func contains(_ text: String) -> Bool {
        guard count > 0 else { return false }
        let hash = hash(text)
        return places[place(of: hash)] == hash
    }

    private mutating func insert(_ hash: UInt64) -> Bool {
        let place = place(of: hash)
        guard places[place] == 0 else { return false }
        places[place] = hash
        return true
    }

    /// Where a hash is, or where it would be put.
    private func place(of hash: UInt64) -> Int {
        let mask = places.count - 1
        var place = Int(truncatingIfNeeded: hash) & mask
        while places[place] != 0, places[place] != hash { place = (place + 1) & mask }
        return place
    }

    private mutating func grow() {
        let old = places
        places = [UInt64](repeating: 0, count: old.count * 2)
        for hash in old where hash != 0 { _ = insert(hash) }
    }

    private func hash(_ text: String) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(seed)
        hasher.combine(text)
        return max(1, UInt64(bitPattern: Int64(hasher.finalize())))
    }
}
