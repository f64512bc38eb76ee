/// Many hashes of 64 bits in eight bytes each, to find out which of them occur more than once.
///
/// They are sorted once, which takes a fraction of the memory of a table.
struct HashTally: Sendable {
    // Few at a time, so that an array that grows does not copy all of them.
    private var buckets = [[UInt64]](repeating: [], count: 256)
    private var isSorted = true

    mutating func add(_ hash: UInt64) {
        buckets[Int(hash >> 56)].append(hash)
        isSorted = false
    }

    /// Sorts what was added.
    ///
    /// - Returns: the hashes that were added more than once.
    mutating func sort() -> Set<UInt64> {
        var repeated = Set<UInt64>()
        for index in buckets.indices {
            buckets[index].sort()
            for (one, next) in zip(buckets[index], buckets[index].dropFirst()) where one == next {
                repeated.insert(one)
            }
        }
        isSorted = true
        return repeated
    }

    /// Whether a hash was added.
    ///
    /// Call `sort` first.
    func contains(_ hash: UInt64) -> Bool {
        precondition(isSorted, "the hashes are not sorted")
        let bucket = buckets[Int(hash >> 56)]
        var range = bucket.startIndex..<bucket.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if bucket[middle] == hash { return true }
            range = bucket[middle] < hash ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return false
    }

    /// Those of the hashes that the other tally has, too.
    ///
    /// Call `sort` on that one first.
    func common(with other: HashTally) -> Set<UInt64> {
        var common = Set<UInt64>()
        for bucket in buckets { for hash in bucket where other.contains(hash) { common.insert(hash) } }
        return common
    }
}
