/// A key of the live converter.
public enum ConverterKey: Sendable, Hashable {
    /// A printable ASCII character.
    case character(Character)
    /// An arrow.
    case up, down, left, right
    /// Takes back the last character.
    case backspace
    /// Takes back everything that was typed (Ctrl-U).
    case clear
    /// Tab.
    case tab
    /// Escape, Ctrl-C or Ctrl-D.
    case leave
    /// Any other key.
    case other
}

/// Decodes keys from the bytes that a terminal sends.
///
/// Arrows come as several bytes, perhaps not all at once, and begin with Escape. So an Escape is only a key if
/// nothing follows it; the caller then calls `flush`.
public struct ConverterKeyDecoder: Sendable {
    private var pending: [UInt8] = []

    public init() {}

    /// Whether an Escape waits for the bytes that may follow it.
    public var isWaiting: Bool { !pending.isEmpty }

    /// Takes bytes, and returns the keys that they complete.
    public mutating func keys(of bytes: some Sequence<UInt8>) -> [ConverterKey] {
        bytes.flatMap { key(of: $0) }
    }

    /// The key that was waiting, once no further bytes come.
    public mutating func flush() -> [ConverterKey] {
        defer { pending.removeAll() }
        return pending.isEmpty ? [] : pending.count == 1 ? [.leave] : [.other]
    }

    private mutating func key(of byte: UInt8) -> [ConverterKey] {
        switch (pending.count, byte) {
        case (0, 0x1B): pending = [byte]
        case (0, _): return [Self.single(byte)]
        case (1, UInt8(ascii: "[")), (1, UInt8(ascii: "O")): pending.append(byte)
        case (1, 0x03), (1, 0x04), (1, 0x1B): return flush() + key(of: byte)
        case (1, _):
            // A key with Alt: the terminal sends an Escape before it.
            pending.removeAll()
            return [.other]
        case (_, 0x1B):
            pending = [byte]
            return [.other]
        case (_, 0x40...0x7E):
            // The last byte of a control sequence (ECMA-48) decides what it means.
            pending.removeAll()
            return [Self.arrows[byte] ?? .other]
        case (_, 0x20...0x3F) where pending.count < 32: pending.append(byte)
        default:
            pending.removeAll()
            return [.other]
        }
        return []
    }

    private static let arrows: [UInt8: ConverterKey] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
    ]

    private static func single(_ byte: UInt8) -> ConverterKey {
        switch byte {
        case 0x03, 0x04: .leave
        case 0x08, 0x7F: .backspace
        case 0x09: .tab
        case 0x15: .clear
        case 0x20..<0x7F: .character(Character(UnicodeScalar(byte)))
        default: .other
        }
    }
}
