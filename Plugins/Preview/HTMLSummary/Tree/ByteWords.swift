import CarrelBasics

/// A table from words to values that is asked with bytes: no string is made to look up a name, and none to fill the
/// table, which each command that shows a page pays for.
///
/// Words are in lower case as far as they are ASCII. They are compared by their hashes alone: 64 bits for a few hundred
/// words, and a page that takes pains to collide has one of its own elements misread.
///
/// It is in this module, and not in one that others use, because the compiler makes it fast for each value only here.
struct ByteWords<Value: Sendable>: Sendable {
    private struct Slot: Sendable {
        var hash: UInt64 = 0
        var value: Value?
    }

    private var slots: [Slot]
    private var count = 0

    /// An empty table.
    ///
    /// - Parameter room: how many words it takes without growing.
    init(room: Int = 20) {
        var size = 64
        while size < 3 * room { size *= 2 }
        slots = Array(repeating: Slot(), count: size)
    }

    /// The table of some words.
    init(_ words: [(String, Value)]) {
        self.init(room: words.count)
        for (word, value) in words { self[StableHash(word.utf8)] = value }
    }

    /// The value of the word with a hash.
    subscript(hash: StableHash) -> Value? {
        get { slots[place(of: hash.value)].value }
        set {
            let place = place(of: hash.value)
            if slots[place].value == nil { count += 1 }
            slots[place] = Slot(hash: hash.value, value: newValue)
            if 2 * count > slots.count { grow() }
        }
    }

    /// The value of a word, whatever its case.
    subscript(bytes: UnsafeRawBufferPointer) -> Value? {
        // No word is as long.
        guard bytes.count <= 40 else { return nil }
        var hash = StableHash()
        for byte in bytes { hash.take(byte.lowercased) }
        return self[hash]
    }

    /// Adds the words of a text, which white space divides.
    ///
    /// - Parameters:
    ///   - words: the text.
    ///   - value: makes the value of a word of the one that it has so far, if it has any.
    mutating func add(_ words: String, _ value: (Value?) -> Value) {
        var hash: StableHash?
        func end() {
            if let word = hash { self[word] = value(self[word]) }
            hash = nil
        }
        for byte in words.utf8 {
            if byte <= 0x20 {
                end()
            } else {
                var word = hash ?? StableHash()
                word.take(byte)
                hash = word
            }
        }
        end()
    }

    /// Where a word is, or belongs.
    private func place(of hash: UInt64) -> Int {
        let mask = slots.count - 1
        var place = Int(truncatingIfNeeded: hash >> 20) & mask
        while slots[place].value != nil, slots[place].hash != hash { place = (place + 1) & mask }
        return place
    }

    private mutating func grow() {
        let all = slots
        slots = Array(repeating: Slot(), count: 4 * all.count)
        for slot in all where slot.value != nil { slots[place(of: slot.hash)] = slot }
    }
}
