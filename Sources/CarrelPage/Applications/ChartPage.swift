import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelHTML
import CarrelModel
import CarrelStages

/// A chart: a tile for each entry, in the order of their ranks, and one of them in detail beside.
struct ChartPage: Sendable {
    // More than any chart has.
    private static let most = 1000

    let context: PageContext
    let collection: LibraryView.CollectionRow

    /// The page.
    var markup: Markup {
        let rows = context.snapshot.rows(of: collection.key).prefix(Self.most)
        let chosen = context.address.itemKey.flatMap { key in rows.first { $0.entry == key } }
        let tiles = rows.map { row in
            PictureTile(
                context: context, row: row, kind: "tile",
                link: context.link(PageAddress(row.entry), path: "/chart")
            ).markup
        }
        let catalog = [("catalogue", context.snapshot.name(of: collection.key.catalog))]
        let list: Markup =
            rows.isEmpty
            ? "<p class=\"empty\">\(context.text(.noItems))</p>"
            : "<ol class=\"rows plain tiles\">\(tiles)</ol>"
        return """
            <div class="split chart \(chosen == nil ? "alone" : "has-item")"><div class="scroll" tabindex="-1">\
            <header class="application-head"><h1 tabindex="-1">\(.isolated(collection.collection.title))</h1>\
            \(context.button("sync", .refresh, catalog))</header>\(list)</div>\
            \(Markup.when(chosen) { detail($0) })</div>
            """
    }

    private func detail(_ row: LibraryView.Row) -> Markup {
        let source = context.link(PageAddress(row.entry), path: "/picture", [("width", "1200")])
        let title = ShownText.of(row.item.title)
        let picture = Markup.when(
            row.isStored, "<p class=\"large\"><img src=\"\(source)\" alt=\"\(title)\"></p>")
        return """
            <aside class="beside scroll" tabindex="-1"><p class="pane-close"><a href="\(context.link(PageAddress(collection.key), path: "/chart"))">\
            \(context.text(.close))</a></p>\(picture)\(DetailPane(context: context, row: row, document: nil, trouble: nil).markup)</aside>
            """
    }
}
