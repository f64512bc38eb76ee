import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelHTML
import CarrelHTTP
import CarrelMarkdown
import CarrelModel
import CarrelViews

/// What is inside a document, as a page shows it.
struct DocumentMarkup: Sendable {
    /// How a browser can show the document itself.
    enum Way: Sendable {
        /// Page by page, as pictures.
        case pages(Int)
        case picture, frame, sound, film
        /// As the server draws it: a picture of a kind that browsers do not know.
        case drawing
        /// Only its text.
        case text
    }

    /// The document's own title.
    let title: String?
    /// What it is, shortly: its kind as a file's name says it, how long it is.
    let facts: [String]
    /// How it is shown.
    let way: Way
    /// What is said of what is missing of the text; `nil` if nothing is.
    let rest: Phrase?
    private let preview: Preview
    private let text: Markup

    // What a pane shows at once; more pages are behind links.
    private static let pagesAtOnce = 200

    /// A document that was looked into.
    init(_ preview: Preview, _ language: Language) {
        self.preview = preview
        let pageKind = preview.pageKind
        // The facts have a place of their own.
        let body = PreviewPage.body(of: preview.withoutFactsInText) { pageKind.number($0, language) }
        text = Markup(trusted: body.html)
        let isAtEnd = preview.part == .withGaps && !body.isCut
        rest = body.isCut || preview.isTruncated ? (isAtEnd ? .hasGaps : .truncated) : nil
        title = preview.title?.nonEmpty
        way = Self.way(preview)
        let pages = preview.pages.map { pageKind.count($0, language) }
        let kind = preview.mediaType.fileExtension?.uppercased() ?? preview.mediaType.essence
        facts = [kind, pages].compactMap(\.self)
    }

    /// What its content is; a server may call it something else.
    var mediaType: MediaType { preview.mediaType }

    private static func way(_ preview: Preview) -> Way {
        switch preview.mediaType.essence {
        case "application/pdf": return .pages(max(1, preview.pages ?? 1))
        case "image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/svg+xml", "image/bmp":
            return .picture
        case "text/html", "application/xhtml+xml": return .frame
        case let type where type.hasPrefix("image/"): return .drawing
        case let type where type.hasPrefix("audio/"): return .sound
        case let type where type.hasPrefix("video/"): return .film
        default: return .text
        }
    }

    /// The document, and beside it its text.
    func markup(_ context: PageContext, _ row: LibraryView.Row) -> Markup {
        let notes = preview.notes.map { "<p class=\"note\">\(.isolated($0))</p>" as Markup }
        let end = Markup.when(rest) { "<p class=\"note\">\(context.text($0))</p>" }
        let isOnlyFacts = preview.factsEnd != nil && text.html.isEmpty
        let body = Markup.when(
            !isOnlyFacts,
            "<section class=\"reading\" data-form=\"\(preview.form.rawValue)\">\(text)\(end)</section>")
        return
            "\(tools(context))<div class=\"preview\">\(notes)\(itself(context, row))\(body)\(metadata(context.locale))</div>"
    }

    /// What pages are turned, enlarged, searched and read with; of use with scripts alone, which show it.
    private func tools(_ context: PageContext) -> Markup {
        guard case .pages(let count) = way else { return .none }
        return """
            <div class="tabs" role="toolbar" aria-label="\(context.text(.document))">\
            <button data-overview aria-expanded="false" aria-controls="strip">\(context.text(.overview))</button>\
            <span class="choices"><button data-show="pages">\(context.text(.showPages))</button>\
            <button data-show="text">\(context.text(.showText))</button></span>\
            <label class="soft"><span>\(context.text(.showPage))</span> \
            <input name="page" type="number" min="1" max="\(count)" value="1" inputmode="numeric" \
            aria-label="\(context.text(.showPage))"> / \(count)</label>\
            <span class="choices"><button data-zoom="0.8" aria-label="\(context.text(.smaller))">−</button>\
            <button data-zoom="fit">\(context.text(.fit))</button>\
            <button data-zoom="1.25" aria-label="\(context.text(.larger))">+</button></span>\
            <span class="find"><input name="find" type="search" maxlength="200" aria-label="\(context.text(.findInDocument))" \
            placeholder="\(context.text(.findInDocument))"><output></output>\
            <button data-step="-1" aria-label="\(context.text(.previousPlace))" disabled>‹</button>\
            <button data-step="1" aria-label="\(context.text(.nextPlace))" disabled>›</button></span></div>
            """
    }

