import CarrelBasics
import CarrelModel
import Foundation

/// What was read of an OPDS catalogue, of either version.
struct GatheredCatalog {
    let formats: [String]
    var title: String?
    var subtitle: String?
    var next: String?
    /// The publications of the catalogue itself.
    var items: [Item] = []
    /// Its groups of publications.
    private(set) var groups: [ItemCollection] = []
    /// The further catalogues, by the headings they stand under.
    private var navigation: [(heading: String?, collections: [ItemCollection])] = []
    private var headings: [String?: Int] = [:]

    init(formats: [String]) { self.formats = formats }

    var isEmpty: Bool { items.isEmpty && groups.isEmpty && navigation.isEmpty }

    /// Adds a further catalogue, which is read when it is opened.
    mutating func add(further url: String, title: String?, subtitle: String?, heading: String? = nil) {
        let title = title?.nonEmpty ?? CatalogIdentity.name(for: url)
        let subtitle = subtitle.map(\.titleText).flatMap { $0.isEmpty || $0 == title ? nil : $0 }
        let collection = ItemCollection(
            id: title, title: title, subtitle: subtitle, further: FurtherCatalog(url: url))
        if let index = headings[heading] {
            navigation[index].collections.append(collection)
        } else {
            headings[heading] = navigation.count
            navigation.append((heading, [collection]))
        }
    }

    mutating func add(group title: String, _ items: [Item]) {
        if !items.isEmpty { groups.append(ItemCollection(id: title, title: title, items: items)) }
    }

    /// The catalogue of a document that is named by an address.
    func catalog(at url: URL, named name: String?, problems: ProblemList) -> Catalog {
        let id = name ?? CatalogIdentity.name(for: url.absoluteString)
        var own: [ItemCollection] = []
        if !items.isEmpty || isEmpty {
            let details = subtitle.map { [Detail("Description", $0)] } ?? []
            own.append(ItemCollection(id: id, title: title ?? id, details: details, items: items))
        }
        var sections = [CatalogSection(collections: own + groups)]
        for (heading, collections) in navigation {
            if heading == nil {
                sections[0].collections += collections
            } else {
                sections.append(CatalogSection(title: heading, collections: collections))
            }
        }
        sections.removeAll(where: \.collections.isEmpty)
        Self.distinguish(&sections)
        var catalog = Catalog(title: title, sections: sections, problems: problems.problems)
        catalog.pages = next.map { [CatalogPage(url: $0, continuesCollection: true)] } ?? []
        return catalog
    }

    /// Gives each collection an identity of its own, and marks what is listed twice in one.
    private static func distinguish(_ sections: inout [CatalogSection]) {
        var taken: Set<String> = []
        // The last number that each title got.
        var numbers: [String: Int] = [:]
        for section in sections.indices {
            for index in sections[section].collections.indices {
                let id = sections[section].collections[index].id
                var number = numbers[id] ?? 1
                var own = id
                while !taken.insert(own).inserted {
                    number += 1
                    own = "\(id) \(number)"
                }
                numbers[id] = number
                sections[section].collections[index].id = own
                sections[section].collections[index].markDuplicates()
            }
        }
    }
}
