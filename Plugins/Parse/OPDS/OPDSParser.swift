import CarrelBasics
import CarrelJSONReading
import CarrelModel
import CarrelStages
import CarrelXMLReading
import Foundation

/// Parses catalogues of publications: OPDS 1.2 (Atom) and 2.0 (JSON).
///
/// A publication's documents that anybody may fetch are items; further catalogues are collections that are read when they are
/// opened.
public struct OPDSParser: Parser {
    private let formats: [String]
    private let collection: String?
    private let settings: Settings

    /// Makes a parser; without settings it is for every format.
    public init(_ settings: Settings = Settings()) {
        self.settings = settings
        formats = settings[Self.formatsSetting]
        collection = settings[Self.collectionSetting]?.titleText.nonEmpty
    }

    static let formatsSetting = Setting<[String]>(
        "formats", default: [],
        help:
            "The formats that are wanted, such as epub and pdf: the first that a publication has is fetched; none fetches all"
    )
    static let collectionSetting = Setting<String?>(
        "collection", help: "The name of the publications' collection, instead of one from the address")

    /// The plug-in.
    public static let plugin = Plugin<any Parser>(
        "opds", summary: "Reads catalogues of publications: OPDS 1.2 and 2.0",
        settings: [formatsSetting, collectionSetting]
    ) { settings, _ in OPDSParser(settings) }

    /// Certain of an Atom feed that uses the vocabulary of OPDS, and of JSON with its members.
    public func recognition(of documents: [CatalogDocument]) -> Recognition {
        guard let document = documents.catalog else { return .no }
        if let outline = XMLOutline(document) {
            guard outline.root == "feed" else { return .no }
            return outline.isOPDS ? .certain : .possible
        }
        guard let outline = JSONOutline([document]) else { return .no }
        let types = ["application/opds+json", "application\\/opds+json"]
        if types.contains(where: { outline.contains($0) }) { return .certain }
        let lists = ["publications", "navigation", "groups"].contains { outline.contains($0) }
        return lists && outline.contains("metadata") && outline.contains("links") ? .certain : .no
    }

    /// Parses the catalogue among the documents.
    public func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        let document = try documents.requiredCatalog()
        if "{[".contains(XMLOutline.beginning(of: document.data).first ?? "<") {
            let (catalog, problems) = try OPDSPublications.read(documents, settings, formats: formats)
            return catalog.catalog(at: document.namingURL, named: collection, problems: problems)
        }
        let feed = try CatalogXML.read(document) {
            OPDSFeed(CatalogBudget(document, settings), formats: formats)
        }
        return feed.catalog.catalog(at: document.namingURL, named: collection, problems: feed.problems)
    }
}
