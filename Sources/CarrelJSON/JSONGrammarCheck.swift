/// Walks a text by the grammar of RFC 8259 up to the first byte that cannot follow.
///
/// simdjson is fast because it does not keep track of places; this second, slower walk is made only over
/// texts that simdjson refused.
struct JSONGrammarCheck {
    struct Fault: Error {
        var offset: Int
        var reason: String
    }

    private let bytes: UnsafeRawBufferPointer
    private let maxDepth: Int
    private var offset = 0
    // The containers around the current place: true for an object, false for an array.
    private var containers: [Bool] = []
    /// Where numbers stand that the grammar allows, but that neither 64 bits nor a double can hold.
    private(set) var largeNumbers: [Range<Int>] = []
    /// Where escapes begin that are one half of a surrogate pair, without the other.
    private(set) var halfPairs: [Int] = []

    init(_ bytes: UnsafeRawBufferPointer, maxDepth: Int) {
        self.bytes = bytes
        self.maxDepth = maxDepth
    }

    mutating func firstFault() -> Fault? {
        do throws(Fault) {
            if let fault = invalidUTF8() { throw fault }
            try document()
            return nil
        } catch {
            return error
        }
    }

    private func invalidUTF8() -> Fault? {
        var iterator = bytes.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        var place = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let scalar): place += scalar.count
            case .emptyInput: return nil
            case .error: return Fault(offset: place, reason: "a byte that is not UTF-8")
            }
        }
    }

    private mutating func document() throws(Fault) {
        skipSpace()
        guard offset < bytes.count else { throw fault("the document is empty, expected a JSON value") }
        repeat {
            try value()
            try closeContainers()
        } while !containers.isEmpty
        skipSpace()
        if offset < bytes.count { throw fault("\(found) after the end of the document") }
    }

    /// Reads a scalar, or goes into a container up to its first scalar or its end.
    private mutating func value() throws(Fault) {
        while true {
            skipSpace()
            switch current {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let isObject = current == UInt8(ascii: "{")
                let start = offset
                offset += 1
                skipSpace()
                if current == UInt8(ascii: isObject ? "}" : "]") {
                    offset += 1
                    return
                }
                guard containers.count < maxDepth else {
                    throw Fault(offset: start, reason: "nested deeper than \(maxDepth) levels")
                }
                containers.append(isObject)
                if isObject { try memberName() }
            case UInt8(ascii: "\""): return try string()
            case let byte where byte == UInt8(ascii: "-") || isDigit(byte): return try number()
            case UInt8(ascii: "t"): return try literal("true")
            case UInt8(ascii: "f"): return try literal("false")
            case UInt8(ascii: "n"): return try literal("null")
            default: throw fault("\(found), expected a value")
            }
        }
    }

    /// Leaves the containers that end here; stops before the next value, or outside of all.
    private mutating func closeContainers() throws(Fault) {
        while let isObject = containers.last {
            skipSpace()
            switch current {
            case UInt8(ascii: ","):
                offset += 1
                if isObject { try memberName() }
                return
            case UInt8(ascii: isObject ? "}" : "]"):
                offset += 1
                containers.removeLast()
            default:
                throw fault("\(found), expected a comma or \(isObject ? "}" : "]")")
            }
        }
    }

    private mutating func memberName() throws(Fault) {
        skipSpace()
        guard current == UInt8(ascii: "\"") else { throw fault("\(found), expected a name in quotes") }
        try string()
        skipSpace()
        guard current == UInt8(ascii: ":") else { throw fault("\(found), expected a colon") }
        offset += 1
    }

    private mutating func string() throws(Fault) {
        let start = offset
        offset += 1
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return
            case UInt8(ascii: "\\"): try escape()
            case ..<0x20: throw fault("a control character in a string")
            default: offset += 1
            }
        }
        throw Fault(offset: start, reason: "a string that does not end")
    }

    private mutating func escape() throws(Fault) {
        let start = offset
        offset += 1
        guard let letter = current else { return }
        guard letter == UInt8(ascii: "u") else {
            guard #""\/bfnrt"#.utf8.contains(letter) else {
                throw Fault(offset: start, reason: "an escape that JSON does not have")
            }
            offset += 1
            return
        }
        offset += 1
        let unit = try hexadecimalUnit(start)
        guard (0xD800..<0xE000).contains(unit) else { return }
        if unit < 0xDC00, isSecondHalf { offset += 6 } else { halfPairs.append(start) }
    }

    /// Whether the second half of a surrogate pair comes next.
    private var isSecondHalf: Bool {
        let next = String(decoding: bytes[offset..<min(offset + 6, bytes.count)], as: UTF8.self)
        guard next.utf8.count == 6, next.hasPrefix("\\u"), let unit = UInt32(next.dropFirst(2), radix: 16)
        else { return false }
        return (0xDC00..<0xE000).contains(unit)
    }

    private mutating func hexadecimalUnit(_ start: Int) throws(Fault) -> UInt32 {
        let digits = bytes[offset..<min(offset + 4, bytes.count)]
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw Fault(offset: start, reason: "an escape without four hexadecimal digits") }
        offset += 4
        return unit
    }

    private mutating func number() throws(Fault) {
        let start = offset
        var isWhole = true
        if current == UInt8(ascii: "-") { offset += 1 }
        if current == UInt8(ascii: "0") { offset += 1 } else { try digits() }
        if isDigit(current) { throw Fault(offset: start, reason: "a number that begins with 0") }
        if current == UInt8(ascii: ".") {
            isWhole = false
            offset += 1
            try digits()
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            isWhole = false
            offset += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { offset += 1 }
            try digits()
        }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        let fits =
            isWhole
            ? Int64(text) != nil || UInt64(text) != nil : Double(text).map(\.isFinite) ?? false
        if !fits { largeNumbers.append(start..<offset) }
    }

    private mutating func digits() throws(Fault) {
        guard isDigit(current) else { throw fault("\(found), expected a digit") }
        while isDigit(current) { offset += 1 }
    }

    private mutating func literal(_ word: StaticString) throws(Fault) {
        let end = offset + word.utf8CodeUnitCount
        let matches =
            end <= bytes.count
            && word.withUTF8Buffer { $0.elementsEqual(bytes[offset..<end]) }
            && (end == bytes.count || !isWordByte(bytes[end]))
        guard matches else { throw fault("a word that is not JSON, expected a value") }
        offset = end
    }

    private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private func isDigit(_ byte: UInt8?) -> Bool {
        byte.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    /// What stands at the current place, for messages.
    private var found: String {
        guard let byte = current else { return "the document ends" }
        if byte == 0x7F || byte < 0x20 { return "a control character" }
        guard byte >= 0x80 else { return "“\(Character(Unicode.Scalar(byte)))”" }
        let rest = String(decoding: bytes[offset..<min(offset + 32, bytes.count)], as: UTF8.self)
        return rest.first.map { "“\(String($0).shown)”" } ?? "a character"
    }

    private func fault(_ reason: String) -> Fault { Fault(offset: offset, reason: reason) }
}
