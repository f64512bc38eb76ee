import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelXMLReading
import Foundation

/// Parses the lists of buckets: the answers of S3 and its like to `ListObjects` and `ListObjectsV2`.
///
/// Folders are collections, objects are items.
public struct S3Parser: Parser {
    private let base: URL?
    private let settings: Settings

    /// Makes a parser; without settings it is for objects below the list's own address.
    public init(_ settings: Settings = Settings()) {
        self.settings = settings
        base = settings[Self.baseSetting].flatMap { try? RequestTarget.check($0) }
    }

    static let baseSetting = Setting<String?>(
        "base", constraint: .ifSet(.webAddress),
        help: "The address of the bucket, instead of the list's own address")

    /// The plug-in.
    public static let plugin = Plugin<any Parser>(
        "s3", summary: "Reads lists of buckets: S3's ListObjects, versions 1 and 2", settings: [baseSetting]
    ) { settings, _ in S3Parser(settings) }

    /// Certain of a document whose root element is that of a list.
    public func recognition(of documents: [CatalogDocument]) -> Recognition {
        XMLOutline.recognition(of: documents, roots: ["listbucketresult"])
    }

    /// Parses the list among the documents.
    public func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        let document = try documents.requiredCatalog()
        let budget = CatalogBudget(document, settings)
        let list = try CatalogXML.read(document) { S3List(CatalogBudget(document, settings)) }
        if let failure = list.failure {
            throw ParseError(
                location: document.location, place: "line 1", reason: "the server answered \(failure)",
                remedy: "Check the address, or ask whoever runs the bucket for access")
        }
        var objects = S3Objects(
            list, bucket: bucket(document.url), namedBy: bucket(document.namingURL), budget: budget)
        return try objects.catalog(of: document)
    }

    /// The address of the bucket, as a folder without a query.
    private func bucket(_ document: URL) -> URL {
        if document.isFileURL, base == nil { return document.deletingLastPathComponent() }
        guard var parts = URLComponents(url: base ?? document, resolvingAgainstBaseURL: true) else {
            return document
        }
        (parts.query, parts.fragment) = (nil, nil)
        if !parts.percentEncodedPath.hasSuffix("/") { parts.percentEncodedPath += "/" }
        return parts.url ?? document
    }
}
