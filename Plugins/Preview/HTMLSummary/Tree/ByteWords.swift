/// A table from words in ASCII to values that is asked with bytes: no string is made to look up a name.
struct ByteWords<Value: Sendable>: Sendable {
    private struct Slot: Sendable {
        var hash: UInt64 = 0
        var value: Value?
    }

    private var slots: [Slot]
    private let mask: Int

    /// The table of some words, in lower case.
    init(_ words: [(String, Value)]) {
        var size = 16
        while size < words.count * 3 { size *= 2 }
        slots = Array(repeating: Slot(), count: size)
        mask = size - 1
        for (word, value) in words {
            var hash = ByteHash()
            for byte in word.utf8 { hash.take(byte) }
            var place = Int(truncatingIfNeeded: hash.value >> 20) & mask
            while slots[place].value != nil, slots[place].hash != hash.value { place = (place + 1) & mask }
            slots[place] = Slot(hash: hash.value, value: value)
        }
    }

    /// The value of the word with a hash.
    ///
    /// Words are compared by their hashes alone: 64 bits for a few hundred words, and a page that takes pains to collide
    /// has one of its own elements misread.
    subscript(hash: ByteHash) -> Value? {
        var place = Int(truncatingIfNeeded: hash.value >> 20) & mask
        while let value = slots[place].value {
            if slots[place].hash == hash.value { return value }
            place = (place + 1) & mask
        }
        return nil
    }

    /// The value of a word, whatever its case.
    subscript(bytes: UnsafeRawBufferPointer) -> Value? {
        // No word is as long.
        guard bytes.count <= 40 else { return nil }
        var hash = ByteHash()
        for byte in bytes { hash.take(byte.lowercased) }
        return self[hash]
    }
}

/// FNV-1a of 64 bits.
struct ByteHash: Sendable {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    @inline(__always)
    mutating func take(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
}

extension UInt8 {
    /// The letter in lower case; every other byte as it is.
    @inline(__always)
    var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// Whether the byte is white space in HTML.
    @inline(__always)
    var isSpace: Bool { self == 0x20 || self &- 0x09 < 5 }
}
