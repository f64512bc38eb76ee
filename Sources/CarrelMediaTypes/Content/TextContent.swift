import CarrelBasics
import CarrelText
import Foundation

/// The beginning of content that is characters, in UTF-8.
struct TextContent {
    /// The text without a byte order mark; of a large document the beginning.
    let utf8: ArraySlice<UInt8>
    /// Whether that is all.
    let isWhole: Bool
    /// Whether a zero byte is among its first ones, as in the heads of most other formats.
    let beginsWithZeros: Bool

    /// The text without white space at its beginning.
    let body: ArraySlice<UInt8>

    // Enough for what comes before a root element, and for two columns of a table.
    private static let length = 256 << 10

    /// Looks at a document; `nil` if it is not text.
    init?(_ window: ContentWindow) {
        let data = window.beginning.prefix(Self.length)
        let isWhole = window.isWhole && data.count == window.beginning.count
        let encoding = TextEncoding.byteOrderMark(of: data)?.encoding
        // As an array: every access to a byte of `Data` is a call.
        if let encoding {
            utf8 = Array(encoding.decode(data, isCut: !isWhole).utf8)[...]
        } else if Self.isBinary(data) {
            // Text of two bytes a character has zero bytes; what it says has none.
            guard let order = TextEncoding.undeclaredUTF16(data) else { return nil }
            let text = order.decode(data, isCut: !isWhole)
            guard text.decoding.undecodable == 0, !Self.isBinary(text.utf8, smallestHole: .max) else {
                return nil
            }
            utf8 = Array(text.utf8)[...]
        } else {
            utf8 = Array(data)[...]
        }
        self.isWhole = isWhole
        beginsWithZeros = utf8.prefix(512).contains(0)
        body = utf8.drop { $0.isSpace }
    }

    /// Whether there are more than a few control characters that text does not have: WHATWG's MIME Sniffing, section 3.
    ///
    /// A bell that ends a text for the terminal, such as the title of its window, is one that logs have; so is a hole of
    /// zeros, where the machine stopped while it wrote. Fewer zeros in a row are in the heads of other formats. Manual pages strike
    /// letters over, and DOS marks the end.
    private static func isBinary(_ data: Data, smallestHole: Int = 64) -> Bool {
        data.withUnsafeBytes { bytes in
            var (count, length, zeros, former, isForTerminal) = (0, 0, 0, UInt8.max, false)
            let end = bytes.lastIndex { $0 != 0x1A }.map { $0 + 1 } ?? 0
            for byte in UnsafeRawBufferPointer(rebasing: bytes[..<end]) {
                zeros = byte == 0 ? zeros + 1 : 0
                // A hole counts as one.
                if zeros == smallestHole { (count, length) = (count - zeros + 2, length - zeros + 2) }
                if zeros >= smallestHole { continue }
                length += 1
                let isTerminals = byte == 0x07 && isForTerminal || byte == 0x08 && former >= 0x20
                if isForeign(byte), !isTerminals { count += 1 }
                let begins = former == 0x1B && byte == UInt8(ascii: "]")
                isForTerminal = byte >= 0x20 && (isForTerminal || begins)
                former = byte
            }
            return count * 200 > length
        }
    }

    private static func isForeign(_ byte: UInt8) -> Bool {
        byte < 0x20 && (byte < 0x09 || byte > 0x0D && byte != 0x1B)
    }

    /// Whether some letters begin the text, in whichever case.
    func begins(with text: String) -> Bool {
        body.prefix(text.utf8.count).elementsEqual(text.utf8) { $0.lowercased == $1.lowercased }
    }

    /// The first lines, each cut at a thousand bytes.
    func lines(_ count: Int) -> [String] {
        body.prefix(64 << 10).split(separator: 0x0A, maxSplits: count, omittingEmptySubsequences: false)
            .prefix(count).map { line in
                String(
                    decoding: line.prefix(1000).last == 0x0D ? line.dropLast() : line.prefix(1000),
                    as: UTF8.self)
            }
    }
}
