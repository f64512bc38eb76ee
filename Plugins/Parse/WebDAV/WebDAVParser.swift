import CarrelBasics
import CarrelModel
import CarrelStages
import CarrelXMLReading
import Foundation

/// Parses the contents of folders on the web: the answers of WebDAV to `PROPFIND`.
///
/// A folder's files are the items of one collection, the folders within it are further pages.
public struct WebDAVParser: Parser {
    private let isDeep: Bool
    private let settings: Settings

    /// Makes a parser; without settings it is one that goes into folders.
    public init(_ settings: Settings = Settings()) {
        self.settings = settings
        isDeep = settings[Self.foldersSetting]
    }

    static let foldersSetting = Setting<Bool>(
        "folders", default: true, help: "Whether to go into the folders within the folder")

    /// The plug-in.
    public static let plugin = Plugin<any Parser>(
        "webdav", summary: "Reads folders on the web: WebDAV", settings: [foldersSetting]
    ) { settings, _ in WebDAVParser(settings) }

    /// Certain of a document whose root element is that of an answer.
    public func recognition(of documents: [CatalogDocument]) -> Recognition {
        XMLOutline.recognition(of: documents, roots: ["multistatus"])
    }

    /// Parses the answer among the documents.
    public func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        let document = try documents.requiredCatalog()
        var folder = try CatalogXML.read(document) {
            WebDAVFolder(document, CatalogBudget(document, settings))
        }
        return try folder.catalog(of: document, isDeep: isDeep)
    }
}
