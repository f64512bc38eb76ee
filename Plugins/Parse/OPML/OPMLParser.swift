import CarrelBasics
import CarrelModel
import CarrelStages
import CarrelXMLReading
import Foundation

/// Parses lists of feeds (OPML 1.0 and 2.0): each outline with an address is a collection, whose items are those of the
/// catalogue that it names.
///
/// The folders of outlines are sections. An outline that includes another list of outlines is a further page.
public struct OPMLParser: Parser {
    // How many lists may include each other.
    private static let maxDepth = 3

    private let settings: Settings

    public init(_ settings: Settings = Settings()) { self.settings = settings }

    /// The plug-in.
    public static let plugin = Plugin<any Parser>(
        "opml", summary: "Reads lists of feeds and other catalogues"
    ) { settings, _ in OPMLParser(settings) }

    /// Certain of the root element that only such lists have.
    public func recognition(of documents: [CatalogDocument]) -> Recognition {
        XMLOutline.recognition(of: documents, roots: ["opml"])
    }

    /// Parses the list among the documents.
    public func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        let document = try documents.requiredCatalog()
        let includes = document.page?.depth ?? 0 < Self.maxDepth
        let reader = try CatalogXML.read(document) {
            OPMLReader(document, CatalogBudget(document, settings), includes: includes)
        }
        var catalog = Catalog(
            title: reader.title, sections: reader.sections, problems: reader.problems.problems)
        catalog.pages = reader.pages
        return catalog
    }
}
