/// Collects the blocks of a document page by page: slides, sheets or chapters.
public struct PagesText: Sendable {
    /// The text so far.
    public private(set) var paged: PagedText
    /// The most text to keep, in bytes.
    public let limit: Int
    private let wanted: ClosedRange<Int>?
    /// The number of pages so far.
    public private(set) var count = 0
    /// The first title of a page.
    public private(set) var firstHeading: String?
    /// The beginning of the running text.
    public private(set) var opening = ""

    /// Makes an empty text.
    ///
    /// - Parameters:
    ///   - limit: the most text to keep, in bytes.
    ///   - wanted: the pages to show; `nil` for all.
    public init(limit: Int, wanted: ClosedRange<Int>?) {
        paged = PagedText(limit: limit)
        (self.limit, self.wanted) = (limit, wanted)
    }

    /// Whether nothing more fits.
    public var isFull: Bool { paged.isCut }

    /// Begins the next page, and says whether its text is wanted.
    public mutating func begin() -> Bool {
        count += 1
        return !isFull && wanted?.contains(count) != false
    }

    /// Adds the text of the page that was begun last; the first title becomes `firstHeading`.
    public mutating func add(_ blocks: [MarkdownText.Block], title: String? = nil) {
        var page = DocumentText(limit: limit)
        page.add(blocks)
        page.finish()
        if firstHeading == nil { firstHeading = title }
        if opening.utf8.count < 600 { opening += (opening.isEmpty ? "" : " ") + page.opening }
        paged.add(page: count, page.markdown.text)
    }
}
