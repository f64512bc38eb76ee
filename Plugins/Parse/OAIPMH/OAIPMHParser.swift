import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelXMLReading
import Foundation

/// Parses the answers of repositories to `ListRecords`: OAI-PMH 2.0 with Dublin Core.
///
/// Sets are collections, records are items, and the addresses that a record names are its documents.
public struct OAIPMHParser: Parser {
    private let fields: [String]
    private let settings: Settings

    /// Makes a parser; without settings it is for the addresses in `dc:identifier`.
    public init(_ settings: Settings = Settings()) {
        self.settings = settings
        fields = settings[Self.documentsSetting]
    }

    static let documentsSetting = Setting<[String]>(
        "documents", default: ["identifier"],
        constraint: SettingConstraint("names of Dublin Core elements such as identifier and relation") {
            names in
            names.allSatisfy { elements.contains($0) }
        },
        help: "The Dublin Core elements whose addresses are a record's documents")

    private static let elements: Set<String> = [
        "contributor", "coverage", "creator", "date", "description", "format", "identifier", "language",
        "publisher", "relation", "rights", "source", "subject", "title", "type",
    ]

    /// The plug-in.
    public static let plugin = Plugin<any Parser>(
        "oai-pmh", summary: "Reads the records of repositories: OAI-PMH with Dublin Core",
        settings: [documentsSetting]
    ) { settings, _ in OAIPMHParser(settings) }

    /// Certain of a document whose root element is that of the protocol.
    public func recognition(of documents: [CatalogDocument]) -> Recognition {
        XMLOutline.recognition(of: documents, roots: ["oai-pmh"])
    }

    /// Parses the answer among the documents.
    public func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        let document = try documents.requiredCatalog()
        let records = try CatalogXML.read(document) {
            OAIPMHRecords(CatalogBudget(document, settings), documents: fields)
        }
        return try records.catalog(of: document)
    }
}