    private func itself(_ context: PageContext, _ row: LibraryView.Row) -> Markup {
        let link = context.link(PageAddress(row.entry), path: "/document", [("inline", "1")])
        let name = ShownText.of(row.item.title)
        switch way {
        case .pages(let count): return pages(count, context, row)
        case .picture: return Self.picture(link, name)
        case .drawing:
            let drawn = context.link(
                PageAddress(row.entry), path: "/picture", [("width", "2600"), ("tile", "1")])
            return Self.picture(drawn, name)
        case .frame:
            return """
                <iframe class="page" src="\(link)" title="\(name)" sandbox referrerpolicy="no-referrer" loading="lazy"></iframe>
                """
        case .sound:
            return
                "<audio class=\"player\" controls preload=\"metadata\" src=\"\(link)\" aria-label=\"\(name)\"></audio>"
        case .film:
            return
                "<video class=\"player\" controls preload=\"metadata\" src=\"\(link)\" aria-label=\"\(name)\"></video>"
        case .text: return .none
        }
    }

    private static func picture(_ link: String, _ name: String) -> Markup {
        "<figure class=\"picture\" data-zoom><img src=\"\(link)\" alt=\"\(name)\" decoding=\"async\"></figure>"
    }

    private func pages(_ count: Int, _ context: PageContext, _ row: LibraryView.Row) -> Markup {
        let first = min(max(1, context.address.page ?? 1), count)
        let start = (first - 1) / Self.pagesAtOnce * Self.pagesAtOnce + 1
        let shown = start...min(count, start + Self.pagesAtOnce - 1)
        let sides = sides
        let figures = shown.map { figure($0, of: count, sides, context, row) }
        return """
            \(PageStrip(context: context, row: row, pages: shown, outline: outline).markup)\
            <div class="sheets" data-pages="\(count)" data-found="\(context.link(PageAddress(row.entry), path: "/found"))" \
            tabindex="0" role="region" aria-label="\(context.text(.showPages))">\(figures)\(more(count, shown, context))</div>
            """
    }

    private func figure(
        _ page: Int, of count: Int, _ sides: Markup, _ context: PageContext, _ row: LibraryView.Row
    ) -> Markup {
        let address = PageAddress(row.entry)
        let picture = context.link(address, path: "/picture", [("page", String(page))])
        let words = context.link(address, path: "/words", [("page", String(page))])
        return """
            <figure class="sheet" id="sheet-\(page)" data-page="\(page)" data-words="\(words)"><div class="paper">\
            <img data-picture="\(picture)" src="\(picture)&amp;width=1200" alt="\(context.text(.pageNumber, String(page)))"\
            \(sides) loading="lazy" decoding="async" draggable="false"></div><figcaption>\(page) / \(count)</figcaption></figure>
            """
    }

    /// The sides of the first page in millimetres: most have them, and what is below does not jump as pictures come.
    private var sides: Markup {
        guard let size = preview.metadata["pageSize"]?.prefixMatch(of: /(\d{1,5}) × (\d{1,5})/),
            let width = Int(size.1), let height = Int(size.2), width > 0, height > 0
        else { return .none }
        return " width=\"\(width)\" height=\"\(height)\""
    }

    private var outline: DocumentOutline { DocumentOutline(preview.metadata["outline"] ?? "") }

    private func more(_ count: Int, _ shown: ClosedRange<Int>, _ context: PageContext) -> Markup {
        guard shown.count < count else { return .none }
        let starts = stride(from: 1, through: count, by: Self.pagesAtOnce)
        let links = starts.map { start -> Markup in
            var address = context.address
            address.page = start
            return
                "<a href=\"\(context.link(address))\">\(start)–\(min(count, start + Self.pagesAtOnce - 1))</a> "
        }
        return "<nav class=\"pages\">\(links)</nav>"
    }

    private func metadata(_ locale: PageLocale) -> Markup {
        var facts = DocumentFacts(metadata: preview.metadata, locale: locale)
        // The table of contents has a place of its own.
        if case .pages = way { facts.metadata["outline"] = nil }
        let rows = facts.rows
        return Markup.when(!rows.isEmpty, "<section class=\"about\"><dl>\(rows)</dl></section>")
    }
}
