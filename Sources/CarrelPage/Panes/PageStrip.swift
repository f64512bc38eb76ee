import CarrelCore
import CarrelFrontEnd
import CarrelHTML

/// Beside the pages of a document: the places that were found, its table of contents, and its pages made small.
struct PageStrip: Sendable {
    let context: PageContext
    let row: LibraryView.Row
    /// The pages that are shown.
    let pages: ClosedRange<Int>
    let outline: DocumentOutline

    // Deeper ones are shown as deep as these.
    private static let mostLevels = 4

    /// The strip; scripts show and hide it.
    var markup: Markup {
        """
        <aside class="strip" id="strip" aria-label="\(context.text(.overview))">\
        <section class="found" hidden><h2>\(context.text(.found))</h2><div></div></section>\(contents)\
        <section class="small-pages"><h2>\(context.text(.showPages))</h2><ol>\(pages.map(small))</ol></section></aside>
        """
    }

    private var contents: Markup {
        let items = outline.entries.map { entry -> Markup in
            let level = min(entry.level, Self.mostLevels)
            let title = Markup.isolated(entry.title)
            let line: Markup =
                if let page = entry.page {
                    "<a \(link(page))>\(title) <span class=\"soft\">\(page)</span></a>"
                } else {
                    "<span>\(title)</span>"
                }
            return "<li data-level=\"\(level)\">\(line)</li>"
        }
        return Markup.when(
            !items.isEmpty,
            "<section class=\"contents\"><h2>\(context.text(.contents))</h2><ol>\(items)</ol></section>")
    }

    private func small(_ page: Int) -> Markup {
        let picture = context.link(
            PageAddress(row.entry), path: "/picture", [("page", String(page)), ("width", "320")])
        return """
            <li><a \(link(page)) aria-label="\(context.text(.pageNumber, String(page)))"><img src="\(picture)" alt="" loading="lazy" \
            decoding="async"><span>\(page)</span></a></li>
            """
    }

    private func link(_ page: Int) -> Markup {
        var address = context.address
        address.page = page
        return "href=\"\(context.link(address))\" data-page=\"\(page)\""
    }
}
