import Foundation

/// The pages that pdftotext wrote, each ended by a form feed.
///
/// A long document is half a megabyte: its bytes are read once, not its characters.
enum PDFPages {
    private static let (space, lineFeed, formFeed) = (UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(0x0C))

    /// The text of each page, its lines kept, without the empty margin that all of them have.
    static func pages(_ output: Data) -> [String] {
        output.withUnsafeBytes { bytes in
            var pages = bytes.split(separator: formFeed, omittingEmptySubsequences: false).map { page($0) }
            // Only a cut output has a page after the last form feed.
            if pages.last?.isEmpty == true { pages.removeLast() }
            return pages
        }
    }

    private static func page(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        let lines = bytes.split(separator: lineFeed, omittingEmptySubsequences: false).map(withoutEnd)
        let margin = lines.lazy.filter { !$0.isEmpty }.map { $0.prefix(while: isSpace).count }.min() ?? 0
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var isBehindEmpty = true
        for line in lines {
            if line.isEmpty, isBehindEmpty { continue }
            isBehindEmpty = line.isEmpty
            text.append(contentsOf: line.dropFirst(margin).lazy.map { isSpace($0) ? space : $0 })
            text.append(lineFeed)
        }
        while text.last == lineFeed { text.removeLast() }
        return String(decoding: text, as: UTF8.self)
    }

    private static func withoutEnd(_ line: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        line.lastIndex { !isSpace($0) }.map { line[...$0] } ?? line[line.startIndex..<line.startIndex]
    }

    /// Whether a byte is a space, or a control character: fonts without a table of characters have those for spaces.
    private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x7F }
}
