import CarrelModel

/// Gathers the slides of a presentation or the sheets of a workbook.
struct PagesText {
    private(set) var paged: PagedText
    private let limit: Int
    private let wanted: ClosedRange<Int>?
    /// The number of pages.
    private(set) var count = 0
    /// The first title of a page.
    private(set) var firstHeading: String?
    /// The beginning of the running text.
    private(set) var opening = ""

    /// Makes an empty text.
    ///
    /// - Parameters:
    ///   - limit: the most text to keep, in bytes.
    ///   - wanted: the pages that are to be shown; all if it is `nil`.
    init(limit: Int, wanted: ClosedRange<Int>?) {
        paged = PagedText(limit: limit)
        (self.limit, self.wanted) = (limit, wanted)
    }

    /// Whether nothing more fits.
    var isFull: Bool { paged.isCut }

    /// Counts a page; whether its text is wanted.
    mutating func begin() -> Bool {
        count += 1
        return !isFull && wanted?.contains(count) != false
    }

    /// Adds the page that was counted last; the first title is that of the document.
    mutating func add(_ blocks: [Block], title: String? = nil) {
        var page = DocumentText(limit: limit)
        page.add(blocks)
        page.finish()
        if firstHeading == nil { firstHeading = title }
        if opening.utf8.count < 600 { opening += (opening.isEmpty ? "" : " ") + page.opening }
        paged.add(page: count, page.markdown.text)
    }
}
