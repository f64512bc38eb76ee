import CarrelBasics
import CarrelModel
import CarrelStages
import CarrelXMLReading
import Foundation

/// Parses feeds: RSS of every version, Atom and JSON Feed.
///
/// The entries are the items of one collection. What an item fetches are an entry's enclosures, or its page where it has none.
public struct FeedParser: Parser {
    private let documents: DocumentChoice
    private let collection: String?
    private let settings: Settings

    /// Makes a parser; without settings it is for enclosures, and pages where there are none.
    public init(_ settings: Settings = Settings()) {
        self.settings = settings
        documents = settings[Self.documentsSetting]
        collection = settings[Self.collectionSetting]?.titleText.nonEmpty
    }

    static let documentsSetting = Setting<DocumentChoice>(
        "documents", default: .enclosures,
        help: "What of an entry is fetched: its enclosures (its page if it has none), its page, or both")
    static let collectionSetting = Setting<String?>(
        "collection", help: "The name of the collection, instead of one from the feed's address")

    /// The plug-in.
    public static let plugin = Plugin<any Parser>(
        "feed", summary: "Reads feeds: RSS, Atom and JSON Feed, with what they enclose",
        settings: [documentsSetting, collectionSetting]
    ) { settings, _ in FeedParser(settings) }

    /// Certain where the document begins as a feed does.
    public func recognition(of documents: [CatalogDocument]) -> Recognition {
        guard let document = documents.catalog else { return .no }
        switch FeedKind(document) {
        case .json: return .certain
        // A catalogue of publications is an Atom feed, too, and has more to say.
        case .xml: return XMLOutline(document)?.isOPDS == true ? .possible : .certain
        default: return .no
        }
    }

    /// Parses the feed among the documents.
    public func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        let document = try documents.requiredCatalog()
        let maker = EntryItems(documents: self.documents)
        switch FeedKind(document) {
        case .json, .otherJSON: return catalog(try JSONFeed.read(documents, maker, settings), document)
        case .xml, .otherMarkup: return catalog(try XMLFeed.read(document, maker, settings), document)
        case .other:
            throw ParseError(
                location: document.location, place: "line 1, column 1",
                reason: document.data.isEmpty
                    ? "the document is empty, expected a feed" : "neither XML nor JSON, expected a feed",
                remedy: "Check that the location is that of the feed itself")
        }
    }

    private func catalog(_ feed: GatheredFeed, _ document: CatalogDocument) -> Catalog {
        let id = collection ?? FeedName.of(document.namingURL)
        let title = (feed.head.title ?? feed.head.otherTitle)?.titleText.nonEmpty
        var collection = ItemCollection(
            id: id, title: title ?? id, details: feed.head.details, items: feed.items)
        collection.markDuplicates()
        var catalog = Catalog(
            title: title, collections: [collection], problems: feed.problems.problems)
        if let moved = Self.moved(feed.head.newAddress, from: document) { catalog.problems.append(moved) }
        catalog.listsLatestOnly = !feed.head.isComplete
        catalog.interval = feed.head.interval.duration
        if let next = feed.head.next {
            var page = CatalogPage(url: next, continuesCollection: true)
            // Feeds have the newest first.
            page.isOlder = true
            catalog.pages = [page]
        }
        return catalog
    }

    /// That the feed has another address by now; `nil` if it is read there, be it at http or https.
    private static func moved(_ address: String?, from document: CatalogDocument) -> CatalogProblem? {
        func place(_ url: URL?) -> [String?]? {
            guard let url, ["http", "https"].contains(url.scheme?.lowercased()) else { return nil }
            return [url.host()?.lowercased(), url.path(), url.query()]
        }
        guard document.page == nil, let address, let new = place(URL(string: address)),
            let own = place(document.url), new != own
        else { return nil }
        // Of a secret a message shows `…`, with which the command would set an address that leads nowhere.
        let setting =
            ShownText.of(address) == address
            ? ShellWord.text("source.url=\(address)")
            : "source.url=URL, with the whole address, which the feed has in itunes:new-feed-url"
        let reason =
            "the feed says that it has moved to \(address). To read it there: carrel set NAME \(setting)"
        return CatalogProblem(place: "itunes:new-feed-url", reason: reason, gap: nil)
    }
}
