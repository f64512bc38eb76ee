import CarrelBasics

/// Writes JSON anew, a member or an element on each line; numbers and strings stay as they are.
///
/// The text is JSON; of a text that is not, something like it comes.
struct JSONLayout {
    private let bytes: [UInt8]
    private var index = 0
    private var output: [UInt8] = []

    // Small arrays and objects stay on one line.
    private static let lineLength = 72

    init(_ text: some Collection<UInt8>) { bytes = Array(text) }

    /// The text, cut a little behind a number of bytes.
    mutating func text(limit: Int) -> (text: String, isCut: Bool) {
        output.reserveCapacity(min(limit, bytes.count * 2))
        var depth = 0
        while let byte = nextToken(), output.count <= limit {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if let line = shortContainer() {
                    output += line
                } else {
                    output.append(byte)
                    index += 1
                    depth += 1
                    newLine(depth)
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth = max(0, depth - 1)
                newLine(depth)
                output.append(byte)
                index += 1
            case UInt8(ascii: ","):
                output.append(byte)
                index += 1
                newLine(depth)
            case UInt8(ascii: ":"):
                output += ": ".utf8
                index += 1
            case UInt8(ascii: "\""): output += string()
            default:
                output.append(byte)
                index += 1
            }
        }
        return (String(decoding: output, as: UTF8.self), index < bytes.count && nextToken() != nil)
    }

    private mutating func nextToken() -> UInt8? {
        while index < bytes.count, bytes[index].isSpace { index += 1 }
        return index < bytes.count ? bytes[index] : nil
    }

    private mutating func newLine(_ depth: Int) {
        output.append(0x0A)
        output.append(contentsOf: repeatElement(0x20, count: 2 * min(depth, 64)))
    }

    /// A container that fits into a line and has no other in it.
    private mutating func shortContainer() -> [UInt8]? {
        let open = bytes[index]
        let close = open == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")
        var reader = self
        reader.index += 1
        var line = [open]
        while let byte = reader.nextToken(), line.count <= Self.lineLength {
            switch byte {
            case close:
                index = reader.index + 1
                return line + [close]
            case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "}"), UInt8(ascii: "]"): return nil
            case UInt8(ascii: "\""): line += reader.string()
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                line += [byte, 0x20]
                reader.index += 1
            default:
                line.append(byte)
                reader.index += 1
            }
        }
        return nil
    }

    /// The string that begins here, its characters written out where they are written as numbers.
    private mutating func string() -> [UInt8] {
        var text: [UInt8] = [bytes[index]]
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            text.append(byte)
            if byte == UInt8(ascii: "\"") { break }
            guard byte == UInt8(ascii: "\\"), index < bytes.count else { continue }
            if bytes[index] == UInt8(ascii: "u"), let (scalar, length) = escaped(at: index - 1) {
                text.removeLast()
                text += Array(String(scalar).utf8)
                index += length - 1
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
        return text
    }

    /// The character of an escape, which two of them make beyond the first 65,536; `nil` for one that must stay.
    private func escaped(at start: Int) -> (scalar: Unicode.Scalar, length: Int)? {
        guard let first = unit(at: start) else { return nil }
        guard UTF16.isLeadSurrogate(first) else {
            guard first >= 0xA0, let scalar = Unicode.Scalar(first) else { return nil }
            return (scalar, 6)
        }
        guard let second = unit(at: start + 6), UTF16.isTrailSurrogate(second) else { return nil }
        return (UTF16.decode(UTF16.EncodedScalar([first, second])), 12)
    }

    private func unit(at start: Int) -> UInt16? {
        guard start + 6 <= bytes.count, bytes[start] == UInt8(ascii: "\\"),
            bytes[start + 1] == UInt8(ascii: "u")
        else { return nil }
        return UInt16(String(decoding: bytes[(start + 2)..<(start + 6)], as: UTF8.self), radix: 16)
    }
}
