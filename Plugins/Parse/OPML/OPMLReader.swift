import CarrelBasics
import CarrelMarkup
import CarrelModel
import CarrelStages
import CarrelXMLReading
import Foundation

/// Reads a list of outlines, those that are not within another one whole.
struct OPMLReader: CatalogXMLReader {
    static let kind = "a list of feeds (opml)"
    static let namespaces: [String: String] = [:]
    static let roots: Set<String> = ["opml"]
    static let parts: Set<String> = ["title", "outline"]
    // The catalogue of each is read when its collection is opened; nobody chooses among more.
    private static let maxCatalogs = 100_000

    let budget: CatalogBudget
    var problems = ProblemList()
    /// The list's own title.
    private(set) var title: String?
    /// The lists that it includes.
    private(set) var pages: [CatalogPage] = []
    /// The headings with their collections, in the order in which they are seen first.
    private(set) var sections: [CatalogSection] = []

    private let url: URL
    private let includes: Bool
    private var places: [String?: Int] = [:]
    private var ids: Set<String> = []
    private var count = 0

    init(_ document: CatalogDocument, _ budget: CatalogBudget, includes: Bool) {
        url = document.url
        self.budget = budget
        self.includes = includes
    }

    var isUsable: Bool { !sections.isEmpty || !pages.isEmpty }

    mutating func take(_ part: MarkupElement, line: Int) {
        guard part.name == "outline" else {
            title = title ?? part.text.prefix(utf8: 4096).text.titleText
            return
        }
        // An own stack: outlines may be nested as deeply as elements may be at all.
        var waiting: [(outline: MarkupElement, folders: [String])] = [(part, [])]
        while let (outline, folders) = waiting.popLast(), budget.goesOn(), count <= Self.maxCatalogs {
            let within = take(outline, in: folders, line)
            waiting += outline.elements.reversed().filter { $0.name == "outline" }.map { ($0, within) }
        }
    }

    /// Takes one outline, and says in which folders those within it are.
    private mutating func take(_ outline: MarkupElement, in folders: [String], _ line: Int) -> [String] {
        let name = (outline["text"] ?? outline["title"] ?? "").titleText
        let address = (outline["xmlurl"] ?? outline["url"] ?? "").addressText
        guard !address.isEmpty else { return name.isEmpty ? folders : folders + [name] }
        guard outline["iscomment"]?.lowercased() != "true" else { return folders }
        guard let target = budget.fetchable(address) else {
            problems.add(
                "line \(line)", "“\(address.titleText)” leads nowhere on the web; skipped", gap: .lasting)
            return folders
        }
        if outline["type"]?.lowercased() == "include" {
            include(target, line)
        } else {
            take(target, name: name.isEmpty ? target.titleText : name, outline, in: folders, line)
        }
        return folders
    }

    private mutating func include(_ address: String, _ line: Int) {
        guard includes, address != url.absoluteString else {
            let reason = includes ? "the list includes itself" : "lists include each other too deeply"
            problems.add("line \(line)", "\(reason); not read", gap: includes ? nil : .lasting)
            return
        }
        pages.append(CatalogPage(url: address))
    }

    private mutating func take(
        _ address: String, name: String, _ outline: MarkupElement, in folders: [String], _ line: Int
    ) {
        count += 1
        guard count <= Self.maxCatalogs else {
            if count == Self.maxCatalogs + 1 {
                problems.add(
                    "line \(line)",
                    "more than \(Self.maxCatalogs) catalogues; only those before are listed. Make several lists of it",
                    gap: .lasting
                )
            }
            return
        }
        guard let id = identity(name, address) else { return }
        var collection = ItemCollection(id: id, title: name, further: FurtherCatalog(url: address))
        let facts = [
            ("Description", outline["description"]), ("Web page", outline["htmlurl"]), ("Catalogue", address),
        ]
        collection.details = facts.compactMap { label, value in
            value?.titleText.nonEmpty.map { Detail(label, $0) }
        }
        let section = folders.joined(separator: " / ").titleText.nonEmpty
        if let place = places[section] {
            sections[place].collections.append(collection)
        } else {
            places[section] = sections.count
            sections.append(CatalogSection(title: section, collections: [collection]))
        }
    }

    /// The name, or the address if another catalogue has that name; `nil` for one that is listed twice.
    private mutating func identity(_ name: String, _ address: String) -> String? {
        let isNew = ids.insert(address).inserted
        if ids.insert(name).inserted { return isNew ? name : nil }
        return isNew ? address : nil
    }
}
