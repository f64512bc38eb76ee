/// Finds what is not UTF-8 in bytes.
struct UTF8Scan {
    /// A sequence of bytes.
    enum Sequence {
        /// A character.
        case character(length: Int)
        /// Wrong bytes: the longest beginning of a character, or a single one.
        case invalid(length: Int)
        /// A character whose end is missing because the bytes end.
        case unfinished(length: Int)
    }

    let bytes: UnsafeRawBufferPointer

    /// Whether everything is UTF-8.
    var isValid: Bool { endOfValid(from: 0) == bytes.count }

    /// Where the first byte that is not part of a character is, from a place between characters; the end if none is.
    func endOfValid(from start: Int) -> Int {
        var index = start
        while true {
            index = endOfASCII(from: index)
            guard index < bytes.count, case .character(let length) = sequence(at: index) else { return index }
            index += length
        }
    }

    /// Where the first byte beyond ASCII is.
    func endOfASCII(from start: Int) -> Int {
        var index = start
        let last = bytes.count - 8
        while index <= last, bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & Self.highBits == 0
        {
            index += 8
        }
        while index < bytes.count, bytes[index] < 0x80 { index += 1 }
        return index
    }

    /// What begins at a byte: RFC 3629's table, and the longest part of a character where it is broken off.
    func sequence(at index: Int) -> Sequence {
        let first = bytes[index]
        var range: ClosedRange<UInt8> = 0x80...0xBF
        let length: Int
        switch first {
        case 0..<0x80: return .character(length: 1)
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, range) = (3, 0xA0...0xBF)
        case 0xED: (length, range) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, range) = (4, 0x90...0xBF)
        case 0xF4: (length, range) = (4, 0x80...0x8F)
        case 0xF1...0xF3: length = 4
        default: return .invalid(length: 1)
        }
        for offset in 1..<length {
            guard index + offset < bytes.count else { return .unfinished(length: offset) }
            guard range.contains(bytes[index + offset]) else { return .invalid(length: offset) }
            range = 0x80...0xBF
        }
        return .character(length: length)
    }

    /// How many characters beyond ASCII there are, and how many places that are not UTF-8.
    var counts: (characters: Int, breaks: Int) {
        var (characters, breaks, index) = (0, 0, 0)
        while true {
            index = endOfASCII(from: index)
            guard index < bytes.count else { return (characters, breaks) }
            switch sequence(at: index) {
            case .character(let length):
                characters += 1
                index += length
            case .invalid(let length):
                breaks += 1
                index += length
            case .unfinished: return (characters, breaks + 1)
            }
        }
    }

    private static let highBits: UInt64 = 0x8080_8080_8080_8080
}
