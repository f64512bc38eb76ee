/// A table from words to values that is asked with bytes: no string is made to look up a name, and none to fill the
/// table, which every command that needs it pays for.
///
/// Words are in lower case as far as they are ASCII. They are compared by their hashes alone, 64 bits for a few hundred
/// words: who takes pains to collide has a word of their own misread.
package struct ByteWords<Value: Sendable>: Sendable {
    @usableFromInline
    struct Slot: Sendable {
        @usableFromInline var hash: UInt64 = 0
        @usableFromInline var value: Value?

        @inlinable
        init() {}
    }

    @usableFromInline var slots: [Slot]
    @usableFromInline var count = 0

    /// An empty table.
    @inlinable
    package init() { slots = Array(repeating: Slot(), count: 64) }

    /// The table of some words.
    @inlinable
    package init(_ words: [(String, Value)]) {
        self.init()
        for (word, value) in words { self[ByteHash(word.utf8)] = value }
    }

    /// The value of the word with a hash.
    @inlinable
    package subscript(hash: ByteHash) -> Value? {
        get { slots[place(of: hash.value)].value }
        set {
            let place = place(of: hash.value)
            if slots[place].value == nil { count += 1 }
            (slots[place].hash, slots[place].value) = (hash.value, newValue)
            if 3 * count > slots.count { grow() }
        }
    }

    /// The value of a word, whatever its case.
    @inlinable
    package subscript(bytes: UnsafeRawBufferPointer) -> Value? {
        // No word is as long.
        guard bytes.count <= 128 else { return nil }
        var hash = ByteHash()
        for byte in bytes { hash.take(byte.lowercased) }
        return self[hash]
    }

    /// Adds the words of a text, which white space divides.
    ///
    /// - Parameters:
    ///   - words: the text.
    ///   - value: makes the value of a word of the one that it has so far, if it has any.
    @inlinable
    package mutating func add(_ words: String, _ value: (Value?) -> Value) {
        var hash: ByteHash?
        for byte in words.utf8 {
            if byte <= 0x20 {
                if let word = hash { self[word] = value(self[word]) }
                hash = nil
            } else {
                var word = hash ?? ByteHash()
                word.take(byte)
                hash = word
            }
        }
        if let word = hash { self[word] = value(self[word]) }
    }

    /// Where a word is, or belongs.
    @inlinable
    func place(of hash: UInt64) -> Int {
        let mask = slots.count - 1
        var place = Int(truncatingIfNeeded: hash >> 20) & mask
        while slots[place].value != nil, slots[place].hash != hash { place = (place + 1) & mask }
        return place
    }

    @inlinable
    mutating func grow() {
        let all = slots
        slots = Array(repeating: Slot(), count: 4 * all.count)
        for slot in all where slot.value != nil { slots[place(of: slot.hash)] = slot }
    }
}

/// FNV-1a of 64 bits.
package struct ByteHash: Sendable {
    @usableFromInline package var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The hash of nothing.
    @inlinable
    package init() {}

    /// The hash of a word.
    @inlinable
    package init(_ word: some Sequence<UInt8>) {
        self.init()
        for byte in word { take(byte) }
    }

    /// Adds a byte.
    @inlinable
    package mutating func take(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
}
