import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelHTML
import CarrelModel
import CarrelStages

/// The second pane: the items of a collection.
struct ListPane: Sendable {
    /// How many rows a page without scripts has, and a script gets at once.
    static let pageSize = 100

    let context: PageContext
    let collection: LibraryView.CollectionRow
    /// The place of the first row that is drawn, from 0; `nil` for where the item of the address is, or the beginning.
    ///
    /// One outside the list counts as the end that is nearer.
    var first: Int?

    /// The rows that pass the filter.
    var rows: [LibraryView.Row] { context.address.filter.rows(context.snapshot.rows(of: collection.key)) }

    /// What the pane holds.
    var markup: Markup {
        let rows = rows
        let chosen = context.address.itemKey.flatMap { key in rows.firstIndex { $0.entry == key } }
        let pages = pages(rows.count, from: first ?? chosen ?? 0)
        return """
            <header class="pane-head"><h1 tabindex="-1">\(.isolated(collection.collection.title))</h1>\
            \(Markup.when(collection.collection.subtitle) { "<p class=\"subtitle\">\(.isolated($0))</p>" })\
            \(details)\(filter(rows.count))</header>\
            \(list(rows, pages.part, chosen))\(pages.markup)
            """
    }

    /// The rows alone, as a script asks for them.
    func fragment(limit: Int) -> Markup {
        let rows = rows
        let shown = rows.dropFirst(max(0, first ?? 0)).prefix(limit).map(RowMarkup(context: context).row)
        return """
            <ol class="rows" data-total="\(rows.count)" data-number="\(context.snapshot.number)">\(shown)</ol>
            """
    }

    private func list(_ rows: [LibraryView.Row], _ part: Range<Int>, _ chosen: Int?) -> Markup {
        guard !rows.isEmpty else {
            let phrase = context.address.filter.isEmpty ? Phrase.noItems : .noMatch
            return "<p class=\"empty\">\(context.text(phrase))</p>"
        }
        let shown = rows[part].map(RowMarkup(context: context).row)
        return """
            <div class="scroll" tabindex="-1"><ol class="rows" id="rows" data-total="\(rows.count)" \
            data-first="\(part.lowerBound)"\(Markup.when(chosen) { " data-chosen=\"\($0)\"" }) \
            data-number="\(context.snapshot.number)">\(shown)</ol></div>
            """
    }

    /// What the catalogue says of the collection: a lecturer, a page of its own.
    private var details: Markup {
        let details = collection.collection.details
        guard !details.isEmpty else { return .none }
        return """
            <details class="facts"><summary>\(.isolated(details.first?.value ?? ""))</summary><dl>\
            \(details.map { DetailMarkup.row($0, context.locale) })</dl></details>
            """
    }

    private func filter(_ count: Int) -> Markup {
        let filter = context.address.filter
        func option(_ value: String, _ label: Phrase, _ isChosen: Bool) -> Markup {
            "<option value=\"\(value)\"\(.when(isChosen, " selected"))>\(context.text(label))</option>"
        }
        let groups = ListFilter.Status.allCases.map { option($0.rawValue, $0.phrase, filter.status == $0) }
        let kinds = ListFilter.Kind.allCases.map { option($0.rawValue, $0.phrase, filter.kind == $0) }
        return """
            <form class="filter" method="get" action="/" role="search">\
            <input type="hidden" name="catalogue" value="\(context.snapshot.name(of: collection.key.catalog))">\
            <input type="hidden" name="collection" value="\(context.snapshot.linkName(of: collection.key))">\
            <input type="search" name="filter" value="\(filter.text)" placeholder="\(context.text(.filter))" \
            aria-label="\(context.text(.filter))" autocomplete="off">\
            <select name="status" aria-label="\(context.text(.status))">\(option("", .anyStatus, filter.status == nil))\(groups)</select>\
            <select name="type" aria-label="\(context.text(.mediaType))">\(option("", .anyType, filter.kind == nil))\(kinds)</select>\
            <button class="plain">\(context.text(.filter))</button>\
            <output class="total">\(count == 1 ? context.text(.oneItem) : context.text(.itemCount, String(count)))</output></form>
            """
    }

    private func pages(_ count: Int, from place: Int) -> PageLinks {
        PageLinks(context: context, count: count, size: Self.pageSize, from: place) { place in
            var address = context.address
            (address.item, address.page, address.version) = (nil, nil, nil)
            return context.link(address, [("from", String(place))])
        }
    }
}

extension ListFilter.Status {
    /// What the group is called.
    var phrase: Phrase {
        switch self {
        case .new: .groupNew
        case .stored: .groupStored
        case .missing: .groupMissing
        case .failed: .groupFailed
        case .ignored: .groupIgnored
        }
    }
}

extension ListFilter.Kind {
    /// What the kind is called.
    var phrase: Phrase {
        switch self {
        case .pdf: .kindPDF
        case .page: .kindPage
        case .text: .kindText
        case .picture: .kindPicture
        case .sound: .kindSound
        case .film: .kindFilm
        case .archive: .kindArchive
        case .other: .kindOther
        }
    }
}
