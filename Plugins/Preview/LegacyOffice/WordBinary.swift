import CarrelBasics
import CarrelModel
import CarrelText
import Foundation

/// Reads the text of a document of Word 97 to 2003 (MS-DOC).
struct WordBinary {
    private let stream: LegacyBytes
    private let table: LegacyBytes
    private var pieces: [(first: Int, count: Int, place: Int, isWide: Bool)] = []
    private let formats: WordParagraphFormats
    private let hidden: WordRuns<Bool>
    /// The characters of the parts of the document, in their order.
    private let lengths: [Int]

    /// Whether a container holds a document that is locked by a password.
    static func isLocked(_ file: CompoundFile) -> Bool {
        guard let flags = file.stream("WordDocument")?.short(0x0A) else { return false }
        return flags & 0x0100 != 0
    }

    /// Finds the text of a document; `nil` for older ones, and damaged ones.
    init?(_ file: CompoundFile) {
        guard let stream = file.stream("WordDocument"), stream.short(0) == 0xA5EC,
            let version = stream.short(2),
            version >= 0xC1, let flags = stream.short(0x0A), flags & 0x0100 == 0,
            let table = file.stream(flags & 0x0200 != 0 ? "1Table" : "0Table"),
            let place = stream.long(0x1A2), let length = stream.long(0x1A6)
        else { return nil }
        (self.stream, self.table) = (stream, table)
        // Text, footnotes, headers, macros, comments, endnotes, text boxes and those of headers.
        lengths = (0..<8).map { stream.long(0x4C + 4 * $0) ?? 0 }
        let pages = WordFormatPages(stream: stream, table: table)
        (formats, hidden) = (WordParagraphFormats(pages), pages.hiddenText)
        readPieces(place, place + min(length, table.count))
        guard !pieces.isEmpty, lengths.allSatisfy({ $0 < 1 << 28 }) else { return nil }
    }

    private mutating func readPieces(_ start: Int, _ end: Int) {
        var place = start
        // Before the list of pieces are formats of them.
        while place < end, table.byte(place) == 1 { place += 3 + (table.short(place + 1) ?? end) }
        guard table.byte(place) == 2, let length = table.long(place + 1) else { return }
        place += 5
        let count = min((length - 4) / 12, (table.count - place) / 12)
        guard count > 0 else { return }
        for index in 0..<count {
            guard let first = table.long(place + 4 * index), let next = table.long(place + 4 * index + 4),
                let address = table.long(place + 4 * (count + 1) + 8 * index + 2), next > first
            else { return }
            let isWide = address & 0x4000_0000 == 0
            let bytes = address & 0x3FFF_FFFF
            pieces.append((first, next - first, isWide ? bytes : bytes / 2, isWide))
        }
    }

    /// The blocks of the document, until there are more characters than the limit.
    func blocks(limit: Int) -> [MarkdownText.Block] {
        var result: [MarkdownText.Block] = []
        var margins: [MarkdownText.Block] = []
        var start = 0
        for (index, length) in lengths.enumerated() {
            defer { start += length }
            guard length > 0, start <= limit else { continue }
            // Marks of paragraphs, cells and fields stay, because what is around them is shown.
            let units = characters(from: start, count: min(length, limit))
                .filter { $0.unit < 0x20 || hidden[$0.place] == nil }
            let found = WordBinaryText.blocks(of: units, formats: formats)
            let words = found.words.singleLine
            guard !words.isEmpty else { continue }
            switch index {
            case 0: result += found
            case 1, 5: result += [.rule, .heading(level: 2, "Notes")] + found
            case 4: result += found.map { .comment($0.words, by: "") }
            case 6: result += found
            case 2: margins = [.rule, .paragraph("Header and footer: \(words)")]
            default: break
            }
        }
        return result + margins
    }

    /// Characters of the document, each with its place in the file.
    private func characters(from start: Int, count: Int) -> [(unit: UInt16, place: Int)] {
        var result: [(UInt16, Int)] = []
        for piece in pieces where piece.first < start + count && piece.first + piece.count > start {
            let first = max(start, piece.first)
            let last = min(start + count, piece.first + piece.count)
            let width = piece.isWide ? 2 : 1
            let place = piece.place + width * (first - piece.first)
            let bytes = stream.part(place, width * (last - first))
            if piece.isWide {
                for index in stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2) {
                    result.append((UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8, index))
                }
            } else {
                for (index, byte) in zip(bytes.indices, bytes) { result.append((Self.unit(byte), index)) }
            }
        }
        return result
    }

    /// A character of windows-1252.
    private static func unit(_ byte: UInt8) -> UInt16 {
        (0x80...0x9F).contains(byte) ? high[Int(byte) - 0x80] : UInt16(byte)
    }

    private static let high: [UInt16] = {
        let units = Array(TextEncoding.windows1252.decode(Data(0x80...0x9F)).text.utf16)
        return units.count == 32 ? units : Array(0x80...0x9F)
    }()
}
