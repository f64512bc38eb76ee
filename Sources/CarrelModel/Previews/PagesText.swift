/// Gathers the blocks of a document page by page: slides, sheets or chapters.
public struct PagesText: Sendable {
    /// The text so far.
    public private(set) var paged: PagedText
    private let limit: Int
    private let wanted: ClosedRange<Int>?
    /// The number of pages.
    public private(set) var count = 0
    /// The first title of a page.
    public private(set) var firstHeading: String?
    /// The beginning of the running text.
    public private(set) var opening = ""

    /// Makes an empty text.
    ///
    /// - Parameters:
    ///   - limit: the most text to keep, in bytes.
    ///   - wanted: the pages that are to be shown; all if it is `nil`.
    public init(limit: Int, wanted: ClosedRange<Int>?) {
        paged = PagedText(limit: limit)
        (self.limit, self.wanted) = (limit, wanted)
    }

    /// Whether nothing more fits.
    public var isFull: Bool { paged.isCut }

    /// Counts a page; whether its text is wanted.
    public mutating func begin() -> Bool {
        count += 1
        return !isFull && wanted?.contains(count) != false
    }

    /// Adds the page that was counted last; the first title is that of the document.
    public mutating func add(_ blocks: [MarkdownText.Block], title: String? = nil) {
        var page = DocumentText(limit: limit)
        page.add(blocks)
        page.finish()
        if firstHeading == nil { firstHeading = title }
        if opening.utf8.count < 600 { opening += (opening.isEmpty ? "" : " ") + page.opening }
        paged.add(page: count, page.markdown.text)
    }
}
