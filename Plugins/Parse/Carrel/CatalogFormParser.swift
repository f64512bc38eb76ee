import CarrelBasics
import CarrelJSON
import CarrelModel
import CarrelStages
import Foundation

/// Parses catalogues in Carrel's own form, which programs in any language print: JSON Lines, one object a line.
///
/// docs/CatalogForm.md is the form, and docs/catalog.schema.json says it to programs. A line that cannot be used is a problem
/// with its number; the others stay.
public struct CatalogFormParser: Parser {
    /// The newest version of the form that is read.
    static let version = 1

    private let settings: Settings

    /// - Parameter settings: the parser's settings, with `parse.max-items`.
    public init(_ settings: Settings = Settings()) { self.settings = settings }

    /// The plug-in.
    public static let plugin = Plugin<any Parser>(
        "carrel", summary: "Reads catalogues in Carrel's own form, as programs print them"
    ) { settings, _ in CatalogFormParser(settings) }

    /// Certain if the first line says that it is the form.
    public func recognition(of documents: [CatalogDocument]) -> Recognition {
        guard let document = documents.catalog else { return .no }
        // The first line ends within its limit, or it is none.
        var lines = CatalogLines(document.data.prefix(CatalogLines.limit + 1))
        guard case .line(let line)? = lines.next(), let head = try? JSONDocument(line).root,
            head[CatalogFormReader.mark]?.integer != nil
        else { return .no }
        return .certain
    }

    /// Parses the catalogue among the documents.
    public func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        guard let document = documents.catalog else {
            throw ParseError(location: "catalogue", reason: "no document to parse")
        }
        var lines = CatalogLines(document.data)
        let budget = CatalogBudget(document, settings)
        var reader = CatalogFormReader(budget: budget)
        reader.readHead(try head(&lines, of: document))
        while budget.goesOn(), let line = lines.next() {
            switch line {
            case .line(let data): reader.read(data, number: lines.number)
            case .tooLong: reader.skipLongLine(number: lines.number)
            }
        }
        try budget.conclude()
        let catalog = reader.catalog
        if catalog.collections.isEmpty, let problem = reader.firstMistake {
            throw ParseError(
                location: document.location, place: problem.place,
                reason: "no line can be used; the first is \(problem.reason)")
        }
        return catalog
    }

    /// The first line, which says what the document is.
    private func head(
        _ lines: inout CatalogLines, of document: CatalogDocument
    ) throws(ParseError) -> JSONNode {
        let location = document.location
        guard case .line(let line)? = lines.next() else {
            throw ParseError(
                location: location, place: "line 1",
                reason: "found no line, expected {\"carrel\": \(Self.version)}")
        }
        let head: JSONNode
        do throws(JSONSyntaxError) {
            head = try JSONDocument(line).root
        } catch {
            throw ParseError(
                location: location, place: "line \(lines.number), column \(error.column)",
                reason: "not JSON: \(error.reason)",
                remedy: "Have the program print nothing but one JSON object a line")
        }
        guard let version = head[CatalogFormReader.mark]?.integer else {
            throw ParseError(
                location: location, place: "line \(lines.number)",
                reason: "\(head.summary), expected {\"carrel\": \(Self.version)} as the first line",
                remedy: "Have the program begin as docs/CatalogForm.md says")
        }
        guard version == Self.version else {
            throw ParseError(
                location: location, place: "line \(lines.number)",
                reason: "version \(version) of the form; this Carrel reads version \(Self.version)")
        }
        return head
    }
}
