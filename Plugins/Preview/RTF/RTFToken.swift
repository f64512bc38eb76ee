import CarrelBasics

/// What RTF is made of.
enum RTFToken: Equatable {
    case open
    case close
    /// A control word and its number, such as `\fs24`.
    case word(String, Int?)
    /// A control symbol other than a byte, such as `\~`.
    case symbol(UInt8)
    /// A byte of text, as it is or as `\'e9`.
    case byte(UInt8)
}

/// Takes RTF apart.
struct RTFScanner {
    private let bytes: [UInt8]
    private(set) var place = 0

    // Longer words and numbers are made to take time.
    private static let maxWord = 40
    private static let maxNumber = 10

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether words follow before a zero byte, as files are filled up with.
    var hasMore: Bool { bytes[place...].prefix { $0 != 0 }.contains(UInt8(ascii: "\\")) }

    /// The next token; `nil` at the end.
    mutating func next() -> RTFToken? {
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "{"): return .open
            case UInt8(ascii: "}"): return .close
            case UInt8(ascii: "\\"): return control()
            case 0x0A, 0x0D, 0: continue
            default: return .byte(byte)
            }
        }
        return nil
    }

    /// Leaves out bytes that are not text.
    mutating func skip(_ count: Int) { place = min(bytes.count, place + max(0, min(count, bytes.count))) }

    private mutating func control() -> RTFToken? {
        guard place < bytes.count else { return nil }
        let first = bytes[place]
        guard Self.isLetter(first) else {
            place += 1
            if first == UInt8(ascii: "'") { return .byte(hexByte()) }
            return .symbol(first)
        }
        let start = place
        while place < bytes.count, Self.isLetter(bytes[place]), place - start < Self.maxWord { place += 1 }
        let word = String(decoding: bytes[start..<place], as: UTF8.self)
        let number = number()
        if place < bytes.count, bytes[place] == 0x20 { place += 1 }
        return .word(word, number)
    }

    private mutating func number() -> Int? {
        var end = place
        if end < bytes.count, bytes[end] == UInt8(ascii: "-") { end += 1 }
        let first = end
        while end < bytes.count, bytes[end].isDigit, end - first < Self.maxNumber { end += 1 }
        guard end > first else { return nil }
        defer { place = end }
        return Int(String(decoding: bytes[place..<end], as: UTF8.self))
    }

    private mutating func hexByte() -> UInt8 {
        var value: UInt8 = 0
        for _ in 0..<2 {
            guard place < bytes.count, let digit = Character(Unicode.Scalar(bytes[place])).hexDigitValue
            else { break }
            value = value << 4 | UInt8(digit)
            place += 1
        }
        return value
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
