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
