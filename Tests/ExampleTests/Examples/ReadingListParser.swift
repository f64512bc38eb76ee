import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// Parses reading lists: plain text with a title and a URL a line.
public struct ReadingListParser: Parser {
    static let separator = Setting<String>(
        "separator", default: "|", help: "What stands between a title and its URL")

    /// The plug-in.
    public static let plugin = Plugin<any Parser>(
        "reading-list", summary: "plain text with a title and a URL a line", settings: [separator]
    ) { settings, _ in ReadingListParser(settings) }

    private static let signature = "# reading list"
    private let settings: Settings
    private let separator: String

    /// Makes a parser.
    public init(_ settings: Settings = Settings()) {
        self.settings = settings
        separator = settings[Self.separator]
    }

    /// Certain where the document begins with the signature.
    public func recognition(of documents: [CatalogDocument]) -> Recognition {
        documents.catalog?.data.starts(with: Data(Self.signature.utf8)) == true ? .certain : .no
    }

    /// Parses the list among the documents.
    public func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
        let document = try documents.requiredCatalog()
        guard recognition(of: documents) == .certain else {
            throw ParseError(
                location: document.location, place: "line 1", reason: "expected \(Self.signature)")
        }
        let budget = CatalogBudget(document, settings)
        var collections: [ItemCollection] = []
        var places: [String: Int] = [:]
        var current = -1
        var problems = ProblemList()
        // A line may end as on any system.
        let lines = String(decoding: document.data, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated().dropFirst() where budget.takeItem() {
            if line.hasPrefix("##") {
                let title = String(line.dropFirst(2)).titleText
                let id = title.isEmpty ? "untitled" : title
                current = places[id] ?? collections.count
                places[id] = current
                if current == collections.count { collections.append(ItemCollection(id: id, title: id)) }
            } else if current >= 0, let item = item(String(line), budget) {
                collections[current].items.append(item)
            } else if !line.allSatisfy(\.isWhitespace) {
                // What an earlier reading listed may be there.
                problems.add(
                    "line \(index + 1)", "expected a title, \(separator) and a URL below a ## line",
                    gap: .lasting)
            }
        }
        try budget.conclude()
        for index in collections.indices { collections[index].markDuplicates() }
        return Catalog(
            collections: collections,
            problems: problems.problems + (budget.addressProblem.map { [$0] } ?? []))
    }

    private func item(_ line: String, _ budget: CatalogBudget) -> Item? {
        guard let bar = line.firstRange(of: separator) else { return nil }
        let title = String(line[..<bar.lowerBound]).titleText
        let reference = String(line[bar.upperBound...]).singleLine
        let url = reference.isEmpty ? nil : budget.resolve(reference)
        // With a wrong URL it would seem not to be available yet.
        guard !title.isEmpty, reference.isEmpty || url != nil else { return nil }
        return Item(title: title, url: url)
    }
}
