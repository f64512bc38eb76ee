import CarrelBasics
import CarrelJSON
import CarrelModel
import CarrelStages
import Foundation

/// Parses catalogues in Carrel's own form, which programs in any language print: JSON Lines, one object a line.
///
/// docs/CatalogForm.md is the form, and docs/catalog.schema.json says it to programs. A line that cannot be used is a problem
/// with its number; the others stay.
public struct CatalogFormParser: PartParser {
    /// The newest version of the form that is read.
    static let version = 1

    private let settings: Settings

    /// - Parameter settings: the parser's settings, with `parse.max-items`.
    public init(_ settings: Settings = Settings()) { self.settings = settings }

    /// The plug-in.
    public static let plugin = Plugin<any Parser>(
        "carrel", summary: "Reads catalogues in Carrel's own form, as programs print them",
        features: [.readsTimetables]
    ) { settings, _ in CatalogFormParser(settings) }

    /// Certain if the first line says that it is the form.
    public func recognition(of documents: [CatalogDocument]) -> Recognition {
        guard let document = documents.catalog else { return .no }
        // The first line ends within its limit, or it is none.
        var lines = CatalogLines(document.data.prefix(CatalogLines.limit + 1))
        guard case .line(let line)? = lines.next() else { return .no }
        guard let head = try? JSONDocument(line).root else { return Self.beginsAsHead(line) ? .certain : .no }
        return head[CatalogFormReader.mark]?.integer != nil ? .certain : .no
    }

    /// Whether a line that is not JSON was meant as the first: what is wrong with it, reading it says.
    private static func beginsAsHead(_ line: Data) -> Bool {
        let beginning = line.prefix(100).filter { !$0.isSpace }
        return beginning.starts(with: Data("{\"\(CatalogFormReader.mark)\":\(version)".utf8))
    }

    /// Parses the catalogue among the documents.
    public func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        let document = try documents.requiredCatalog()
        var parts = CatalogFormParts(document, settings)
        try parts.take(document.data)
        return try parts.whole()
    }

    /// Begins to read the catalogue in a document.
    public func reader(of document: CatalogDocument) -> any PartReader {
        CatalogFormParts(document, settings)
    }
}
