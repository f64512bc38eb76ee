import CarrelModel
import CarrelStages
import CarrelText
import Foundation

/// Reads a list of addresses as it comes, piece by piece; a table, or one in UTF-16, only as a whole.
struct ListParts: PartReader {
    private static let beginning = 256 << 10

    private let document: CatalogDocument
    private let id: String
    private let budget: CatalogBudget
    private var reader: ListReader?
    private var pieces = LinePieces(limit: ListReader.maxLine, endsAtReturns: true)
    /// The encoding, as the beginning tells it.
    private let encoding: TextEncoding
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
        encoding = DecodedText(beginningOf: document, upTo: Self.beginning).decoding.encoding
        do throws(ParseError) {
            let shape = try URLListParser.shape(of: document)
            if case .table = shape { needsWhole = true }
            if encoding.isUTF16 { needsWhole = true }
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

    var catalog: Catalog {
        var catalog = Catalog(sections: [], problems: reader?.problems.problems ?? [])
        catalog.openEnd = reader?.openEnd
        return catalog
    }

    mutating func take(_ piece: Data) throws(ParseError) {
        if let refusal { throw refusal }
        let lines = decoded(pieces.take(piece))
        reader?.read(lines)
        // No need to read on, whatever comes.
        if !budget.goesOn() { try budget.conclude() }
    }

    mutating func end() throws(ParseError) {
        if let refusal { throw refusal }
        let lines = decoded(pieces.end())
        reader?.read(lines)
        isEnded = true
        guard var reader else { return }
        try URLListParser.conclude(
            &reader, budget, of: document, isEmpty: given == 0 && reader.items.isEmpty)
        self.reader = reader
    }

    /// Lines as text: in the encoding that the beginning told, unless they are UTF-8.
    private func decoded(_ lines: Data) -> DecodedText { DecodedText(of: lines, declared: encoding.name) }

    mutating func part() -> CatalogPart {
        let items = reader?.takeItems(all: isEnded) ?? []
        defer { given += items.count }
        return CatalogPart([
            CatalogPart.Portion(ItemCollection(id: id, title: id, items: items), at: 0, firstItem: given)
        ])
    }
}
