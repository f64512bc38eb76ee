import CarrelBasics
import CarrelHTTP
import CarrelMarkup
import CarrelModel
import CarrelStages
import CarrelXMLReading
import Foundation

/// Parses a web page: the documents that it links are the items of one collection.
public struct HTMLLinksParser: Parser {
    private let filter: LinkFilter
    private let collection: String?
    private let settings: Settings
    private let selection: LinkSelection?
    private let pages: PageLinks
    private let titles: LinkTitles

    /// Makes a parser for links to documents of the usual kinds.
    public init() {
        filter = LinkFilter()
        collection = nil
        settings = Settings()
        selection = nil
        pages = PageLinks()
        titles = .link
    }

    init(_ settings: Settings) throws(PluginError) {
        self.settings = settings
        var faults: [PluginError] = []
        filter = faults.attempt(try LinkFilter(settings)) ?? LinkFilter()
        selection = faults.attempt(try LinkSelection(settings)) ?? nil
        try faults.check()
        pages = PageLinks(settings)
        titles = settings[LinkTitles.setting]
        collection = settings[Self.collectionSetting]?.titleText.nonEmpty
    }

    static let collectionSetting = Setting<String?>(
        "collection", help: "The name of the collection, instead of the page's file name")

    /// The plug-in.
    public static let plugin = Plugin<any Parser>(
        "html-links", summary: "Reads web pages that link documents",
        settings: [
            LinkFilter.typesSetting, LinkFilter.patternSetting, LinkFilter.sameHostSetting, collectionSetting,
            LinkSelection.setting, LinkTitles.setting, PageLinks.depthSetting, PageLinks.robotsSetting,
            PageLinks.nofollowSetting,
        ]
    ) { settings, _ throws(PluginError) in try HTMLLinksParser(settings) }

    /// A page needs nothing but a link to a document.
    public var readsAnyPage: Bool { true }

    // How much of a document recognition looks at.
    private static let outline = 16 << 10

    /// Certain where the document begins as HTML does and is not a server's listing of a folder.
    public func recognition(of documents: [CatalogDocument]) -> Recognition {
        // Nearly all other documents begin otherwise.
        guard let document = documents.catalog,
            document.data.prefix(Self.outline).first(where: Self.isText) == UInt8(ascii: "<")
        else { return .no }
        let beginning = Self.beginning(document.data)
        if DirectoryListing.isPresent(in: document.data) { return .possible }
        if beginning.hasPrefix("<!doctype html") || beginning.hasPrefix("<html") { return .certain }
        guard !beginning.hasPrefix("<?xml") || beginning.contains("<html") else { return .no }
        let tags = ["<html", "<head", "<title", "<body", "<table", "<a href", "<h1", "<ul", "<p>", "<pre>"]
        return tags.contains { beginning.contains($0) } ? .possible : .no
    }

