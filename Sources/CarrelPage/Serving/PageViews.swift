import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelHTML
import CarrelHTTP
import CarrelModel
import CarrelServer
import CarrelStages
import Foundation

/// Everything that can be looked at.
struct PageViews: Sendable {
    let library: CurrentLibrary
    let hub: LiveHub
    let access: Access
    let assets: Assets
    let visitors: Visitors
    let check: LibraryCheck
    let undo: UndoList
    let documents = DocumentSender()
    let pictures = MadeOnce<PictureName, Data>(limit: 96 << 20) { $0.count }
    /// The shapes of pictures, by the digest of their documents; about ten thousand of them.
    let knownShapes = MadeOnce<String, PictureShape>(limit: 10_000) { _ in 1 }
    let words = DocumentWords()

    /// The reply to a request for a page, a part of one, or a document.
    func reply(to request: PageRequest) async throws -> ServerReply {
        switch request.path {
        case "/": return try await panes(request)
        case "/rows": return try await rows(request)
        case "/search": return try await search(request)
        case "/new":
            let marked = request.query["undo"].flatMap { id in undo.keys(id).map { (id, $0.count) } }
            return try await further(request, .news) { $0.news(marked, from: request.place) }
        case "/quarantine":
            let view = try await library.current().view
            let entries = try await library.desk().quarantine(in: view)
            return try await further(request, .quarantine) { $0.quarantine(entries, from: request.place) }
        // A page that somebody loads again after a look.
        case "/add", "/look": return .html(200, await add(request, nil))
        case "/catalogue": return try await settings(request)
        case "/why": return try await why(request)
        case "/versions": return try await versions(request)
        case "/verify":
            let progress = check.progress
            return try await further(request, .verify) { $0.verify(progress) }
        case "/token": return .json(200, ["token": access.pageToken])
        case "/document": return try await document(request)
        case "/picture": return try await picture(request)
        case "/words": return try await pageWords(request)
        case "/found": return try await found(request)
        default:
            if let reply = try await application(request) { return reply }
            return notFound(request)
        }
    }

    // MARK: Three panes

    private func panes(_ request: PageRequest) async throws -> ServerReply {
        let desk = try await library.desk()
        var context = try await context(request)
        let asked = context.address
        // A script that draws a part anew keeps what is there.
        let missing = request.part == nil ? absence(of: request.query, in: context) : nil
        if let missing, context.collection == nil {
            return try await further(request, status: 404) { _ in Self.empty(missing) }
        }
        if context.collection == nil {
            context.address = try await standard(context, desk, request)
        }
        // A list that a script only draws anew was not selected by anybody, in this tab or in another.
        if let key = context.address.collectionKey, request.part == nil || request.part == "list",
            !request.isDrawnAnew
        {
            await select(key, request, desk)
        }
        let list = context.collection.map {
            ListPane(context: context, collection: $0, first: request.givenPlace)
        }
        switch request.part {
        case "library": return .html(200, LibraryPane(context: context).markup)
        case "list": return .html(200, list?.markup ?? .none)
        case "detail":
            let detail = try await detail(context, desk, request)
            return .html(200, detail ?? Self.empty(context.text(.choose)))
        default: break
        }
        if context.snapshot.view.catalogs.isEmpty {
            let frame = PageFrame(
                context: context, assets: assets.path, title: "Carrel", pane: "empty",
                page: FurtherPages(context: context).welcome)
            return .html(200, frame.markup)
        }
        let detail = try await detail(context, desk, request)
        // A phone shows one pane: what the address is about.
        let pane =
            request.query["pane"] == "library" ? "library" : asked.item != nil ? "detail" : "list"
        let frame = PageFrame(
            context: context, assets: assets.path, title: title(context), pane: pane,
            library: LibraryPane(context: context).markup, list: list?.markup ?? .none,
            detail: detail ?? Self.empty(missing ?? context.text(.choose)))
        return .html(missing == nil ? 200 : 404, frame.markup)
    }

