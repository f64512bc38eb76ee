import CarrelBasics
import CarrelMarkup
import CarrelModel
import Foundation

/// One reading of a document of XML; what is not well-formed is read as far as it goes.
package struct XMLReading<Content> {
    /// What was read.
    package let content: Content
    /// Where the document is not well-formed first.
    package private(set) var problem: MarkupProblem?
    /// Until when something may be missing because of that.
    fileprivate private(set) var gap: CatalogProblem.Gap?
    /// Why the document was not read to its end.
    package private(set) var end: MarkupError?

    /// Reads with a reader that keeps what it has where the reading ends early.
    package init(by reader: Content, _ read: (inout Content) throws(MarkupError) -> MarkupProblem?) {
        var reader = reader
        do throws(MarkupError) {
            problem = try read(&reader)
        } catch {
            end = error
        }
        gap = problem?.gap
        content = reader
    }

    /// Reads a document from its first tag on, and again with its stray ampersands escaped if it has any: what stands behind
    /// them is lost, in addresses above all.
    package static func last(of document: CatalogDocument, _ read: (CatalogDocument) -> Self) -> Self {
        var document = document
        // Nothing may stand before an XML declaration, and in some documents something does.
        document.data = document.data.drop { $0.isSpace }
        let first = read(document)
        guard first.problem?.hasStrayAmpersands == true, !Task.isCancelled else { return first }
        document.data = StrayAmpersands.escaped(document.data)
        // What was repaired is whole, and told all the same.
        var second = read(document)
        second.problem = first.problem
        return second
    }
}

extension MarkupProblem {
    /// Until when something may be missing because of it.
    package var gap: CatalogProblem.Gap { isCut ? .passing : .lasting }

    /// What libxml2 says, without a full stop.
    package var clause: String {
        let text = message.singleLine
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}

extension ProblemList {
    /// Adds what was wrong with a document that was read.
    package mutating func add<Content>(_ reading: XMLReading<Content>, of place: String) {
        add(reading.problem, gap: reading.gap, end: reading.end, of: place)
    }

    /// Adds where a document is not well-formed, and why it was not read to its end.
    package mutating func add(
        _ problem: MarkupProblem?, gap: CatalogProblem.Gap?, end: MarkupError?, of place: String
    ) {
        if let problem {
            add(
                "line \(problem.line)",
                "not well-formed: \(problem.clause); what can be read around it is listed", gap: gap)
        }
        if let end { add(place, "\(end.reason); only what comes before is listed", gap: .lasting) }
    }
}
