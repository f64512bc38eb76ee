import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelText
import Foundation

/// Parses lists of addresses: plain text with one on each line, tables whose first row names their columns, and the
/// `fetch.txt` of BagIt (RFC 8493 section 2.2.3).
public struct URLListParser: PartParser {
    private let collection: String?
    private let settings: Settings

    public init(_ settings: Settings = Settings()) {
        self.settings = settings
        collection = settings[Self.collectionSetting]?.titleText.nonEmpty
    }

    static let collectionSetting = Setting<String?>(
        "collection", help: "The name of the collection, instead of the list's file name")

    /// The plug-in.
    public static let plugin = Plugin<any Parser>(
        "url-list", summary: "Reads lists of addresses: text, CSV, TSV and BagIt's fetch.txt",
        settings: [collectionSetting]
    ) { settings, _ in URLListParser(settings) }

    /// Certain where the first line that says something is an address, a row of `fetch.txt`, or names a column of addresses.
    public func recognition(of documents: [CatalogDocument]) -> Recognition {
        guard let document = documents.catalog else { return .no }
        return ListShape(document) == nil ? .no : .certain
    }

    /// Parses the list among the documents.
    public func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        let document = try documents.requiredCatalog()
        let budget = CatalogBudget(document, settings)
        var reader = ListReader(document, try Self.shape(of: document), budget)
        reader.read(DecodedText(of: document.data, declared: document.mediaType?.charset))
        try Self.conclude(&reader, budget, of: document, isEmpty: reader.items.isEmpty)
        let id = id(of: document)
        let groups = reader.groups.isEmpty ? [(id, reader.items)] : reader.groups
        let collections = groups.map { name, items in
            var collection = ItemCollection(id: name, title: name, items: items)
            collection.markDuplicates()
            return collection
        }
        var catalog = Catalog(collections: collections, problems: reader.problems.problems)
        catalog.openEnd = reader.openEnd
        return catalog
    }

    /// Begins to read the list in a document.
    public func reader(of document: CatalogDocument) -> any PartReader {
        ListParts(document, id: id(of: document), settings)
    }

    private func id(of document: CatalogDocument) -> String {
        collection ?? CatalogIdentity.listName(of: document.namingURL) ?? "list"
    }

    /// The shape of a list.
    ///
    /// - Throws: `ParseError` if it is none.
    static func shape(of document: CatalogDocument) throws(ParseError) -> ListShape {
        if let shape = ListShape(document) { return shape }
        throw ParseError(
            location: document.location, place: "line 1",
            reason: document.data.isEmpty
                ? "the document is empty, expected a list of addresses"
                : "neither an address nor the names of columns, one of them url",
            remedy: "Put one address on each line, or name the columns in the first row")
    }

    /// Ends a reading.
    ///
    /// - Throws: `ParseError` if it was cancelled, there was too much, or nothing could be used.
    static func conclude(
        _ reader: inout ListReader, _ budget: CatalogBudget, of document: CatalogDocument, isEmpty: Bool
    ) throws(ParseError) {
        try budget.conclude()
        reader.problems.add(budget.addressProblem)
        if reader.undecodable > 0 {
            let count = reader.undecodable == 1 ? "1 byte is" : "\(reader.undecodable) bytes are"
            reader.problems.add("text", "\(count) not in its encoding; � stands for them")
        }
        guard isEmpty else { return }
        let first = reader.problems.problems.first
        throw ParseError(
            location: document.location, place: first?.place,
            reason: first.map { "no line can be used; the first: \($0.reason)" }
                ?? "nothing follows the names of the columns, expected a row for each document")
    }
}
