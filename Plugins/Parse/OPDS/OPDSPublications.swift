import CarrelBasics
import CarrelJSON
import CarrelJSONReading
import CarrelMarkup
import CarrelModel
import CarrelStages

/// Reads OPDS 2: publications, groups and further catalogues in JSON.
struct OPDSPublications {
    private let budget: CatalogBudget
    private var problems = ProblemList()
    private var catalog: GatheredCatalog

    /// Reads the catalogue among the documents.
    ///
    /// - Throws: `ParseError` for what is none, with its place.
    static func read(
        _ documents: [CatalogDocument], _ settings: Settings, formats: [String]
    ) throws(ParseError) -> (GatheredCatalog, ProblemList) {
        let json = try CatalogJSON(documents)
        guard json.root.kind == .object,
            ["publications", "navigation", "groups"].contains(where: { json.root[$0]?.elements != nil })
        else {
            throw json.error(
                json.root, expected: "an OPDS catalogue with \"publications\", \"navigation\" or \"groups\"")
        }
        let budget = CatalogBudget(json.document, settings)
        var reader = OPDSPublications(budget: budget, catalog: GatheredCatalog(formats: formats))
        reader.readAll(json.root)
        try budget.conclude()
        try json.refuse(ifUnusable: reader.catalog.isEmpty, reader.problems.problems)
        reader.problems.add(budget.addressProblem)
        return (reader.catalog, reader.problems)
    }

    private init(budget: CatalogBudget, catalog: GatheredCatalog) {
        (self.budget, self.catalog) = (budget, catalog)
    }

    private mutating func readAll(_ root: JSONNode) {
        catalog.title = line(root["metadata"]?["title"])
        catalog.subtitle = line(root["metadata"]?["subtitle"])
        for link in list(root["links"]) where relations(link).contains("next") {
            guard isPlain(link), let reference = link["href"]?.string else { continue }
            catalog.next = budget.fetchable(reference)
            if catalog.next == nil { problems.addLostPage(at: link.path.description, reference) }
        }
        navigation(root["navigation"], heading: nil)
        catalog.items = publications(root["publications"])
        for group in list(root["groups"]) {
            guard budget.goesOn() else { return }
            let title = line(group["metadata"]?["title"]) ?? "Group"
            navigation(group["navigation"], heading: title)
            catalog.add(group: title, publications(group["publications"]))
        }
    }

    // MARK: Navigation

    private mutating func navigation(_ node: JSONNode?, heading: String?) {
        for link in list(node) {
            guard budget.takeItem() else { return }
            let type = link["type"]?.string
            guard type == nil || LinkType.isCatalog(type) else { continue }
            guard isPlain(link), let url = url(link["href"]) else {
                problems.add(link, expected: "a link with an address", gap: .lasting)
                continue
            }
            catalog.add(further: url, title: line(link["title"]), subtitle: nil, heading: heading)
        }
    }

    // MARK: Publications

    private mutating func publications(_ node: JSONNode?) -> [Item] {
        var items: [Item] = []
        for node in list(node) {
            guard budget.goesOn() else { return items }
            guard node.kind == .object else {
                problems.add(node, expected: "a publication as an object", gap: .lasting)
                continue
            }
            let made = publication(node).items(formats: catalog.formats)
            if made.isEmpty {
                problems.add(node.path.description, "a publication that says nothing", gap: .lasting)
            }
            for item in made {
                guard budget.takeItem() else { return items }
                items.append(item)
            }
        }
        return items
    }

    private mutating func publication(_ node: JSONNode) -> Publication {
        let metadata = node["metadata"]
        var publication = Publication()
        publication.id = line(metadata?["identifier"])
        publication.title = line(metadata?["title"])
        publication.authors = names(metadata?["author"])
        publication.addFact("Author", publication.authors.joined(separator: ", "))
        publication.addFact("Subtitle", line(metadata?["subtitle"]))
        publication.addFact("Published", line(metadata?["published"]).map(OPDSDate.day))
        publication.addFact("Updated", line(metadata?["modified"]).map(OPDSDate.day))
        publication.addFact("Publisher", names(metadata?["publisher"]).joined(separator: ", "))
        publication.addFact("Language", names(metadata?["language"]).joined(separator: ", "))
        publication.addFact("Pages", metadata?["numberOfPages"]?.integer.map(String.init))
        publication.addFact("Categories", names(metadata?["subject"]).joined(separator: ", "))
        publication.addFact("Summary", text(metadata?["description"]))
        for link in list(node["links"]).prefix(100) { read(link, &publication) }
        for image in list(node["images"], gap: nil).prefix(1) { publication.cover = url(image["href"]) }
        return publication
    }

    private mutating func read(_ link: JSONNode, _ publication: inout Publication) {
        guard isPlain(link) else { return }
        let relations = relations(link)
        let kind = relations.lazy.compactMap { AcquisitionLink.Kind(relation: $0) }.first
        let type = link["type"]?.string
        guard kind != nil || relations.contains("alternate") else { return }
        let address = url(link["href"])
        if address == nil {
            // Without a kind, it is a page about the publication.
            problems.add(
                link["href"] ?? link, expected: "the address of a document", gap: kind == nil ? nil : .lasting
            )
        }
        guard let kind else {
            if LinkType.essence(type) == "text/html" { publication.page = publication.page ?? address }
            return
        }
        let document = AcquisitionLink(
            kind: kind, url: address ?? link["href"]?.string?.titleText ?? "", type: LinkType.essence(type),
            length: link["length"]?.integer.flatMap { $0 > 0 ? $0 : nil }, title: line(link["title"]))
        if address == nil { publication.lose(document) } else { publication.add(document) }
    }

    // MARK: Values

    /// The elements of an array; anything else is a problem.
    private mutating func list(_ node: JSONNode?, gap: CatalogProblem.Gap? = .lasting) -> [JSONNode] {
        guard let node = node?.present else { return [] }
        if let elements = node.elements { return Array(elements) }
        problems.add(node, expected: "an array", gap: gap)
        return []
    }

    private func relations(_ link: JSONNode) -> [String] {
        (link["rel"]?.listed ?? []).prefix(20).compactMap { $0.string?.trimmed.lowercased() }
    }

    /// Whether a link is an address and no template.
    private func isPlain(_ link: JSONNode) -> Bool { link["templated"]?.boolean != true }

    private func url(_ node: JSONNode?) -> String? { node?.string.flatMap(budget.fetchable) }

    /// A text, the text of the first language of several, or a number.
    private func line(_ node: JSONNode?) -> String? {
        let text = node?.plainText ?? firstMember(node)?.string
        return text?.titleText.nonEmpty
    }

    private func firstMember(_ node: JSONNode?) -> JSONNode? {
        guard let node, node.kind == .object else { return nil }
        return node.members?.first { $0.node.string != nil }?.node
    }

    /// Names as strings, or as objects with a name.
    private func names(_ node: JSONNode?) -> [String] {
        var names: [String] = []
        for value in (node?.listed ?? []).prefix(20) {
            let name = value.kind == .object ? line(value["name"]) : line(value)
            if let name, !names.contains(name) { names.append(name) }
        }
        return names
    }

    private func text(_ node: JSONNode?) -> String? {
        guard let text = node?.string?.prefix(utf8: 16 << 10).text else { return nil }
        return (text.contains("<") ? HTMLFragment.text(text) : text).readable.trimmed.nonEmpty
    }
}
