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
    /// How the beginning was decoded.
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
        let head = Self.lines(first.text.readable.prefix(utf8: 2 * share).text, isEnd: false)
        let isOdd = first.decoding.encoding.isUTF16 && (size - data.count) % 2 == 1
        let last = first.decoding.encoding.decode(isOdd ? data.dropFirst() : data)
        let tail = Self.lines(last.text.readable.prefix(utf8: share).text, isEnd: true)
        // What a part takes in UTF-8 is not what it takes in the file; the difference does not matter here.
        let left = ByteCount(Int64(max(0, size - head.utf8.count - tail.utf8.count)))
        text = "\(head)\n\n… \(left) between …\n\n\(tail)"
        decoding = first.decoding
    }

    /// Whole lines: without what is cut off at the end, or at the beginning of the end.
    private static func lines(_ text: String, isEnd: Bool) -> String {
        let cut = isEnd ? text.firstIndex(of: "\n") : text.lastIndex(of: "\n")
        guard let cut else { return isEnd ? String(text.drop { $0 == "\u{FFFD}" }) : text }
        return isEnd ? String(text[text.index(after: cut)...]).trimmed : String(text[..<cut])
    }
}
