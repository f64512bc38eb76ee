import Foundation

/// JSON that a server wraps into a call, `name({…});`, for pages that load it as a script.
///
/// Nothing is ever run: the wrapper is taken off where it is exactly an identifier, which may have dots, with
/// parentheses, an optional semicolon and white space.
public enum JSONP {
    // No name of a callback comes near to this.
    private static let maxName = 256

    /// The JSON text in a response, or the response itself where it is not wrapped.
    ///
    /// The wrapper's place is left blank, so that lines and columns stay those of the response.
    public static func text(in response: Data) -> Data {
        guard let start = start(in: response), let end = end(in: response), start <= end else {
            return response
        }
        var text = Data(response[..<end])
        for index in text.indices.prefix(start - response.startIndex)
        where text[index] < 0x80 && !isSpace(text[index]) {
            text[index] = 0x20
        }
        return text
    }

    /// Where the wrapped text begins, by a look at the beginning only; `nil` if nothing is wrapped.
    public static func start(in response: Data) -> Data.Index? {
        var rest = response.starts(with: [0xEF, 0xBB, 0xBF]) ? response.dropFirst(3) : response[...]
        rest = rest.drop(while: isSpace)
        let name = rest.prefix(maxName).prefix(while: isNamePart)
        guard isName(name) else { return nil }
        rest = rest[name.endIndex...].drop(while: isSpace)
        return rest.first == UInt8(ascii: "(") ? rest.startIndex + 1 : nil
    }

    /// Where the wrapper's end begins.
    private static func end(in response: Data) -> Data.Index? {
        var index = response.lastIndex { !isSpace($0) }
        if let last = index, response[last] == UInt8(ascii: ";") {
            index = response[..<last].lastIndex { !isSpace($0) }
        }
        guard let index, response[index] == UInt8(ascii: ")") else { return nil }
        return index
    }

    /// Whether the text is identifiers with single dots between them.
    private static func isName(_ text: Data) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.allSatisfy { $0.first.map { !isDigit($0) } ?? false }
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "."):
            true
        default: isDigit(byte)
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
