import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelHTML
import CarrelModel
import CarrelStages

/// The first pane: catalogues and their collections.
struct LibraryPane: Sendable {
    let context: PageContext

    /// What the pane holds.
    var markup: Markup {
        let snapshot = context.snapshot
        let groups = Dictionary(grouping: snapshot.collections, by: \.key.catalog)
        return """
            <div class="library-head" data-news="\(context.newsCount)"><h1 tabindex="-1">\(context.text(.library))</h1>\
            <a href="/add">\(context.text(.addCatalog))</a></div>\(snapshot.view.catalogs.map { catalog($0, groups[$0.location] ?? []) })\
            <div class="pane-actions"><a class="plain" href="/convert">\(context.text(.converter))</a>\
            <a class="plain" href="/verify">\(context.text(.verify))</a>\
            \(context.button("sync", .syncAll, []))</div>
            """
    }

    private func catalog(
        _ catalog: LibraryView.CatalogView, _ collections: [LibraryView.CollectionRow]
    ) -> Markup {
        let link = [("catalogue", context.snapshot.linkName(ofCatalog: catalog.location))]
        let name = context.snapshot.name(of: catalog.location)
        return """
            <section class="catalogue"><div class="head"><h2>\(.isolated(name))</h2>\
            <span class="tools">\(settings(name))\(context.button("sync", .sync, link, kind: "quiet", about: name))</span></div>\
            <ul class="collections">\(ApplicationLinks(context: context).entries(of: catalog))\(sections(collections))</ul></section>
            """
    }

    private func settings(_ name: String) -> Markup {
        let link = FormFields([("catalogue", name)]).link(to: "/catalogue")
        return
            "<a class=\"quiet\" href=\"\(link)\"\(context.name(.settings, about: name))>\(context.text(.settings))</a>"
    }

    private func sections(_ collections: [LibraryView.CollectionRow]) -> [Markup] {
        var section: String?
        return collections.map { collection -> Markup in
            let title = collection.section == section ? nil : collection.section
            section = collection.section
            return """
                \(Markup.when(title) { "<li class=\"section\"><h3>\(.isolated($0))</h3></li>" })\(row(collection))
                """
        }
    }

    private func row(_ collection: LibraryView.CollectionRow) -> Markup {
        let counts = context.snapshot.counts(of: collection.key)
        let isCurrent = context.address.collectionKey == collection.key
        return """
            <li><a href="\(context.link(PageAddress(collection.key)))"\(.current(isCurrent)) data-collection>\
            <span class="label"><span class="title">\(.isolated(collection.collection.title))</span>\
            \(Markup.when(collection.collection.subtitle) { "<span class=\"subtitle\">\(.isolated($0))</span>" })</span>\
            \(badge(counts))</a></li>
            """
    }

    /// What is worth a look, else how many there are.
    private func badge(_ counts: LibrarySnapshot.Counts) -> Markup {
        if counts.news > 0 {
            return "<span class=\"count new\">\(context.text(.newCount, String(counts.news)))</span>"
        }
        let troubles = [(counts.failed, Phrase.failedCount), (counts.setAside, .setAsideCount)]
            .filter { $0.0 > 0 }.map { context.text($0.1, String($0.0)) }
        if !troubles.isEmpty {
            let parts = troubles.enumerated().map { place, words -> Markup in
                "\(.when(place > 0, ", "))<span class=\"unbroken\">\(words)</span>"
            }
            return "<span class=\"count failed\">\(parts)</span>"
        }
        return
            "<span class=\"count\"><span class=\"unseen\">\(context.text(.storedCount, String(counts.stored))) / </span>\(counts.items)</span>"
    }
}
