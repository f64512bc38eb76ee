import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelHTML
import CarrelModel
import CarrelStages

/// One photo in the whole window, with those before and after it.
struct PhotoPage: Sendable {
    let context: PageContext
    let row: LibraryView.Row
    /// Where the scripts and styles of this build are.
    let assets: String

    /// The page.
    var markup: Markup {
        """
        \(context.head("\(title) · Carrel", assets))<link rel="stylesheet" href="\(assets)/page.css">
        <link rel="stylesheet" href="\(assets)/applications.css"><script type="module" src="\(assets)/photo.js"></script>
        </head><body class="whole"\(.when(context.isReadOnly, " data-read-only")) data-status="\(status.name)" data-text-unanswered="\(context.text(.unanswered))"><main class="window">\(picture)</main>
        <footer class="window-bar"><h1>\(.isolated(row.item.title))\
        \(Markup.when(row.item.subtitle) { "<span class=\"subtitle\">\(.isolated($0))</span>" })</h1>\
        <button class="fill" aria-pressed="false">\(context.text(.wholePhoto))</button>\(get)\
        \(neighbour(-1, .previous))\(neighbour(1, .next))<a href="\(back)" rel="up">\(context.text(.close))</a></footer></body></html>
        """
    }

    private var title: String { ShownText.of(row.item.title) }

    private var status: StatusMarkup { context.status(of: row) }

    private var picture: Markup {
        guard row.isStored else { return "<p class=\"empty\" role=\"status\">\(status.words)</p>" }
        let source = context.link(PageAddress(row.entry), path: "/picture", [("width", "2600")])
        return "<img src=\"\(source)\" alt=\"\(title)\">"
    }

    private var get: Markup {
        Markup.when(
            !row.isStored && row.item.url != nil,
            context.button("get", .download, PageAddress(row.entry).fields(context.snapshot)))
    }

    private var back: String {
        var address = PageAddress()
        address.catalog = row.entry.catalog
        return context.link(address, path: "/places")
    }

    private func neighbour(_ step: Int, _ label: Phrase) -> Markup {
        let rows = context.snapshot.rows(of: CollectionKey(of: row.entry))
        guard let index = rows.firstIndex(where: { $0.entry == row.entry }),
            rows.indices.contains(index + step)
        else { return .none }
        let link = context.link(PageAddress(rows[index + step].entry), path: "/photo")
        return "<a href=\"\(link)\" rel=\"\(step < 0 ? "prev" : "next")\">\(context.text(label))</a>"
    }
}
