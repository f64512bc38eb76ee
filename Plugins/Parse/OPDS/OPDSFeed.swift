import CarrelBasics
import CarrelMarkup
import CarrelModel
import CarrelStages
import CarrelXMLReading

/// Reads OPDS 1: an Atom feed of publications, or of further catalogues.
struct OPDSFeed: CatalogXMLReader {
    static let kind = "an OPDS catalogue"
    static let namespaces = [
        "http://www.w3.org/2005/Atom": "", "http://purl.org/dc/elements/1.1/": "dc",
        "http://purl.org/dc/terms/": "dc", "http://opds-spec.org/2010/catalog": "opds",
        "http://www.w3.org/1999/xhtml": "xhtml",
    ]
    static let roots: Set<String> = ["feed"]
    static let parts: Set<String> = ["entry", "title", "subtitle", "link", "updated", "author"]

    let budget: CatalogBudget
    var problems = ProblemList()
    private(set) var catalog: GatheredCatalog
    var isUsable: Bool { !catalog.isEmpty || catalog.title != nil }

    init(_ budget: CatalogBudget, formats: [String]) {
        self.budget = budget
        catalog = GatheredCatalog(formats: formats)
    }

    mutating func take(_ part: MarkupElement, line: Int) {
        switch part.name {
        case "title": catalog.title = catalog.title ?? Self.text(part)
        case "subtitle": catalog.subtitle = Self.text(part)
        case "link" where part["rel"]?.trimmed.lowercased() == "next": takeNext(part, line)
        case "entry": takeEntry(part, line)
        default: break
        }
    }

    private mutating func takeNext(_ link: MarkupElement, _ line: Int) {
        guard let reference = link["href"] else { return }
        catalog.next = budget.fetchable(reference)
        if catalog.next == nil { problems.addLostPage(at: "line \(line)", reference) }
    }

    private mutating func takeEntry(_ entry: MarkupElement, _ line: Int) {
        var publication = Publication()
        var further: String?
        for link in entry.elements where link.name == "link" {
            guard let url = link["href"].flatMap(budget.fetchable) else {
                lose(link, line, &publication)
                continue
            }
            take(link, url, &publication, &further)
        }
        let title = entry.first("title").flatMap(Self.text)
        if let further, publication.offersNothing {
            guard budget.takeItem() else { return }
            let summary = (entry.first("content") ?? entry.first("summary")).flatMap(Self.text)
            catalog.add(further: further, title: title, subtitle: summary)
            return
        }
        publication.title = title
        publication.id = entry.line("id")
        publication.authors = Array(entry.all("author").compactMap { $0.line("name") }.prefix(20))
        addFacts(entry, to: &publication)
        let items = publication.items(formats: catalog.formats)
        if items.isEmpty { problems.add("line \(line)", "an entry that says nothing", gap: .lasting) }
        for item in items {
            guard budget.takeItem() else { return }
            catalog.items.append(item)
        }
    }

    /// Notes a link that leads nowhere.
    private mutating func lose(_ link: MarkupElement, _ line: Int, _ publication: inout Publication) {
        let document = acquisition(link, link["href"]?.titleText ?? "")
        if let document { publication.lose(document) }
        let leads = document != nil || LinkType.isCatalog(link["type"])
        guard leads || link["href"] != nil else { return }
        let what = link["href"].map { "“\($0.titleText)” is no address of a document" }
        problems.add(
            "line \(line)", "\(what ?? "a link without an address"); left out", gap: leads ? .lasting : nil)
    }

    /// What a link says of a document; `nil` if it does not lead to one.
    private func acquisition(_ link: MarkupElement, _ url: String) -> AcquisitionLink? {
        guard let kind = AcquisitionLink.Kind(relation: link["rel"] ?? "alternate") else { return nil }
        return AcquisitionLink(
            kind: kind, url: url, type: LinkType.essence(link["type"]),
            length: link["length"].flatMap { Int64($0.trimmed) }.flatMap { $0 > 0 ? $0 : nil },
            title: link["title"]?.titleText)
    }

    private func take(
        _ link: MarkupElement, _ url: String, _ publication: inout Publication, _ further: inout String?
    ) {
        if let document = acquisition(link, url) {
            publication.add(document)
            return
        }
        let relation = (link["rel"] ?? "alternate").trimmed.lowercased()
        let type = link["type"]
        switch relation.split(separator: "/").last ?? "" {
        case "image", "cover": publication.cover = url
        case "thumbnail", "x-stanza-cover-image": publication.cover = publication.cover ?? url
        case "facet", "search", "self", "related", "up", "start", "group": break
        default:
            if LinkType.isCatalog(type) {
                further = further ?? url
            } else if relation == "alternate", LinkType.essence(type) == "text/html" {
                publication.page = publication.page ?? url
            }
        }
    }

    private func addFacts(_ entry: MarkupElement, to publication: inout Publication) {
        publication.addFact("Author", publication.authors.joined(separator: ", "))
        publication.addFact("Published", entry.line("dc:issued") ?? entry.line("published").map(OPDSDate.day))
        publication.addFact("Updated", entry.line("updated").map(OPDSDate.day))
        publication.addFact("Publisher", entry.lines("dc:publisher").joined(separator: ", "))
        publication.addFact("Language", entry.lines("dc:language").joined(separator: ", "))
        publication.addFact("Extent", entry.line("dc:extent"))
        publication.addFact("Identifier", entry.lines("dc:identifier").joined(separator: ", "))
        let categories = entry.all("category").compactMap { $0["label"] ?? $0["term"] }.map(\.titleText)
        publication.addFact(
            "Categories", categories.filter { !$0.isEmpty }.prefix(20).joined(separator: ", "))
        publication.addFact("Summary", entry.first("summary").flatMap(Self.text))
        publication.addFact("Content", entry.first("content").flatMap(Self.text))
        publication.addFact("Rights", (entry.first("rights") ?? entry.first("dc:rights")).flatMap(Self.text))
    }

    /// A text of Atom, which may be marked up; `nil` if it is empty.
    static func text(_ element: MarkupElement) -> String? {
        let text = element.text.prefix(utf8: 16 << 10).text
        let isMarkup =
            (element["type"] ?? "").lowercased().contains("html") && text.contains { "<&".contains($0) }
        let plain = (isMarkup ? HTMLFragment.text(text) : text).readable.trimmed
        guard !plain.isEmpty else { return nil }
        return element.name == "title" ? plain.titleText : plain
    }
}

extension ProblemList {
    /// Says that the list goes on where nothing can be read.
    mutating func addLostPage(at place: String, _ reference: String) {
        add(
            place, "the next page, “\(reference.titleText)”, cannot be read; the list ends here",
            gap: .lasting)
    }
}

/// Dates of catalogues (RFC 3339), as they are shown.
enum OPDSDate {
    /// The day of a date with a time; anything else as it is.
    static func day(_ text: String) -> String {
        let day = text.prefix(10)
        let isDay = day.utf8.count == 10 && text.dropFirst(10).first == "T"
        return isDay && day.utf8.allSatisfy { $0 == 0x2D || $0.isDigit } ? String(day) : text
    }
}
