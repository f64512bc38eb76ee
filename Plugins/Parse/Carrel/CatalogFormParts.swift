import CarrelJSON
import CarrelModel
import CarrelStages
import Foundation

/// Reads a catalogue in Carrel's own form as it comes, piece by piece.
struct CatalogFormParts: PartReader {
    private let document: CatalogDocument
    private let budget: CatalogBudget
    private var reader: CatalogFormReader
    private var pieces = LinePieces(limit: CatalogLines.limit)
    private var number = 0
    private var hasHead = false

    init(_ document: CatalogDocument, _ settings: Settings) {
        self.document = document
        budget = CatalogBudget(document, settings)
        reader = CatalogFormReader(budget: budget)
    }

    var count: Int { reader.count }
    var needsWhole: Bool { reader.needsWhole }
    var catalog: Catalog { reader.head }

    mutating func part() -> CatalogPart { reader.takePart() }

    // MARK: Pieces

    mutating func take(_ piece: Data) throws(ParseError) { try read(pieces.take(piece)) }

    mutating func end() throws(ParseError) {
        try read(pieces.end(), isCut: true)
        guard hasHead else {
            throw ParseError(
                location: document.location, place: "line 1",
                reason: "found no line, expected {\"carrel\": \(CatalogFormParser.version)}")
        }
        try budget.conclude()
        if reader.isEmpty, let problem = reader.firstMistake {
            throw ParseError(
                location: document.location, place: problem.place,
                reason: "no line can be used; the first is \(problem.reason)")
        }
    }

    /// Ends a document that was taken whole.
    mutating func whole() throws(ParseError) -> Catalog {
        try end()
        return reader.catalog
    }

    /// Reads whole lines, or the rest, without a line break at its end, as a list that was cut ends.
    private mutating func read(_ text: Data, isCut: Bool = false) throws(ParseError) {
        var lines = CatalogLines(text, after: number)
        if !hasHead {
            guard let head = try head(&lines) else {
                number = lines.number
                return
            }
            reader.readHead(head)
            hasHead = true
        }
        while budget.goesOn(), let line = lines.next() {
            switch line {
            case .line(let data): reader.read(data, number: lines.number, isCut: isCut)
            case .tooLong: reader.skipLongLine(number: lines.number)
            }
        }
        number = lines.number
        // No need to read on, whatever comes.
        if !budget.goesOn() { try budget.conclude() }
    }

    // MARK: The first line

    /// The first line, which says what the document is; `nil` if it has not come yet.
    private func head(_ lines: inout CatalogLines) throws(ParseError) -> JSONNode? {
        let location = document.location
        guard let first = lines.next() else { return nil }
        let head: JSONNode
        do throws(JSONSyntaxError) {
            guard case .line(let line) = first else {
                throw JSONSyntaxError(line: 1, column: 1, reason: "a line that is too long")
            }
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
                reason:
                    "\(head.summary), expected {\"carrel\": \(CatalogFormParser.version)} as the first line",
                remedy: "Have the program begin as docs/CatalogForm.md says")
        }
        guard version == CatalogFormParser.version else {
            throw ParseError(
                location: location, place: "line \(lines.number)",
                reason:
                    "version \(version) of the form; this Carrel reads version \(CatalogFormParser.version)")
        }
        return head
    }
}
