/// Decodes what a terminal sends: UTF-8, and sequences that begin with Escape (ECMA-48, xterm).
///
/// A sequence comes as several bytes, perhaps not all at once. So an Escape is only a key if nothing follows it; the
/// caller then calls `flush`. A sequence that is too long is left out, and so is the beginning of such a paste.
package struct KeyDecoder: Sendable {
    private var pending: [UInt8] = []
    private var paste: [UInt8]?

    // No key needs more; a paste is text for one line.
    private static let (maxSequence, maxPaste) = (256, 65_536)

    package init() {}

    /// Whether an Escape, the beginning of a character, or Ctrl-C in a paste waits for what may follow it.
    package var isWaiting: Bool { !pending.isEmpty || paste?.last == Self.interrupt }

    /// Takes bytes, and returns what they complete.
    package mutating func inputs(of bytes: some Sequence<UInt8>) -> [TerminalInput] {
        bytes.flatMap { take($0) }
    }

    /// What was waiting, once no further bytes come.
    package mutating func flush() -> [TerminalInput] {
        // Somebody pressed it, as nothing else was: the end of the paste was lost.
        if paste?.last == Self.interrupt {
            paste = nil
            return [.key(.control("c"))]
        }
        defer { pending = [] }
        switch pending.count {
        case 0: return []
        case 1: return pending == [Self.escape] ? [.key(.escape)] : []
        default: return pending[0] == Self.escape ? [.key(.other)] : []
        }
    }

    // MARK: Bytes

    private static let escape: UInt8 = 0x1B
    private static let interrupt: UInt8 = 0x03
    private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

    private mutating func take(_ byte: UInt8) -> [TerminalInput] {
        if paste != nil { return addToPaste(byte) }
        guard let first = pending.first else { return begin(byte) }
        if first != Self.escape { return addToCharacter(byte) }
        // Whatever was begun is over: these keys are never a part of a sequence.
        if byte == 0x03 || byte == Self.escape && !isText { return flush() + begin(byte) }
        pending.append(byte)
        guard pending.count <= Self.maxSequence else {
            pending = []
            return [.key(.other)]
        }
        return finished() ?? []
    }

    /// Whether a sequence that carries text is under way, whose end may be an Escape with a backslash.
    private var isText: Bool { pending.count > 1 && "P]_^X".utf8.contains(pending[1]) }

    private mutating func begin(_ byte: UInt8) -> [TerminalInput] {
        switch byte {
        case Self.escape, 0xC2...0xF4: pending = [byte]
        default: return [.key(Self.single(byte))]
        }
        return []
    }

    private static func single(_ byte: UInt8) -> Key {
        switch byte {
        case 0x08, 0x7F: .backspace
        case 0x09: .tab
        case 0x0A, 0x0D: .enter
        case 0x01...0x1A: .control(Character(UnicodeScalar(byte + 0x60)))
        case 0x1F: .control("_")
        case 0x20..<0x7F: .character(Character(UnicodeScalar(byte)))
        default: .other
        }
    }

    private mutating func addToCharacter(_ byte: UInt8) -> [TerminalInput] {
        guard 0x80...0xBF ~= byte else {
            pending = []
            return [.key(.other)] + begin(byte)
        }
        pending.append(byte)
        let length = pending[0] < 0xE0 ? 2 : pending[0] < 0xF0 ? 3 : 4
        guard pending.count == length else { return [] }
        defer { pending = [] }
        guard let text = String(validating: pending, as: UTF8.self), let character = text.first else {
            return [.key(.other)]
        }
        return [
            .key(
                (0x80..<0xA0).contains(text.unicodeScalars.first?.value ?? 0) ? .other : .character(character)
            )
        ]
    }

    private mutating func addToPaste(_ byte: UInt8) -> [TerminalInput] {
        paste?.append(byte)
        guard let bytes = paste, bytes.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) else {
            // The end must still be found.
            if let count = paste?.count, count > Self.maxPaste { paste?.removeFirst(Self.maxPaste / 2) }
            return []
        }
        paste = nil
        return [.paste(String(decoding: bytes.dropLast(Self.pasteEnd.count), as: UTF8.self))]
    }

    // MARK: Sequences

    /// What the pending sequence means; `nil` while it is not whole.
    private mutating func finished() -> [TerminalInput]? {
        switch pending[1] {
        case UInt8(ascii: "["): return controlSequence()
        case UInt8(ascii: "O"):
            guard pending.count == 3 else { return nil }
            defer { pending = [] }
            return [.key(Self.letters[pending[2]] ?? .other)]
        case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            // What a terminal answers is for nobody here.
            let isEnded = pending.last == 0x07 || pending.suffix(2).elementsEqual([Self.escape, 0x5C])
            if isEnded { pending = [] }
            return isEnded ? [] : nil
        default:
            defer { pending = [] }
            // A key with Alt: the terminal sends an Escape before it.
            guard (0x20..<0x7F).contains(pending[1]) else { return [.key(.other)] }
            return [.key(.alt(Character(UnicodeScalar(pending[1]))))]
        }
    }

    private mutating func controlSequence() -> [TerminalInput]? {
        guard pending.count > 2, let last = pending.last, (0x40...0x7E).contains(last) else {
            guard pending.count > 2, let last = pending.last, !(0x20...0x3F).contains(last) else {
                return nil
            }
            pending = []
            return [.key(.other)]
        }
        // The Linux console has its own function keys.
        if last == UInt8(ascii: "["), pending.count == 3 { return nil }
        let body = pending[2..<pending.count - 1]
        pending = []
        if body.first == UInt8(ascii: "["), let key = Self.console[last] { return [.key(key)] }
        if body.first == UInt8(ascii: "<") { return mouse(body.dropFirst(), last) }
        if body.first == UInt8(ascii: "?") {
            return last == UInt8(ascii: "c") ? [.attributes(Set(Self.numbers(body.dropFirst())))] : []
        }
        let numbers = Self.numbers(body)
        switch last {
        case UInt8(ascii: "~"):
            if numbers.first == 200 {
                paste = []
                return []
            }
            return [.key(numbers.first.flatMap { Self.tildes[$0] } ?? .other)]
        case UInt8(ascii: "Z"): return [.key(.backTab)]
        default: return [.key(Self.letters[last] ?? .other)]
        }
    }

    private func mouse(_ body: ArraySlice<UInt8>, _ last: UInt8) -> [TerminalInput] {
        let numbers = Self.numbers(body)
        guard numbers.count == 3 else { return [] }
        let place = ScreenPlace(column: numbers[1] - 1, line: numbers[2] - 1)
        guard last == UInt8(ascii: "M") else { return [] }
        switch numbers[0] {
        case 0: return [.mouse(.press, place)]
        case 64: return [.mouse(.wheelUp, place)]
        case 65: return [.mouse(.wheelDown, place)]
        default: return [.mouse(.other, place)]
        }
    }

    private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
        bytes.split(separator: UInt8(ascii: ";")).compactMap {
            Int(String(decoding: $0.prefix(6), as: UTF8.self))
        }
    }

    private static let letters: [UInt8: Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "P"): .function(1),
        UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
        UInt8(ascii: "M"): .enter,
    ]
    private static let tildes: [Int: Key] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
        11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
        17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
        23: .function(11), 24: .function(12),
    ]
    private static let console: [UInt8: Key] = [
        UInt8(ascii: "A"): .function(1), UInt8(ascii: "B"): .function(2), UInt8(ascii: "C"): .function(3),
        UInt8(ascii: "D"): .function(4), UInt8(ascii: "E"): .function(5),
    ]
}