    /// What an address names that the library does not have, as a sentence; `nil` if it has everything.
    private func absence(of fields: FormFields, in context: PageContext) -> String? {
        func named(_ name: String) -> String? {
            fields[name].flatMap { $0.isEmpty ? nil : String($0.singleLine.prefix(100)) }
        }
        guard let catalog = named("catalogue") else { return nil }
        guard context.address.catalog != nil else { return context.text(.noCatalog, catalog) }
        guard let collection = named("collection"), let key = context.address.collectionKey else {
            return nil
        }
        guard context.snapshot.collection(key) != nil else { return context.text(.noCollection, collection) }
        guard named("item") != nil, let item = context.address.itemKey else { return nil }
        return context.snapshot.row(of: item) == nil ? context.text(.noItem) : nil
    }

    func context(_ request: PageRequest) async throws -> PageContext {
        let turn = await hub.turn
        var snapshot = try await library.current()
        if let key = PageAddress(request.query, snapshot).itemKey {
            snapshot = try await library.current(with: key)
        }
        return PageContext(
            snapshot: snapshot, underWay: try await library.desk().itemsUnderWay(),
            address: PageAddress(request.query, snapshot), locale: request.locale, theme: request.theme,
            token: access.pageToken, turn: turn, signsOut: !access.isOpen,
            isReadOnly: access.isReadOnly, notes: request.notes)
    }

    /// The collection that this browser chose last, or else the command line, or the first; of the catalogue that is named.
    private func standard(_ context: PageContext, _ desk: Desk, _ request: PageRequest) async throws
        -> PageAddress
    {
        var wanted = [try await desk.selection()]
        if let visitor = request.visitor {
            wanted.insert(await desk.selection(of: await visitors.reader(of: visitor, desk)), at: 0)
        }
        let known = wanted.compactMap { $0.flatMap { context.snapshot.collection($0)?.key } }
        let all = context.snapshot.collections.lazy.map(\.key)
        let catalog = context.address.catalog
        let own = known.first { $0.catalog == catalog } ?? all.first { $0.catalog == catalog }
        return (own ?? known.first ?? all.first).map {
            PageAddress($0, filter: context.address.filter)
        } ?? PageAddress()
    }

    /// Notes which collection a browser looks at, for that one alone: numbers on a command line mean what they meant.
    private func select(_ key: CollectionKey, _ request: PageRequest, _ desk: Desk) async {
        guard let visitor = request.visitor, request.request.method != "HEAD" else { return }
        try? await desk.select(key, for: await visitors.reader(of: visitor, desk), isRemembered: false)
    }

    private func title(_ context: PageContext) -> String {
        [context.row?.item.title, context.collection?.collection.title, "Carrel"].compactMap(\.self)
            .joined(separator: " · ")
    }

    private static func empty(_ sentence: String) -> Markup {
        "<p class=\"empty\">\(.isolated(sentence))</p>"
    }

    // MARK: One item

    private func detail(_ context: PageContext, _ desk: Desk, _ request: PageRequest) async throws -> Markup?
    {
        guard var row = context.row else { return nil }
        var (document, trouble): (DocumentMarkup?, String?) = (nil, nil)
        var hasVersions = false
        if let stored = row.document { hasVersions = await desk.hasEarlierVersions(stored) }
        // To show something changes nothing; whoever looks says so right after this.
        if request.isLook { row.news = nil }
        if row.document != nil {
            do {
                let wish = PreviewWish(maxText: Self.maxText)
                let result = try await desk.preview(row.documentKey, wish)
                document = DocumentMarkup(result.preview, context.language)
            } catch let error as PreviewError {
                trouble = Sentence.of(error, context.language)
            } catch let error as StoreError {
                trouble = Sentence.told(error, context.language)
            }
        }
        var pane = DetailPane(context: context, row: row, document: document, trouble: trouble)
        pane.hasVersions = hasVersions
        if context.status(of: row).state.name == .setAside {
            pane.setAside = try await desk.quarantinedDocuments().first { $0.key == row.key }?.token
        }
        return pane.markup
    }

    // What a pane shows of a document's text, in bytes; the rest is in the document.
    private static let maxText = 256 << 10

