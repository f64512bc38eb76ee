import CarrelBasics
import CarrelModel

/// How much of a document's text a preview shows, where that is not all of it.
package struct ShownPart: Sendable, Hashable {
    /// How much it is, such as `256 KiB of 977 KiB` or `up to page 12 of 300`.
    package let words: String
    /// Its share of the whole, less than 1; `nil` if the whole is not known, or the end is shown.
    package let share: Double?
    /// Whether the end is shown, and what is missing lies before it.
    package let hasEnd: Bool

    /// Looks at a preview; `nil` if it shows all of the text, or nothing.
    package init?(_ preview: Preview) {
        guard preview.isTruncated, !preview.text.isEmpty else { return nil }
        hasEnd = preview.part == .withGaps
        let isBeginning = !hasEnd && preview.pageMarks.first?.page == 1
        if isBeginning, let pages = preview.pages, let last = preview.pageMarks.last?.page, last < pages {
            // The last one may be cut itself.
            words = "up to \(preview.pageKind.number(last)) of \(pages)"
            share = Double(last - 1) / Double(pages)
        } else if case .beginning(let bytes, let size) = preview.part, bytes < size {
            words = "\(ByteCount(bytes)) of \(ByteCount(size))"
            share = Double(bytes) / Double(size)
        } else {
            (words, share) = (ByteCount(Int64(preview.text.utf8.count)).description, nil)
        }
    }

    /// That there is more.
    package var sentence: String {
        "\(hasEnd ? "Parts of the text are left out" : "The text goes on in the document"); shown: \(words)."
    }
}
