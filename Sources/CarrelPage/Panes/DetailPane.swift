import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelHTML
import CarrelHTTP
import CarrelModel

/// The third pane: one item, with what is inside its document.
struct DetailPane: Sendable {
    let context: PageContext
    /// The item.
    let row: LibraryView.Row
    /// What is inside; `nil` if it is not stored, or nothing can be shown.
    let document: DocumentMarkup?
    /// Why there is no preview, and what would make one.
    let trouble: String?
    /// Whether earlier versions of the document are kept.
    var hasVersions = false
    /// The name in the quarantine of what was set aside for it last.
    var setAside: String?

    /// What the pane holds.
    var markup: Markup {
        let status = context.status(of: row)
        return """
            <article class="item" data-key="\(context.rowKey(row))" data-status="\(status.name)"\
            \(Markup.when(row.document != nil, " data-document"))>\
            <header class="pane-head"><h1 tabindex="-1">\(.isolated(title))</h1>\
            \(Markup.when(row.item.subtitle) { "<p class=\"subtitle\">\(.isolated($0))</p>" })\
            <p class="line">\(status.markup)\(facts)</p>\(reason(status))<div class="actions">\(actions(status))</div></header>\
            <div class="scroll" tabindex="-1">\(content(status))\(about)</div></article>
            """
    }

    private var title: String { document?.title ?? row.item.title }

    private var facts: Markup {
        let facts =
            (document?.facts ?? []) + [row.document.map { context.size($0.size) }].compactMap(\.self)
        return Markup.when(
            !facts.isEmpty, "<span class=\"facts-line\">\(facts.joined(separator: " · "))</span>")
    }

    private func reason(_ status: StatusMarkup) -> Markup {
        Markup.when(status.reason) { "<p class=\"reason\">\(.english($0))</p>" }
    }

    // MARK: Actions

    private func actions(_ status: StatusMarkup) -> [Markup] {
        let entry = context.address.fields(context.snapshot).filter {
            ["catalogue", "collection", "item"].contains($0.0)
        }
        let file = entry + (setAside.map { [("file", $0)] } ?? [])
        return ItemOffer.of(row, status.state).map { offer -> Markup in
            switch offer {
            case .cancel: context.button("cancel", .cancel, entry, kind: "main")
            case .download: context.button("get", .download, entry, kind: "main")
            case .tryAgain: context.button("get", .tryAgain, entry, kind: "main")
            case .accept: context.button("accept", .accept, file, kind: "main")
            case .discard:
                context.sureButton("discard", .discard, says: context.text(.discardSaysShortly), file)
            case .openFile:
                "<a class=\"plain\" href=\"\(link("/document"))\" download>\(context.text(.originalFile))</a>"
            case .markRead: context.button("mark-read", .markRead, entry)
            case .markUnread: context.button("mark-unread", .markUnread, entry)
            case .ignore: context.button("ignore", .ignore, entry)
            case .unignore: context.button("unignore", .unignore, entry)
            }
        }
    }

    private func link(_ path: String) -> String { context.link(PageAddress(row.entry), path: path) }

    // MARK: Content

    private func content(_ status: StatusMarkup) -> Markup {
        if let document { return document.markup(context, row) }
        if let trouble { return "<p class=\"empty\">\(.isolated(trouble))</p>" }
        guard !row.isStored, row.item.url != nil else { return .none }
        let absent: Phrase = status.state.name == .paused ? .isPaused : .notFetched
        // Why it did not come stands above.
        let other: Phrase? =
            row.isUnnamed ? .isUnnamed : row.isLost ? .isLost : status.reason == nil ? absent : nil
        let phrase: Phrase? = row.isSetAside ? .isSetAside : other
        return Markup.when(phrase) { "<p class=\"empty\">\(context.text($0))</p>" }
    }

    /// What is known of the item and its document.
    private var about: Markup {
        let locale = context.locale
        let stored = row.document.map { DateMarkup.markup($0.storedAt, locale) }
        let mediaType = document?.mediaType ?? row.document?.mediaType
        return """
            <section class="about"><dl>\(row.details.map { DetailMarkup.row($0, locale) })\
            \(DetailMarkup.row(context.text(.storedAt), of: stored))\
            \(DetailMarkup.row(context.text(.mediaType), mediaType?.essence))\
            \(address)</dl>\
            <p><a href="\(link("/why"))">\(context.text(.history))</a>\
            \(.when(hasVersions, " <a href=\"\(link("/versions"))\">\(context.text(.versions))</a>"))</p></section>
            """
    }

    private var address: Markup {
        guard let url = row.item.url, DetailMarkup.isWebAddress(url) else { return .none }
        return DetailMarkup.row(Detail(context.text(.address), ShownText.of(url)), context.locale)
    }
}
