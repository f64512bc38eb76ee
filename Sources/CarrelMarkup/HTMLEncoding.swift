import CMarkup
import Foundation

/// An HTML document with its encoding as far as it can be told without reading the markup.
struct HTMLEncoding {
    /// The document without a byte order mark.
    let bytes: Data
    /// The encoding's name, or `nil` to believe the document's own declaration.
    let charset: String?

    /// Decides by, in this order: a byte order mark, the transport, the bytes.
    init(_ data: Data, transport: String?) {
        if data.starts(with: [0xEF, 0xBB, 0xBF]) {
            self.init(narrow: data.dropFirst(3), charset: "utf-8")
        } else if data.starts(with: [0xFF, 0xFE]) {
            self.init(bytes: data.dropFirst(2), charset: "utf-16le")
        } else if data.starts(with: [0xFE, 0xFF]) {
            self.init(bytes: data.dropFirst(2), charset: "utf-16be")
        } else {
            switch transport?.lowercased() {
            case "utf-16", "utf-16le": self.init(bytes: data, charset: "utf-16le")
            case "utf-16be": self.init(bytes: data, charset: "utf-16be")
            case "utf8": self.init(narrow: data, charset: "utf-8")
            // The label that the web gives to anything (WHATWG's Encoding Standard).
            case "iso-8859-1", "latin1", "us-ascii": self.init(narrow: data, charset: "windows-1252")
            case let name? where carrel_markup_knows_charset(name): self.init(narrow: data, charset: name)
            default: self.init(narrow: data, charset: Self.isBeyondASCII(data) ? "utf-8" : nil)
            }
        }
    }

    private init(bytes: Data, charset: String?) {
        self.bytes = bytes
        self.charset = charset
    }

    /// libxml2 takes a zero byte for the end.
    private init(narrow data: Data, charset: String?) {
        self.init(bytes: data.contains(0) ? data.filter { $0 != 0 } : data, charset: charset)
    }

    /// Whether the bytes are UTF-8 and more than ASCII, which no text in another encoding is by chance.
    private static func isBeyondASCII(_ data: Data) -> Bool {
        data.contains { $0 >= 0x80 } && String(validating: data, as: UTF8.self) != nil
    }
}

/// The characters that documents mean by C1 control codes.
enum WindowsCharacters {
    /// Replaces U+0080 … U+009F by what windows-1252 has there, as HTML does for character references.
    static func repair(_ text: String) -> String {
        guard text.utf8.contains(0xC2), text.unicodeScalars.contains(where: isC1) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            result.append(isC1(scalar) ? table[Int(scalar.value) - 0x80] : scalar)
        }
        return String(result)
    }

    private static func isC1(_ scalar: Unicode.Scalar) -> Bool { (0x80...0x9F).contains(scalar.value) }

    // The five places that windows-1252 leaves free hold the replacement character.
    private static let table = Array(
        "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)
}
