import CarrelCore
import CarrelJSON
import Foundation

/// Parses a course's catalogue of modules, each with its notes, written as JSON.
///
/// The root is an array of modules or an object that holds them by code. A module's notes are an array of
/// dictionaries `{title: URL}`, one such dictionary, or an array of objects with a field for title and URL
/// each. A note whose URL is null or empty is listed as not available yet.
public struct ModuleNotesParser: Parser {
    let fields: ModuleFields

    /// Makes a parser for the usual field names.
    public init() { fields = ModuleFields(Settings()) }

    init(_ settings: Settings) { fields = ModuleFields(settings) }

    /// The plug-in.
    public static let plugin = Plugin<any Parser>(
        "module-notes", summary: "Reads JSON lists of a course's modules and their lecture notes",
        settings: ModuleFields.settings
    ) { settings, _ in ModuleNotesParser(settings) }

    // How much of a document recognition looks at.
    private static let outline = 1 << 20

    /// Certain where the beginning names the field of the notes.
    public func recognition(of documents: [CatalogDocument]) -> Recognition {
        guard let document = documents.catalog else { return .no }
        let beginning = document.data.prefix(Self.outline)
        guard let first = Self.firstByte(beginning), first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
        else { return .no }
        let name = Data("\"\(fields.notes)\"".utf8)
        return beginning.firstRange(of: name) == nil ? .possible : .certain
    }

    /// Parses the catalogue among the documents.
    public func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        guard let document = documents.catalog else {
            throw ParseError(location: "catalogue", reason: "no document to parse")
        }
        try refuseMarkup(document)
        let json: JSONDocument
        do {
            json = try JSONDocument(document.data)
        } catch {
            throw ParseError(
                location: document.location, place: error.place, reason: "not JSON: \(error.reason)",
                remedy: "Check that the location is that of the catalogue itself")
        }
        var reader = ModuleReader(fields: fields, base: document.url)
        switch json.root.kind {
        case .array: reader.read(list: json.root)
        case .object: reader.read(object: json.root)
        default: throw wrongShape(document, "\(json.root.summary), expected an array or object of modules")
        }
        guard reader.hasModules || reader.isEmpty else {
            throw wrongShape(
                document, "no module with a field \"\(fields.code)\" or \"\(fields.notes)\" was found",
                "Name the catalogue's own fields with parse.code-field and parse.notes-field")
        }
        let catalog = reader.catalog
        if !reader.isEmpty, catalog.collections.isEmpty, let problem = catalog.problems.first {
            throw ParseError(
                location: document.location, place: problem.place,
                reason: "no entry can be used; the first is \(problem.reason)")
        }
        return catalog
    }

    private func wrongShape(_ document: CatalogDocument, _ reason: String, _ remedy: String? = nil)
        -> ParseError
    {
        ParseError(location: document.location, place: "$", reason: reason, remedy: remedy)
    }

    private func refuseMarkup(_ document: CatalogDocument) throws(ParseError) {
        guard let first = Self.firstByte(document.data) else {
            throw ParseError(
                location: document.location, place: "line 1, column 1",
                reason: "the document is empty, expected JSON")
        }
        guard first == UInt8(ascii: "<") else { return }
        let beginning = String(decoding: document.data.prefix(1024), as: UTF8.self).lowercased()
        let isPage = beginning.contains("<html") || beginning.contains("<!doctype html")
        throw ParseError(
            location: document.location, place: "line 1, column 1",
            reason: "\(isPage ? "an HTML page" : "a document in markup") instead of JSON",
            remedy: isPage ? "Use the parser html-links for a page of links, or check the location" : nil)
    }

    /// The first byte after a byte order mark and white space.
    private static func firstByte(_ data: Data) -> UInt8? {
        let text = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
        return text.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
    }
}