    /// Parses the page among the documents.
    public func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        let document = try documents.requiredCatalog()
        if let start = document.page?.start, start != document.url {
            let scope = FolderScope(start)?.seen(from: document.url)
            guard case .inside = scope?.position(of: document.url.absoluteString) else {
                return CatalogHTML.nothing(
                    "it leads to \(document.location), which is not below the first page", in: document)
            }
        }
        do throws(ParseError) {
            try refuseOthers(document)
        } catch {
            guard document.page != nil else { throw error }
            return CatalogHTML.nothing(error.reason, in: document)
        }
        let budget = CatalogBudget(document, settings)
        var problems = ProblemList()
        let collector = LinkCollector(readsBeside: titles == .distinct)
        let page = CatalogHTML.read(document, collector, budget, &problems)
        if let base = page.base.flatMap(budget.resolve).flatMap(URL.init(string:)) { budget.setBase(base) }
        let selected = try selection?.places(in: document, budget)
        let chosen = selected.map { places in page.links.filter { places.contains($0.place) } } ?? page.links
        let (items, leftOut) = self.items(chosen, of: document.url, budget, &problems)
        let ofPage = filter.of(document.url)
        let further = pages.pages(page, of: document, budget) { ofPage.accepts($0, budget) }
        try budget.conclude()
        problems.add(budget.addressProblem)
        // A login page in the place of a page of notes must not empty the library's listing.
        guard !items.isEmpty || !further.isEmpty || document.page != nil else {
            throw noDocument(among: chosen, of: page, at: document, budget, problems.problems)
        }
        if items.contains(where: Self.isLocal), let problem = Self.savedPage(document) {
            problems.add("page", problem)
        }
        var catalog = catalog(of: document, titled: page.title, items, problems.problems)
        catalog.pages = further
        // Some ask for a name first, and for the password on the next page: their address tells them.
        catalog.asksForPassword = page.asksForPassword || document.isLoginInPlace
        catalog.leftOut = leftOut
        return catalog
    }

    /// The error of a page without a link that counts.
    private func noDocument(
        among chosen: [Link], of page: LinkCollector, at document: CatalogDocument, _ budget: CatalogBudget,
        _ problems: [CatalogProblem]
    ) -> ParseError {
        let linkCount = page.links.count { $0.embedding == nil }
        if let selection, chosen.isEmpty, linkCount > 0 {
            return selection.selectsNothing(of: linkCount, at: document.location)
        }
        let links = Counted.text(chosen.count { $0.embedding == nil }, "link")
        let example = problems.first { $0.place.hasPrefix("link ") }
        let isAddressed = ["http", "https", "file"].contains(document.url.scheme ?? "")
        let feed = page.feed.flatMap(budget.resolve).flatMap { url in
            RequestTarget.refusal(of: url) == nil ? url : nil
        }.map {
            ". It names a feed, which may be the catalogue: carrel sync \(ShellWord.text($0))"
        }
        return ParseError(
            location: document.location,
            reason: "no link to a document among \(links), expected \(filter.expectation)"
                + (example.map { "; \($0.place): \($0.reason)" } ?? ""),
            remedy: page.links.isEmpty || isAddressed
                ? (page.asksForPassword
                    ? "It asks for a password: if it is a login page, set \(CredentialSettings.names). " : "")
                    + "If it is the right page, say which links are meant: --set 'parse.types=[]' takes all of them, "
                    + "with --set parse.pattern=… beside it only those with such an address"
                    + (feed ?? "")
                : "Its links may be relative: say where the page is from, with source.location")
    }

    /// Whether an item's link leads to a file, which is not fetched.
    private static func isLocal(_ item: Item) -> Bool { item.url?.hasPrefix("file:") == true }

    /// What is said of a page with relative links that somebody saved as a file; `nil` for a further page.
    private static func savedPage(_ document: CatalogDocument) -> String? {
        guard document.url.isFileURL, document.page == nil else { return nil }
        return "its relative links lead to files, which are not fetched; say where the page is from: "
            + "carrel sync - --set source.location=URL < \(ShellWord.text(document.location))"
    }

    /// The catalogue of one page, without further ones; a followed page without documents adds no collection.
    private func catalog(
        of document: CatalogDocument, titled title: String?, _ items: [Item], _ problems: [CatalogProblem]
    ) -> Catalog {
        guard !items.isEmpty || document.page == nil else {
            return Catalog(collections: [], problems: problems)
        }
        // All pages are one collection, so that a document that several of them link is one item.
        let id = collection ?? Self.name(of: document.firstNamingURL)
        var collection = ItemCollection(id: id, title: title ?? id, items: items)
        if !document.url.isFileURL {
            collection.details.append(Detail("Web page", document.url.absoluteString))
        }
        collection.markDuplicates()
        return Catalog(title: title, collections: [collection], problems: problems)
    }

    /// The links that are to documents, and how many are to documents of other kinds than those that count.
    private func items(
        _ links: [Link], of page: URL, _ budget: CatalogBudget, _ problems: inout ProblemList
    ) -> (items: [Item], leftOut: Int) {
        let filter = filter.of(page)
        var documents: [(link: Link, url: String)] = []
        var leftOut = 0
        for link in links {
            guard budget.goesOn() else { break }
            let url: String
            switch filter.target(of: link, budget) {
            case .document(let address): url = address
            case .otherKind:
                if link.embedding == nil { leftOut += 1 }
                continue
            case .nothing: continue
            }
            guard filter.isFetchable(url) else {
                problems.add("link \(link.place + 1)", "“\(url.titleText)” is no address on the web; skipped")
                continue
            }
            // What a long base adds is not the link's fault; a long fragment is gone by now.
            guard min(url.utf8.count, link.reference.utf8.count) <= RequestTarget.maxLength else {
                problems.add(
                    "link \(link.place + 1)",
                    "its address is longer than \(RequestTarget.maxLength) bytes; skipped", gap: .lasting)
                continue
            }
            guard budget.takeItem() else { break }
            documents.append((link, url))
        }
        documents = Self.withoutShown(documents)
        let items = zip(documents, titles.titles(of: documents)).map { document, title in
            Item(title: title ?? URLReference.title(of: document.url), url: document.url)
        }
        return (items, leftOut)
    }

    /// The documents without what a page embeds and links, too: the link has a text of its own.
    ///
    /// A film in several formats is one document, as in a browser: the one that is linked, or else the first.
    private static func withoutShown(_ documents: [(link: Link, url: String)]) -> [(link: Link, url: String)]
    {
        var known = Set(documents.lazy.filter { $0.link.embedding == nil }.map { $0.url })
        var players = Set(documents.lazy.filter { known.contains($0.url) }.compactMap { $0.link.player })
        return documents.filter { document in
            guard document.link.embedding != nil else { return true }
            if let player = document.link.player, !players.insert(player).inserted { return false }
            return known.insert(document.url).inserted
        }
    }

    /// The page's file name without its extension; for an index page that of its folder, else the host.
    private static func name(of url: URL) -> String {
        var path = url.path.split(separator: "/").map(String.init)
        if let last = path.last, !url.absoluteString.hasSuffix("/"), let dot = last.lastIndex(of: "."),
            dot != last.startIndex
        {
            let stem = String(last[..<dot])
            path.removeLast()
            if !["index", "default"].contains(stem.lowercased()) { path.append(stem) }
        }
        return (path.last ?? url.host ?? "page").titleText
    }

    /// Whatever has no markup near its beginning is not a page.
    private func refuseOthers(_ document: CatalogDocument) throws(ParseError) {
        let limit = MarkupLimits().maxSize
        guard document.data.count <= limit else {
            throw ParseError(
                location: document.location,
                reason: "the page is larger than the \(ByteCount(Int64(limit))) that are read",
                remedy: "Make several pages of it")
        }
        let found: String
        switch document.data.first {
        case nil: found = "the document is empty"
        case _ where document.data.starts(with: Data("%PDF-".utf8)): found = "a PDF document"
        case _ where document.data.starts(with: Data("PK".utf8)): found = "an archive"
        default:
            let beginning = Self.beginning(document.data)
            if beginning.first == "{" || beginning.first == "[" {
                found = "what looks like JSON"
            } else if beginning.hasPrefix("<?xml") && !beginning.contains("<html") {
                found = "an XML document"
            } else if !Self.hasTag(beginning) {
                found = "a document without markup"
            } else {
                return
            }
        }
        throw ParseError(
            location: document.location, place: "line 1, column 1", reason: "\(found), expected an HTML page")
    }

    /// Whether a tag or a declaration begins anywhere in a text in lower case.
    private static func hasTag(_ text: String) -> Bool {
        zip(text.utf8, text.utf8.dropFirst()).contains { first, second in
            first == UInt8(ascii: "<")
                && (second == UInt8(ascii: "!") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(second))
        }
    }

    /// The beginning in lower case, without byte order mark, zero bytes (UTF-16) and leading white space.
    private static func beginning(_ data: Data) -> String {
        XMLOutline.beginning(of: data).lowercased()
    }

    /// Whether a byte is neither white space, nor of a byte order mark, nor a zero of UTF-16.
    private static func isText(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0xEF && byte != 0xBB && byte != 0xBF && byte < 0xFE
    }
}
