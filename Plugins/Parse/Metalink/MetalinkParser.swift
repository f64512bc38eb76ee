import CarrelBasics
import CarrelModel
import CarrelStages
import CarrelXMLReading
import Foundation

/// Parses Metalink 4 (RFC 5854) and Metalink 3: files with their mirrors, sizes and digests.
///
/// Each file is an item: its best mirror is its URL, the others are its mirrors.
public struct MetalinkParser: Parser {
    private let settings: Settings

    public init(_ settings: Settings = Settings()) { self.settings = settings }

    /// The plug-in.
    public static let plugin = Plugin<any Parser>(
        "metalink", summary: "Reads Metalink 3 and 4: files with mirrors, sizes and digests"
    ) { settings, _ in MetalinkParser(settings) }

    /// Certain of the root element that only such lists have.
    public func recognition(of documents: [CatalogDocument]) -> Recognition {
        XMLOutline.recognition(of: documents, roots: ["metalink"])
    }

    /// Parses the list among the documents.
    public func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        let document = try documents.requiredCatalog()
        let reader = try CatalogXML.read(document) { MetalinkReader(CatalogBudget(document, settings)) }
        let id = CatalogIdentity.name(for: document.namingURL.absoluteString)
        var collection = ItemCollection(
            id: id, title: reader.title ?? id, details: reader.details, items: reader.items)
        collection.markDuplicates()
        return Catalog(
            title: reader.title, sections: [CatalogSection(collections: [collection])],
            problems: reader.problems.problems)
    }
}
