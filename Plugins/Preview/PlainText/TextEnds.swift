import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelText
import Foundation

/// The beginning and the end of a text that is too large to be shown, such as a log.
struct TextEnds {
    /// Both, with a line between them that says how much is left out.
    let text: String
    /// How they were decoded.
    let decoding: TextDecoding

    // Of a text that is not much larger the beginning alone is shown; of less text an end tells nothing.
    private static let leastSize = 16
    private static let leastText = 4096

    /// Reads the ends; `nil` if the beginning alone is to be shown.
    ///
    /// - Parameters:
    ///   - document: the file.
    ///   - beginning: its first bytes, more than are shown.
    ///   - limits: how much to show: of the end half as much as of the beginning.
    /// - Throws: `PreviewError` with code `.unreadable`.
    init?(_ document: PreviewDocument, beginning: Data, limits: PreviewLimits) throws(PreviewError) {
        guard limits.maxText >= Self.leastText, limits.maxText < Int.max / Self.leastSize else { return nil }
        let share = (limits.maxText - 128) / 3
        let (data, size) = try RegularFile.end(of: document.file, count: share)
        guard size >= Self.leastSize * limits.maxText, beginning.count < size - data.count else { return nil }
        let first = DecodedText(of: beginning, declared: document.mediaType.charset, isCut: true)
        let opening = first.text.withoutEscapeSequences.readable
        let head = Self.lines(opening.prefix(utf8: 2 * share).text, isEnd: false)
        let end = Self.fromLine(data, isOdd: (size - data.count) % 2 == 1, first.decoding.encoding)
        let last = first.decoding.encoding.decode(end)
        let closing = last.text.withoutEscapeSequences.readable
        let tail = Self.lines(String(decoding: closing.utf8.suffix(share), as: UTF8.self), isEnd: true)
        let shown = Self.size(of: head, in: opening, beginning) + Self.size(of: tail, in: closing, end)
        text = "\(head)\n\n… \(ByteCount(Int64(max(0, size - shown)))) between …\n\n\(tail)"
        decoding = TextDecoding(
            encoding: first.decoding.encoding,
            undecodable: first.decoding.undecodable + last.decoding.undecodable)
    }

    /// The end of a file from its first line feed, before which a character may be cut.
    ///
    /// - Parameters:
    ///   - data: the end.
    ///   - isOdd: whether it begins within two bytes of the file.
    ///   - encoding: the encoding.
    /// - Returns: the end, without what is cut; without a line feed all of it.
    private static func fromLine(_ data: Data, isOdd: Bool, _ encoding: TextEncoding) -> Data {
        guard encoding.isUTF16 else {
            let feed = data.firstIndex(of: UInt8(ascii: "\n"))
            return feed.map { data[$0...] } ?? data.drop { encoding == .utf8 && $0 & 0xC0 == 0x80 }
        }
        let units = isOdd ? data.dropFirst() : data
        let high = encoding == .utf16BE ? 0 : 1
        let feed = stride(from: units.startIndex, to: units.endIndex - 1, by: 2).first {
            units[$0 + high] == 0 && units[$0 + 1 - high] == UInt8(ascii: "\n")
        }
        return feed.map { units[$0...] } ?? units
    }

    /// How many bytes of a file a part of its text takes, by what all of the text takes.
    static func size(of part: String, in text: String, _ bytes: Data) -> Int {
        text.isEmpty ? 0 : part.utf8.count * bytes.count / text.utf8.count
    }

    /// Whole lines: without what is cut off at the end, or at the beginning of the end.
    private static func lines(_ text: String, isEnd: Bool) -> String {
        let cut = isEnd ? text.firstIndex(of: "\n") : text.lastIndex(of: "\n")
        guard let cut else { return isEnd ? String(text.drop { $0 == "\u{FFFD}" }) : text }
        return isEnd ? String(text[text.index(after: cut)...]).trimmed : String(text[..<cut])
    }
}
