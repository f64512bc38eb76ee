import CarrelHTML

/// The links from one page of a long list to those beside it.
struct PageLinks {
    let context: PageContext
    /// The entries of the whole list.
    let count: Int
    /// The most entries of a page.
    let size: Int
    /// The place of the first entry of this page, from 0.
    let first: Int
    /// The address of the page that begins at a place.
    let link: (Int) -> String

    /// The page on which a place is; one outside the list counts as the end that is nearer.
    init(context: PageContext, count: Int, size: Int, from place: Int, link: @escaping (Int) -> String) {
        (self.context, self.count, self.size, self.link) = (context, count, size, link)
        first = max(0, min(place, count - 1)) / size * size
    }

    /// The places of the entries of this page.
    var part: Range<Int> { first..<min(count, first + size) }

    /// The links; nothing for a list of one page.
    var markup: Markup {
        guard count > size else { return .none }
        func link(_ place: Int, _ label: Phrase, _ relation: String) -> Markup {
            "<a rel=\"\(relation)\" href=\"\(self.link(place))\">\(context.text(label))</a>"
        }
        return """
            <nav class="pages">\(Markup.when(first > 0, link(max(0, first - size), .previousPage, "prev")))\
            \(Markup.when(first + size < count, link(first + size, .nextPage, "next")))</nav>
            """
    }
}
