import CarrelBasics
import CarrelHTTP
import CarrelModel

/// How much of a document's text a preview shows, where that is not all of it.
package struct ShownPart: Sendable, Hashable {
    /// How much it is, such as `256 KiB of 977 KiB` or `12 of 300 pages`.
    package let words: String
    /// Its share of the whole, less than 1; `nil` if the whole is not known.
    package let share: Double?

    /// Looks at a preview; `nil` if it shows all of the text, or nothing.
    ///
    /// - Parameters:
    ///   - preview: what is inside the document.
    ///   - size: the bytes of its file, if known.
    package init?(_ preview: Preview, size: Int64? = nil) {
        guard preview.isTruncated, !preview.text.isEmpty else { return nil }
        let bytes = Int64(preview.text.utf8.count)
        // Of other types, the bytes of the file say nothing about the length of the text.
        let isFile = preview.form == .plain && preview.mediaType.essence.hasPrefix("text/")
        let isFromStart = preview.pageMarks.first?.page == 1
        if isFromStart, let pages = preview.pages, let last = preview.pageMarks.last?.page, last < pages {
            words = "\(last) of \(Counted.text(pages, preview.pageKind.rawValue))"
            share = Double(last) / Double(pages)
        } else if let size, isFile, bytes < size {
            words = "\(ByteCount(bytes)) of \(ByteCount(size))"
            share = Double(bytes) / Double(size)
        } else {
            (words, share) = ("\(ByteCount(bytes))", nil)
        }
    }

    /// That there is more.
    package var sentence: String { "The text goes on in the document; shown: \(words)." }
}
