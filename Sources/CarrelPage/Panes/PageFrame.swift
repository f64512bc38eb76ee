import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelHTML

/// A whole page: its head, its bar and its panes.
struct PageFrame: Sendable {
    let context: PageContext
    /// Where the scripts and styles of this build are.
    let assets: String
    /// What the window is called.
    var title: String
    /// Which pane a phone shows.
    var pane: String
    /// The words that were searched for.
    var searchWords = ""
    /// The panes, or one page of another kind.
    var library = Markup.none
    var list = Markup.none
    var detail = Markup.none
    /// What takes the place of the second and third pane.
    var page: Markup?
    /// The script of an application, by its file's name; its styles come with it.
    var script: String?

    /// The page.
    var markup: Markup {
        """
        \(context.head(ShownText.of(title), assets))<link rel="manifest" href="/manifest.webmanifest">
        <link rel="stylesheet" href="\(assets)/page.css"><script type="module" src="\(assets)/page.js"></script>
        \(application)</head><body\(.when(context.isReadOnly, " data-read-only")) data-number="\(context.snapshot.number)" \
        data-turn="\(context.turn)" data-text-offline="\(context.text(.offline))" \
        data-text-unanswered="\(context.text(.unanswered))" data-text-close="\(context.text(.close))" \
        data-text-first="\(context.text(.firstItem))" data-text-last="\(context.text(.lastItem))" \
        data-text-pull="\(context.text(.pullOn))" data-text-let-go="\(context.text(.letGo))">
        <a class="skip" href="#list">\(context.text(.skipToItems))</a>
        \(bar)
        <div class="panes" data-pane="\(pane)">
        <nav class="pane" id="library" aria-label="\(context.text(.library))">\(library)</nav>
        \(main)
        </div>
        <div class="notices"><p class="activity" id="activity" role="status"></p><div id="messages" role="alert">\(notes)</div></div>
        <p class="unseen" id="announcer" aria-live="polite"></p>\(keys)
        </body></html>
        """
    }

    private var application: Markup {
        Markup.when(script) {
            """
            <link rel="stylesheet" href="\(assets)/applications.css">\
            <script type="module" src="\(assets)/\($0)"></script>
            """
        }
    }

    private var main: Markup {
        if let page { return "<main class=\"pane wide\" id=\"list\">\(page)</main>" }
        return """
            <main><section class="pane" id="list" aria-label="\(context.text(.items))">\(list)</section>
            <section class="pane" id="detail" aria-label="\(context.text(.document))">\(detail)</section></main>
            """
    }

    private var bar: Markup {
        let news = context.newsCount
        return """
            <header class="bar"><a class="home" href="/">Carrel</a>\
            <a class="back" href="\(backLink)">\(context.text(.back))</a>\
            <form class="search" role="search" action="/search"><input type="search" name="words" value="\(searchWords)" \
            placeholder="\(context.text(.searchWords))" aria-label="\(context.text(.search))" id="search"></form>\
            <nav class="places" aria-label="\(context.text(.menu))"><a href="/new">\(context.text(.news)) \
            <span class="count new">\(news > 0 ? String(news) : "")</span></a>\
            <a href="/quarantine">\(context.text(.quarantine))</a>\(menu)</nav></header>
            """
    }

    /// What a script would have shown by now.
    private var notes: [Markup] {
        context.notes.map { note -> Markup in
            "<div class=\"message\(.when(note.isError, " error"))\"><p>\(.isolated(note.text))</p></div>"
        }
    }

    /// What the page looks like and speaks.
    private var menu: Markup {
        func link(_ name: String, _ value: String, _ label: String, _ isCurrent: Bool) -> Markup {
            let link = context.link(context.address, [(name, value)])
            return "<li><a href=\"\(link)\"\(.current(isCurrent))>\(label)</a></li>"
        }
        let languages = Language.allCases.map {
            link("language", $0.rawValue, $0.name, $0 == context.language)
        }
        return """
            <details class="menu"><summary>\(context.text(.menu))</summary><div>\
            <ul class="narrow"><li><a href="/quarantine">\(context.text(.quarantine))</a></li></ul>\
            <h2>\(context.text(.applications))</h2><ul>\(ApplicationLinks(context: context).entries)</ul><h2>\(context.text(.language))</h2><ul>\(languages)</ul>\
            <h2>\(context.text(.theme))</h2><ul>\(link("theme", "system", context.text(.themeSystem), context.theme == nil))\
            \(link("theme", "light", context.text(.themeLight), context.theme == .light))\
            \(link("theme", "dark", context.text(.themeDark), context.theme == .dark))</ul>\(leaving)</div></details>
            """
    }

    private var leaving: Markup {
        Markup.when(
            context.signsOut,
            """
            <form class="leave" method="post" action="/leave">\(context.tokenField)\
            <button class="plain">\(context.text(.signOut))</button></form>
            """)
    }

    /// The keys that count, for `?`.
    private var keys: Markup {
        let rows = KeyHelp.all.map { key -> Markup in
            "<dt>\(key.keys.map { "<kbd>\($0)</kbd> " as Markup })</dt><dd>\(context.text(key.phrase))</dd>"
        }
        return """
            <dialog id="keys" aria-labelledby="keys-title"><h2 id="keys-title">\(context.text(.keys))</h2><dl>\(rows)</dl>\
            <p class="actions"><button class="main">\(context.text(.close))</button></p></dialog>
            """
    }

    /// One pane outwards, for a phone and for whoever has no scripts.
    private var backLink: String {
        var address = context.address
        (address.page, address.version) = (nil, nil)
        if address.item != nil { address.item = nil } else { address = PageAddress() }
        return context.link(address, address == PageAddress() ? [("pane", "library")] : [])
    }
}
