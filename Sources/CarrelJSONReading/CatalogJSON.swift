import CarrelJSON
import CarrelModel
import CarrelStages
import Foundation

/// A catalogue that is JSON or JSONP, opened for a parser: what is none is refused in words that help.
public struct CatalogJSON {
    /// The document among those of the catalogue.
    public let document: CatalogDocument
    /// The JSON text's value.
    public let root: JSONNode

    /// Opens the catalogue among the documents.
    ///
    /// - Parameters:
    ///   - documents: those that the parser was given.
    ///   - takesLines: whether a text with an object on each line is an array of them.
    /// - Throws: `ParseError` with the line and column of what is not JSON.
    public init(_ documents: [CatalogDocument], takesLines: Bool = false) throws(ParseError) {
        let document = try documents.requiredCatalog()
        try Self.refuseMarkup(document)
        let text =
            (takesLines ? JSONLines.array(of: document.data) : nil) ?? JSONP.text(in: document.data)
        do {
            root = try JSONDocument(text).root
        } catch {
            // A call whose end is missing was not taken off, and its name is not what is wrong.
            if JSONP.start(in: document.data) != nil, text.count == document.data.count {
                throw ParseError(
                    location: document.location, place: error.place,
                    reason: "a call around JSON that does not end with a parenthesis",
                    remedy: "Fetch the document again; it may have been cut")
            }
            throw ParseError(
                location: document.location, place: error.place, reason: "not JSON: \(error.reason)",
                remedy: "Check that the location is that of the catalogue itself")
        }
        self.document = document
    }

    /// An error at one of the values.
    public func error(_ node: JSONNode, _ reason: String, remedy: String? = nil) -> ParseError {
        ParseError(
            location: document.location, place: node.path.description, reason: reason, remedy: remedy)
    }

    /// An error at a value that is not what was expected.
    public func error(_ node: JSONNode, expected expectation: String) -> ParseError {
        error(node, "\(node.summary), expected \(expectation)")
    }

    /// Refuses a list without an entry that can be used: it must not look like an empty one.
    ///
    /// - Parameters:
    ///   - isUnusable: whether none of its entries could be used.
    ///   - problems: what is wrong with them; nothing is with a list that is empty.
    /// - Throws: `ParseError` with the first problem.
    public func refuse(ifUnusable isUnusable: Bool, _ problems: [CatalogProblem]) throws(ParseError) {
        guard isUnusable, let problem = problems.first else { return }
        throw ParseError(
            location: document.location, place: problem.place,
            reason: "no entry can be used; the first is \(problem.reason)")
    }

    private static func refuseMarkup(_ document: CatalogDocument) throws(ParseError) {
        guard let first = JSONOutline.start(of: document.data).first else {
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
            remedy: isPage
                ? "It may be a login page or an error message: set \(CredentialSettings.names), "
                    + "or try again later. Use the parser html-links for a page of links, or check the location"
                : nil)
    }
}
