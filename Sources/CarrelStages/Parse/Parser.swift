import CarrelBasics
import CarrelModel

/// Turns the documents of a catalogue into a `Catalog`: the second stage.
///
/// **Calls.** Both methods are pure functions of their arguments and the parser's settings: no input or
/// output, no clock, no state between calls.
///
/// **Order.** Sections, collections and items keep the order of the document.
///
/// **Names.** A collection that has no name of its own is named by `CatalogDocument.namingURL`, so that it stays the same
/// collection when its catalogue begins to redirect.
///
/// **Bad input.** An entry that cannot be used is skipped and reported in `Catalog.problems`. Only a
/// document that is not of the parser's kind at all is an error. No input crashes or hangs a parser.
///
/// **Limits.** `CatalogBudget` limits how much a catalogue may list, with the same error message in every parser.
///
/// **Cancellation.** A cancelled task makes `parse` throw `ParseError.cancelled` within 0.2 s.
///
/// **Errors.** `ParseError` names the source, the place (line and column, or a JSON path) and what was
/// expected there.
///
/// **Concurrency.** Calls may overlap and are made from any task.
public protocol Parser: Sendable {
    /// How sure the parser is that the documents are of its kind, judging by their content.
    ///
    /// A declared media type alone decides nothing, because servers get it wrong. Must be cheap: look at the beginning
    /// or the outline, do not parse everything.
    func recognition(of documents: [CatalogDocument]) -> Recognition

    /// Parses the documents.
    ///
    /// - Parameter documents: at least one, each with its role.
    /// - Returns: the catalogue; URLs are absolute, resolved against the document's base.
    func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog

    /// Whether any web page is of its kind: one that came in the place of a catalogue, such as a login page, is, too.
    var readsAnyPage: Bool { get }
}

extension Parser {
    /// Most parsers read catalogues that are made for it.
    public var readsAnyPage: Bool { false }
}

extension [CatalogDocument] {
    /// The document with the role `catalog`, or else the first one.
    ///
    /// - Throws: `ParseError` if there is no document.
    public func requiredCatalog() throws(ParseError) -> CatalogDocument {
        guard let catalog else {
            throw ParseError(location: "catalogue", reason: "no document to parse")
        }
        return catalog
    }
}

/// How sure a parser is of a document.
///
/// Carrel uses the parser that is surest.
public enum Recognition: Int, Sendable, Comparable {
    /// Not this parser's kind.
    case no
    /// The right syntax, but nothing that only this kind has.
    case possible
    /// Features that only this kind has.
    case certain

    /// Orders from `no` to `certain`.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Why a document is not a catalogue of the expected kind.
public struct ParseError: StageError {
    /// The source's location and the place in the document, what went wrong and what helps.
    public let message: ErrorMessage
    /// Whether the task was cancelled; the document may be fine.
    public private(set) var isCancelled = false

    /// The error of a cancelled task.
    public static func cancelled(_ location: String) -> ParseError {
        var error = ParseError(location: location, reason: "cancelled")
        error.isCancelled = true
        return error
    }

    /// The error of a catalogue that lists more items than it may.
    ///
    /// - Parameters:
    ///   - items: how many it may list.
    ///   - location: where it is.
    public static func tooMany(items: Int, at location: String) -> ParseError {
        ParseError(
            location: location, reason: "the catalogue lists more than \(items) items",
            remedy: "If it is meant to, raise parse.max-items")
    }

    /// - Parameters:
    ///   - location: where the document came from.
    ///   - place: the line and column, or the JSON path, if known.
    ///   - reason: what was found and what was expected.
    ///   - remedy: what the user can do about it.
    public init(location: String, place: String? = nil, reason: String, remedy: String? = nil) {
        // That of standard input ends with its colon.
        let scope = location.hasSuffix(":") ? location : location + ":"
        message = ErrorMessage(
            subject: place.map { "\(scope) \($0)" } ?? location, reason: reason, remedy: remedy)
    }
}
