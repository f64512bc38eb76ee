/// How deep keys with dots nest tables.
///
/// toml++ bounds the nesting of brackets, but recurses for each part of a key such as `a.b.c`, and a file can have keys
/// of any length.
enum TOMLNesting {
    /// The most parts of a key.
    static let maxKeyParts = 16

    /// Finds the first key that has more parts than it may.
    ///
    /// Up to the first mistake of a malformed document, it sees strings and comments as any reader of TOML does; what
    /// comes after it nobody reads.
    ///
    /// - Parameter text: the document.
    /// - Returns: where the key has too many parts, counted from 1; `nil` if none has.
    static func firstExcess(in text: UnsafeBufferPointer<UInt8>) -> (line: Int, column: Int)? {
        var (line, lineStart, dots, index) = (1, 0, 0, 0)
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "\n"):
                (line, lineStart, dots) = (line + 1, index + 1, 0)
            case UInt8(ascii: "#"):
                while index + 1 < text.count, text[index + 1] != UInt8(ascii: "\n") { index += 1 }
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let end = endOfString(in: text, from: index)
                for inside in index..<end where text[inside] == UInt8(ascii: "\n") {
                    (line, lineStart) = (line + 1, inside + 1)
                }
                index = end - 1
            case UInt8(ascii: "."):
                dots += 1
                if dots >= maxKeyParts { return (line, index - lineStart + 1) }
            case UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"),
                UInt8(ascii: "{"),
                UInt8(ascii: "}"):
                dots = 0
            default: break
            }
            index += 1
        }
        return nil
    }

    /// The index behind the string that begins at an index.
    private static func endOfString(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let quote = text[start]
        func isTriple(_ index: Int) -> Bool {
            index + 2 < text.count && text[index] == quote && text[index + 1] == quote
                && text[index + 2] == quote
        }
        let isMultiline = isTriple(start)
        var index = start + (isMultiline ? 3 : 1)
        while index < text.count {
            if text[index] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                index += 2
                continue
            }
            if isMultiline {
                if isTriple(index) {
                    // Two more quotes may belong to the text.
                    index += 3
                    while index < text.count, text[index] == quote { index += 1 }
                    return index
                }
            } else if text[index] == quote || text[index] == UInt8(ascii: "\n") {
                return index + (text[index] == quote ? 1 : 0)
            }
            index += 1
        }
        return text.count
    }
}