    private func rows(_ request: PageRequest) async throws -> ServerReply {
        let context = try await context(request)
        guard let collection = context.collection else { return .html(404, .none) }
        let limit = min(500, max(1, request.query["limit"].flatMap { Int($0) } ?? ListPane.pageSize))
        return .html(
            200,
            ListPane(context: context, collection: collection, first: request.place).fragment(limit: limit))
    }

    private func why(_ request: PageRequest) async throws -> ServerReply {
        let context = try await context(request)
        guard let row = context.row else { return notFound(request) }
        let history = try await library.desk().history(of: row, in: context.snapshot.view, limit: 50)
        return try await further(request, .history) { $0.history(row, history) }
    }

    // MARK: Further pages

    private func search(_ request: PageRequest) async throws -> ServerReply {
        let words = request.query["words"] ?? ""
        guard !words.singleLine.isEmpty else { return .see("/") }
        do {
            let query = try SearchQuery(String(words.prefix(1000)))
            let desk = try await library.desk()
            // One more tells that there are more than anybody is shown.
            let results = try await desk.search(query, limit: FurtherPages.mostHits + 1)
            return try await further(request, .search, words) {
                $0.search(results, of: words, from: request.place)
            }
        } catch let error as SearchError {
            return try await further(request, .search, words) {
                $0.search(refused: Sentence.told(error, request.language))
            }
        }
    }

    private func further(
        _ request: PageRequest, _ title: Phrase? = nil, _ words: String = "", status: Int = 200,
        _ body: (FurtherPages) -> Markup
    ) async throws -> ServerReply {
        let context = try await context(request)
        let page = body(FurtherPages(context: context))
        guard request.part == nil else { return .html(status, page) }
        let name = title.map { context.text($0) }
        return .html(status, frame(context, page, title: name, searchWords: words))
    }

    /// The page that adds a catalogue, with why the last try did not work.
    func add(_ request: PageRequest, _ reason: String?) async -> Markup {
        guard let context = try? await context(request) else { return plain(request, reason ?? "") }
        let page = FurtherPages(context: context).add(
            reason, address: request.form["address"] ?? "", name: request.form["name"] ?? "")
        return frame(context, page, title: context.text(.addCatalog))
    }

    /// The page that asks whether to add what is at an address.
    func look(_ request: PageRequest, _ look: CatalogLook) async throws -> Markup {
        let context = try await context(request)
        let page = FurtherPages(context: context).look(look, address: request.form["address"] ?? "")
        return frame(context, page, title: context.text(.addCatalog))
    }

    /// A page in the place of the second and third pane.
    ///
    /// - Parameters:
    ///   - context: what it is drawn with.
    ///   - page: what it holds.
    ///   - title: what the window is called before the program's name.
    ///   - searchWords: the words that were searched for.
    ///   - script: the script of an application.
    /// - Returns: the whole page.
    func frame(
        _ context: PageContext, _ page: Markup, title: String? = nil, searchWords: String = "",
        script: String? = nil
    ) -> Markup {
        PageFrame(
            context: context, assets: assets.path, title: title.map { "\($0) · Carrel" } ?? "Carrel",
            pane: "list", searchWords: searchWords, library: LibraryPane(context: context).markup, page: page,
            script: script
        ).markup
    }

    /// A page that only says why there is no other.
    func failure(_ request: PageRequest, _ status: Int, _ reason: String) -> ServerReply {
        .html(status, plain(request, reason))
    }

    /// A page that says that there is none of that address.
    func notFound(_ request: PageRequest) -> ServerReply {
        failure(request, 404, Phrase.notFound.text(request.language))
    }

    func plain(_ request: PageRequest, _ reason: String, _ form: Markup? = nil) -> Markup {
        let back: Markup = "<p><a href=\"/\">\(Phrase.back.text(request.language))</a></p>"
        return """
            \(Markup.beginning(request.locale, request.theme))<title>Carrel</title>
            <meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
            <link rel="stylesheet" href="\(assets.path)/page.css"></head>
            <body class="alone"><main class="sheet-page"><h1>Carrel</h1><p>\(reason)</p>\(form ?? back)\
            </main></body></html>
            """
    }
}
