import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelHTML
import CarrelModel
import CarrelStages

/// Places under the headings of their catalogue, each with its photos once they were read.
struct PlacesPage: Sendable {
    // More photos of one place are in its list.
    private static let mostPhotos = 60

    let context: PageContext
    let catalog: LibraryView.CatalogView
    /// The places whose photos were read.
    let opened: Set<String>
    /// The shapes of the photos that are known.
    let shapes: [ItemKey: PictureShape]

    /// The page.
    var markup: Markup {
        let sections = catalog.catalog.sections.filter { !$0.collections.isEmpty }.map { section -> Markup in
            """
            <section>\(Markup.when(section.title) { "<h2 class=\"country\">\(.isolated($0))</h2>" })\(section.collections.map(place))</section>
            """
        }
        let name = [("catalogue", context.snapshot.name(of: catalog.location))]
        return """
            <div class="scroll" tabindex="-1"><header class="application-head"><h1 tabindex="-1">\(context.text(.places))</h1>\
            <a href="/recent">\(context.text(.recentlyViewed))</a>\(context.button("sync", .refresh, name))</header>\(sections)</div>
            """
    }

    private func place(_ collection: ItemCollection) -> Markup {
        let key = CollectionKey(catalog: catalog.location, collection: collection.id)
        let rows = context.snapshot.rows(of: key)
        let isOpened = collection.further == nil || opened.contains(collection.id)
        let photos = rows.prefix(Self.mostPhotos).map {
            PlacesPage.photo($0, context, shapes[$0.entry] ?? .photo)
        }
        let content: Markup =
            rows.isEmpty
            ? .when(isOpened, "<p class=\"soft\">\(context.text(.noPhotos))</p>")
            : "<ul class=\"rows plain photos\">\(photos)</ul>"
        let count = Markup.when(
            !rows.isEmpty,
            "<a class=\"soft\" href=\"\(context.link(PageAddress(key)))\">\(context.text(.photoCount, String(rows.count)))</a>"
        )
        return """
            <article class="place"><div class="place-head"><h3>\(.isolated(collection.title))</h3>\
            \(Markup.when(collection.subtitle) { "<span class=\"subtitle\">\(.isolated($0))</span>" })\(count)\
            \(Markup.when(!isOpened, context.button("open", .openPlace, PageAddress(key).fields(context.snapshot), about: collection.title)))</div>\(content)</article>
            """
    }

    /// The photos that the page of a catalogue shows.
    static func photos(
        of catalog: LibraryView.CatalogView, _ snapshot: LibrarySnapshot
    ) -> [LibraryView.Row] {
        catalog.catalog.collections.flatMap { place in
            snapshot.rows(of: CollectionKey(catalog: catalog.location, collection: place.id)).prefix(
                mostPhotos)
        }
    }

    /// One photo of a grid.
    private static func photo(
        _ row: LibraryView.Row, _ context: PageContext, path: String = "/photo", _ shape: PictureShape
    ) -> Markup {
        PictureTile(
            context: context, row: row, kind: "photo",
            link: context.link(PageAddress(row.entry), path: path), shape: shape
        ).markup
    }

    /// What was looked at last, newest first.
    static func recent(
        _ views: [(row: LibraryView.Row, shape: PictureShape)], _ context: PageContext
    ) -> Markup {
        let places = context.snapshot.view.catalogs.filter { CatalogShape.of($0.catalog).contains(.places) }
        let locations = Set(places.map(\.location))
        let photos = views.map { row, shape -> Markup in
            // What is not a photo of a place is shown where it is listed.
            photo(row, context, path: locations.contains(row.entry.catalog) ? "/photo" : "/", shape)
        }
        let content: Markup =
            views.isEmpty
            ? "<p class=\"empty\">\(context.text(.nothingViewed))</p>"
            : "<div class=\"place\"><ul class=\"rows plain photos\">\(photos)</ul></div>"
        return """
            <div class="scroll" tabindex="-1"><header class="application-head"><h1 tabindex="-1">\(context.text(.recentlyViewed))</h1></header>\(content)</div>
            """
    }
}
