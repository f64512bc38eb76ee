import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelHTML
import CarrelHTTP
import CarrelModel
import CarrelStages

/// The pages beside the three panes: what was found, what is new, what is set aside, and what was tried.
struct FurtherPages: Sendable {
    let context: PageContext

    // MARK: Searching

    // As on the command line: who wants more uses other words.
    static let mostHits = 1000
    private static let pageSize = ListPane.pageSize

    /// What was found, a page at a time.
    ///
    /// - Parameters:
    ///   - results: what was found, the best first: one more than are shown if there are more.
    ///   - words: what was searched for.
    ///   - first: the place of the first one of the page, from 0.
    /// - Returns: the page.
    func search(_ results: [SearchResult], of words: String, from first: Int) -> Markup {
        guard !results.isEmpty else {
            return page(.search, "<p class=\"empty\">\(context.text(.noHits))</p>")
        }
        let shown = results.prefix(Self.mostHits)
        let links = PageLinks(context: context, count: shown.count, size: Self.pageSize, from: first) {
            FormFields([("words", words), ("from", String($0))]).link(to: "/search")
        }
        let hits = shown[links.part].map { result -> Markup in
            let item = result.hit.item
            var address = PageAddress(item.key)
            address.page = result.hit.page
            let kind = result.document.mediaType.map { PageKind($0) } ?? .page
            let place = result.hit.page.map { kind.number($0, context.language) }
            let facts = [item.collection, item.catalog, place].compactMap(\.self).filter { !$0.isEmpty }
            return """
                <li><a href="\(context.link(address))"><span class="title">\(.isolated(item.title))</span></a>\
                <p class="subtitle">\(.isolated(facts.joined(separator: " · ")))</p>\
                <p class="snippet">\(result.hit.snippet.map(part))</p></li>
                """
        }
        let count =
            results.count > shown.count
            ? context.text(.moreHits, String(shown.count))
            : results.count == 1 ? context.text(.oneHit) : context.text(.hitCount, String(results.count))
        return page(
            .search,
            "<p>\(count)</p><ol class=\"hits\" start=\"\(links.first + 1)\">\(hits)</ol>\(links.markup)")
    }

    /// Why nothing could be searched for.
    func search(refused reason: String) -> Markup { page(.search, "<p class=\"reason\">\(reason)</p>") }

    private func part(_ part: SearchHit.SnippetPart) -> Markup {
        // White space at the ends parts the words.
        let (before, after) = (part.text.first?.isWhitespace == true, part.text.last?.isWhitespace == true)
        let text: Markup = part.isFound ? "<mark>\(part.text)</mark>" : "\(part.text)"
        return "\(before ? " " as Markup : .none)\(text)\(after ? " " as Markup : .none)"
    }

    // MARK: News

    /// What came since somebody last looked, a page at a time.
    ///
    /// - Parameters:
    ///   - marked: what takes back that items were just marked, and how many they are.
    ///   - first: the place of the first one of the page, from 0.
    /// - Returns: the page.
    func news(_ marked: (undo: String, count: Int)?, from first: Int) -> Markup {
        let undo = Markup.when(marked) { marked in
            """
            <div class="outcome" role="status">\(context.text(.markedRead, String(marked.count))) \
            \(context.button("undo", .undo, [("undo", marked.undo)]))</div>
            """
        }
        let news = context.snapshot.view.news
        guard !news.isEmpty else {
            return page(.news, "\(undo)<p class=\"empty\">\(context.text(.nothingNew))</p>")
        }
        let links = links("/new", news.reduce(0) { $0 + $1.rows.count }, from: first)
        var end = 0
        let groups = news.map { group -> Markup in
            let start = end
            end += group.rows.count
            let part = links.part.clamped(to: start..<end)
            guard !part.isEmpty else { return .none }
            let rows = group.rows[part.lowerBound - start..<part.upperBound - start].map(newRow)
            let catalog = [("catalogue", context.snapshot.linkName(ofCatalog: group.catalog.location))]
            let name = context.snapshot.name(of: group.catalog.location)
            return """
                <section><h2>\(.isolated(name))\
                \(context.button("mark-read", .markAllRead, catalog, kind: "quiet", about: name))</h2><ol class="rows plain">\(rows)</ol></section>
                """
        }
        return page(.news, "\(undo)\(groups)\(links.markup)")
    }

    private func newRow(_ row: LibraryView.Row) -> Markup {
        """
        <li class="row" data-key="\(context.rowKey(row))"><a href="\(context.link(PageAddress(row.entry)))">\
        <span class="label"><span class="title">\(.isolated(row.label))</span></span>\(context.status(of: row).markup)</a></li>
        """
    }

    private func links(_ path: String, _ count: Int, from first: Int) -> PageLinks {
        PageLinks(context: context, count: count, size: Self.pageSize, from: first) {
            FormFields([("from", String($0))]).link(to: path)
        }
    }

    // MARK: Quarantine

    /// What is set aside, a page at a time: what was promised beside what came.
    func quarantine(_ entries: [QuarantineEntry], from first: Int) -> Markup {
        guard !entries.isEmpty else {
            return page(.quarantine, "<p class=\"empty\">\(context.text(.nothingSetAside))</p>")
        }
        let links = links("/quarantine", entries.count, from: first)
        // Whoever goes through a long list goes on from there.
        let place = links.first > 0 ? [("from", String(links.first))] : []
        let rows = entries[links.part].map { entry -> Markup in
            let document = entry.document
            let fields = document.key.map { PageAddress($0).fields(context.snapshot) }
            // Without an item there is nothing to accept it for.
            let accepts = fields != nil && document.isWhole
            let what = (fields ?? []) + [("file", document.token)] + place
            return """
                <li><h2>\(.isolated(entry.title))</h2><p class="reason">\(.english(document.reason))</p>\
                <dl>\(DetailMarkup.row(context.text(.address), ShownText.of(document.origin.url)))\
                \(DetailMarkup.row(context.text(.size), context.size(document.digest.size)))\
                \(DetailMarkup.row(context.text(.mediaType), document.mediaType?.essence))</dl>\
                <div class="actions">\(Markup.when(accepts, context.button("accept", .accept, what, kind: "main", about: entry.title)))\
                \(context.sureButton("discard", .discard, says: context.text(.discardSays, context.size(document.digest.size)), what, about: entry.title))</div></li>
                """
        }
        return page(.quarantine, "<ol class=\"set-aside\">\(rows)</ol>\(links.markup)")
    }

    // MARK: What was tried

    /// All that is known of an item.
    func history(_ row: LibraryView.Row, _ history: ItemHistory) -> Markup {
        let attempts = history.attempts.map { attempt -> Markup in
            "<li>\(DateMarkup.markup(attempt.date, context.locale)) · \(context.text(attempt.outcome.phrase))\(Markup.when(attempt.reason) { ": \(.english($0))" })</li>"
        }
        let body: Markup =
            attempts.isEmpty
            ? "<p class=\"empty\">\(context.text(.nothingTried))</p>"
            : "<ol class=\"history\">\(attempts)</ol>"
        return page(
            .history,
            "<p><a href=\"\(context.link(PageAddress(row.entry)))\">\(.isolated(row.item.title))</a></p>\(body)"
        )
    }

    func page(_ heading: Phrase, _ body: Markup) -> Markup {
        "<div class=\"scroll\" tabindex=\"-1\"><div class=\"sheet-page\"><h1 tabindex=\"-1\">\(context.text(heading))</h1>\(body)</div></div>"
    }
}
