import CarrelBasics
import CarrelJSON
import CarrelJSONReading
import CarrelModel
import CarrelStages
import Foundation

/// Parses a chart of the iTunes Store as JSON: its entries are the items of one collection, in their order.
///
/// What an item fetches is the entry's picture. A chart of one entry has it without an array, an empty one has no
/// entry at all.
public struct ITunesChartParser: Parser {
    private let choice: ArtworkChoice
    private let settings: Settings

    /// Makes a parser; without settings it is one that takes the largest pictures.
    public init(_ settings: Settings = Settings()) {
        choice = settings[Self.artworkSetting]
        self.settings = settings
    }

    static let artworkSetting = Setting<ArtworkChoice>(
        "artwork", default: .largest,
        help:
            "Which picture of an entry is fetched; a height takes the smallest picture of at least that height"
    )

    /// The plug-in.
    public static let plugin = Plugin<any Parser>(
        "itunes-chart", summary: "Reads charts of the iTunes Store, each entry with its picture",
        settings: [artworkSetting]
    ) { settings, _ in ITunesChartParser(settings) }

    /// Certain where the beginning names a feed and fields that only such charts have.
    public func recognition(of documents: [CatalogDocument]) -> Recognition {
        guard let outline = JSONOutline(documents) else { return .no }
        guard outline.contains("feed") else { return .possible }
        // A chart without entries has only what is around them.
        let isChart =
            ["im:name", "im:image", "im:id", "im:artist"].contains { outline.contains($0) }
            || outline.contains("label", "iTunes Store")
        return isChart ? .certain : .possible
    }

    /// Parses the chart among the documents.
    public func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        let json = try CatalogJSON(documents)
        guard let feed = json.root["feed"], feed.kind == .object else {
            throw json.error(json.root["feed"] ?? json.root, expected: "a chart as an object \"feed\"")
        }
        let entries = feed["entry"]
        guard entries == nil || [.array, .object, .null].contains(entries?.kind) else {
            throw json.error(entries ?? feed, expected: "the entries as an array or an object")
        }
        // An empty chart still says what it is; whatever does not must not empty a listing.
        let address = feed["id"]?["label"]?.string
        let title = feed["title"]?["label"]?.string?.titleText.nonEmpty
        guard entries != nil || address != nil || title != nil else {
            throw json.error(feed, "a feed without entries, title and id, expected a chart")
        }

        let budget = CatalogBudget(json.document, settings)
        var reader = EntryReader(budget: budget, choice: choice)
        let list = entries?.listed ?? []
        for (index, entry) in list.enumerated() {
            guard budget.takeItem() else { break }

            reader.read(entry, rank: index + 1)
        }
        try budget.conclude()
        try json.refuse(ifUnusable: reader.items.isEmpty, reader.problems.problems)
        let id = address.flatMap(Self.name) ?? "chart"
        var collection = ItemCollection(id: id, title: title ?? id, items: reader.items)
        collection.markDuplicates()
        return Catalog(
            title: title, collections: [collection],
            problems: reader.problems.problems + (budget.addressProblem.map { [$0] } ?? []))
    }

    /// What names the chart in its address, `topfreeapplications` of `…/us/rss/topfreeapplications/limit=25/json`.
    private static func name(of address: String) -> String? {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let afterHost = path.range(of: "://").map { path[$0.upperBound...].drop { $0 != "/" } } ?? path
        let parts = afterHost.split(separator: "/").filter { !$0.contains("=") }
        let names = parts.filter { !["json", "xml", "rss"].contains($0.lowercased()) }
        guard let name = names.last?.titleText, !name.isEmpty else { return nil }
        return name
    }
}

extension Substring {
    fileprivate var titleText: String { (removingPercentEncoding ?? String(self)).titleText }
}
