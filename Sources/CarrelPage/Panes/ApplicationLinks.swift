import CarrelCore
import CarrelFrontEnd
import CarrelHTML
import CarrelModel

/// Links to the applications that the library has something for.
struct ApplicationLinks: Sendable {
    let context: PageContext

    /// The applications of the whole library, each as an entry of a list; the converter needs no catalogue.
    var entries: Markup {
        let week: Markup =
            context.snapshot.hasTimetable ? "<li><a href=\"/week\">\(context.text(.week))</a></li>" : .none
        return """
            \(week)\(Markup.when(hasViews, "<li><a href=\"/recent\">\(context.text(.recentlyViewed))</a></li>"))\
            <li><a href="/convert">\(context.text(.converter))</a></li>
            """
    }

    private var hasViews: Bool {
        context.snapshot.view.catalogs.contains { CatalogShape.of($0.catalog).contains(.places) }
    }

    /// The applications of one catalogue, in front of its collections.
    func entries(of catalog: LibraryView.CatalogView) -> [Markup] {
        CatalogShape.of(catalog.catalog).map { shape -> Markup in
            var address = PageAddress()
            address.catalog = catalog.location
            switch shape {
            case .timetable: return entry("/week", .week)
            case .places: return entry(context.link(address, path: "/places"), .places)
            case .chart(let collection):
                address.collection = collection
                return entry(context.link(address, path: "/chart"), .chart)
            }
        }
    }

    private func entry(_ link: String, _ label: Phrase) -> Markup {
        "<li class=\"application\"><a href=\"\(link)\"><span class=\"label\">\(context.text(label))</span></a></li>"
    }
}
