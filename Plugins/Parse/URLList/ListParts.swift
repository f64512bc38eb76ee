import CarrelModel
import CarrelStages
import Foundation

/// Reads a list of addresses as it comes, piece by piece; a table only as a whole.
struct ListParts: PartReader {
    private let document: CatalogDocument
    private let id: String
    private let budget: CatalogBudget
    private var reader: ListReader?
    private var pieces = LinePieces(limit: ListReader.maxLine, endsAtReturns: true)
    /// Why it is not a list, if it is not.
    private var refusal: ParseError?
    private var given = 0
    private var isEnded = false
    private(set) var needsWhole = false

    /// - Parameters:
    ///   - document: the document.
    ///   - id: the identity of its collection.
    ///   - settings: the parser's settings.
    init(_ document: CatalogDocument, id: String, _ settings: Settings) {
        (self.document, self.id) = (document, id)
        budget = CatalogBudget(document, settings)
        do throws(ParseError) {
            let shape = try URLListParser.shape(of: document)
            if case .table = shape { needsWhole = true }
            reader = ListReader(document, shape, budget)
        } catch {
            refusal = error
        }
    }

    var count: Int {
        let all = reader?.items.count ?? 0
        // Options of the last one may follow.
        return isEnded ? all : max(0, all - 1)
    }

    var catalog: Catalog { Catalog(sections: [], problems: reader?.problems.problems ?? []) }

    mutating func take(_ piece: Data) throws(ParseError) {
        if let refusal { throw refusal }
        reader?.read(pieces.take(piece))
        // No need to read on, whatever comes.
        if !budget.goesOn() { try budget.conclude() }
    }

    mutating func end() throws(ParseError) {
        if let refusal { throw refusal }
        reader?.read(pieces.end())
        isEnded = true
        guard var reader else { return }
        try URLListParser.conclude(
            &reader, budget, of: document, isEmpty: given == 0 && reader.items.isEmpty)
        self.reader = reader
    }

    mutating func part() -> CatalogPart {
        let items = reader?.takeItems(all: isEnded) ?? []
        defer { given += items.count }
        return CatalogPart([
            CatalogPart.Portion(ItemCollection(id: id, title: id, items: items), at: 0, firstItem: given)
        ])
    }
}
