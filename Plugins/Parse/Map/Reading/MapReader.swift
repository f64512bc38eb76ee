import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Reads one document by a mapping, from its first to its last collection.
struct MapReader {
    let mapping: Mapping
    let source: CatalogDocument
    private let budget: CatalogBudget
    let fields: FieldReader
    /// What a list is called that has no collections.
    private let name: String
    var sections: [CatalogSection] = []
    // Where each collection is, by its identity.
    private var places: [String: (section: Int, index: Int)] = [:]
    private var headings: [String?: Int] = [:]
    // That of the list without collections, which each of its items would look up.
    private var listPlace: (section: Int, index: Int)?
    // How many items were found, usable or not.
    var found = 0
    var matchedCollections = 0
    /// Whether a collection has a list of items that is empty.
    private(set) var hasEmptyList = false
    /// How far the place of items leads in the first collection, if it has none.
    private(set) var itemsEnd: String?
    private var isFurther = false

    /// Whether somebody only looks at what the mapping matches, also where that is nothing.
    private let isTrial: Bool

    /// Makes a reader of a document; `isRepaired` says that it was not well-formed and was mended as far as that goes.
    init(
        _ mapping: Mapping, _ source: CatalogDocument, _ settings: Settings, isRepaired: Bool = false,
        isTrial: Bool = false
    ) throws(ParseError) {
        self.mapping = mapping
        self.source = source
        self.isTrial = isTrial
        budget = CatalogBudget(source, settings)
        name = CatalogIdentity.listName(of: source.namingURL) ?? "items"
        let streamed = StreamedMapDocument(source, mapping, budget, isRepaired: isRepaired)
        let document: any MapDocument =
            if let streamed { streamed } else {
                switch mapping.format {
                case .json: try JSONMapDocument(source, budget)
                case .xml, .html: try MarkupMapDocument(source, mapping, budget)
                case .csv: try TableMapDocument(source, mapping, budget)
                }
            }
        fields = FieldReader(document, budget)
        if let base = mapping.base ?? Self.base(of: document, mapping, budget) { budget.setBase(base) }
    }

    /// What the document gives, and what each field matched; `nil` if it has to be repaired first
    /// (`StrayAmpersands`).
    mutating func read() throws(ParseError) -> MappingTrace? {
        guard visitPlaces() else { return nil }
        try budget.conclude()
        // What is said once for the whole document is there last where it is streamed.
        let root = fields.document.root
        if let failure = fields.title(mapping.failure, at: root) {
            throw ParseError(location: source.location, reason: "the service says: \(failure)")
        }
        let title = fields.title(mapping.title, at: root)
        if isEmptyCollection { _ = only() }
        if let refusal {
            guard isTrial else { throw refusal }
            fields.problems.add("mapping", refusal.reason)
        }
        for section in sections.indices {
            for index in sections[section].collections.indices {
                sections[section].collections[index].markDuplicates()
            }
        }
        fields.problems.add(unmatchedItems)
        fields.problems.add(budget.addressProblem)
        var catalog = Catalog(title: title, sections: sections)
        if let pages = mapping.pages, let next = next(pages, root) {
            catalog.pages = [
                CatalogPage(url: next, continuesCollection: mapping.collections.id == nil, isNext: true)
            ]
        } else {
            catalog.mayGoOn = source.page == nil && mapping.pages?.isLink == true
        }
        (catalog.problems, catalog.saysNothing) = (fields.problems.problems, saysNothing)
        return MappingTrace(catalog: catalog, fields: unmatchedPlace + fields.counted(askedFields))
    }

    /// Reads every collection, or every item where there are none.
    private mutating func visitPlaces() -> Bool {
        let items = mapping.items
        var counts = true
        if let place = mapping.collections.place {
            counts = fields.visit(place) { node in
                matchedCollections += 1
                if budget.goesOn() { readCollection(node) }
            }
        } else if items.around == nil {
            counts = fields.visit(items.place) { node in
                if budget.goesOn() { readItem(items, at: node, into: nil) }
            }
        } else {
            readItems(items, from: fields.document.root, into: nil)
        }
        // Whoever only looks at a document need not say which one it is.
        let mayBeFurther = source.isBehindCollection || isTrial
        if mayBeFurther, matchedCollections == 0, found == 0, let further = mapping.further {
            isFurther = true
            readItems(further, from: fields.document.root, into: nil)
            isFurther = found > 0
        }
        return counts
    }

    private var askedFields: [MapField] {
        [mapping.title].compactMap(\.self) + mapping.collections.fields
            + (isFurther ? mapping.further?.fields ?? [] : mapping.items.fields)
            + (mapping.pages?.fields ?? [])
    }

    /// The base that a page declares.
    private static func base(
        of document: any MapDocument, _ mapping: Mapping, _ budget: CatalogBudget
    ) -> URL? {
        guard mapping.format == .html, let expression = try? MapExpression("//base/@href", format: .html),
            let reference = try? document.texts(expression, from: document.root, most: 1).first
        else { return nil }
        return budget.resolve(reference).flatMap(URL.init(string:))
    }

    // MARK: Collections

    private mutating func readCollection(_ node: MapNode) {
        let title = fields.title(mapping.collections.title, at: node)
        guard let id = fields.title(mapping.collections.id, at: node) ?? title else {
            fields.problems.add(
                fields.document.place(of: node), "a collection without id and title; skipped", gap: .lasting)
            return
        }
        let place = place(of: id, title: title ?? id, at: node)
        readItems(mapping.items, from: node, into: place)
        guard found == 0, !hasEmptyList else { return }
        hasEmptyList = isEmpty(mapping.items, from: node)
        itemsEnd = itemsEnd ?? fields.document.end(of: mapping.items.outermost, from: node)
    }

    /// The place of a collection, which is made where it is seen first.
    private mutating func place(of id: String, title: String, at node: MapNode) -> (section: Int, index: Int)
    {
        if let place = places[id] { return place }
        let section = section(fields.title(mapping.collections.section, at: node))
        var collection = ItemCollection(id: id, title: title)
        collection.subtitle = fields.title(mapping.collections.subtitle, at: node)
        collection.details = details(mapping.collections.details, at: node)
        collection.further = fields.url(mapping.collections.further, at: node).map { FurtherCatalog(url: $0) }
        sections[section].collections.append(collection)
        let place = (section, sections[section].collections.count - 1)
        places[id] = place
        return place
    }

    /// The collection of an item of a list without collections: the one that the item names, or the only one.
    private mutating func place(ofItemAt node: MapNode) -> (section: Int, index: Int) {
        guard let field = mapping.collections.id ?? mapping.collections.title, !isFurther else {
            return only()
        }
        let title = fields.title(mapping.collections.title, at: node)
        let id = mapping.collections.id == nil ? title : fields.title(field, at: node)
        guard let id else {
            fields.problems.add(
                fields.document.place(of: node),
                "\(field.name) is missing; the item is listed with others without one")
            return only()
        }
        return place(of: id, title: title ?? id, at: node)
    }

    private mutating func only() -> (section: Int, index: Int) {
        if let place = listPlace ?? places[name] { return place }
        let section = section(nil)
        sections[section].collections.append(ItemCollection(id: name, title: name))
        let place = (section, sections[section].collections.count - 1)
        (places[name], listPlace) = (place, place)
        return place
    }

    /// The section of a heading, which is made where it is seen first.
    private mutating func section(_ heading: String?) -> Int {
        if let known = headings[heading] { return known }
        headings[heading] = sections.count
        sections.append(CatalogSection(title: heading, collections: []))
        return sections.count - 1
    }

    // MARK: Items

    private mutating func readItems(
        _ items: Mapping.Items, from node: MapNode, into place: (section: Int, index: Int)?
    ) {
        guard let around = items.around else {
            return readItems(items, fields.nodes(items.place, from: node), into: place)
        }
        for outer in fields.nodes(around, from: node) where budget.goesOn() {
            readItems(items, fields.nodes(items.place, from: outer).map { $0.within(outer) }, into: place)
        }
    }

    private mutating func readItems(
        _ items: Mapping.Items, _ nodes: [MapNode], into place: (section: Int, index: Int)?
    ) {
        for node in nodes {
            guard budget.goesOn() else { return }
            readItem(items, at: node, into: place)
        }
    }

    private mutating func readItem(
        _ items: Mapping.Items, at node: MapNode, into place: (section: Int, index: Int)?
    ) {
        found += 1
        guard let item = item(items, at: node), budget.takeItem() else { return }
        let (section, index) = place ?? self.place(ofItemAt: node)
        sections[section].collections[index].items.append(item)
    }

    private func item(_ items: Mapping.Items, at node: MapNode) -> Item? {
        let url = fields.url(items.url, at: node)
        guard let title = fields.title(items.title, at: node) ?? url.map(URLReference.title) else {
            fields.problems.add(
                fields.document.place(of: node), "neither a title nor an address that can be used; skipped",
                gap: .lasting)
            return nil
        }
        return Item(
            id: fields.line(items.id, at: node).map { $0.prefix(utf8: 2048).text }, title: title,
            subtitle: fields.title(items.subtitle, at: node),
            details: details(items.details, at: node) + facts(items, at: node), url: url,
            size: fields.size(items.size, at: node), digest: fields.digest(items.digest, at: node))
    }

    /// What Carrel itself uses beside showing it.
    private func facts(_ items: Mapping.Items, at node: MapNode) -> [Detail] {
        var facts: [Detail] = []
        if let date = fields.title(items.modified, at: node) {
            facts.append(Detail("Last modified", date, key: .lastModified))
        }
        if let path = fields.line(items.path, at: node) {
            facts.append(Detail("Path", path.prefix(utf8: DocumentName.maxPathLength).text, key: .path))
        }
        return facts
    }

    private func details(_ details: [(label: String, field: MapField)], at node: MapNode) -> [Detail] {
        details.compactMap { label, field in fields.text(field, at: node).map { Detail(label, $0) } }
    }

    // MARK: The end

    private func next(_ pages: Mapping.Pages, _ root: MapNode) -> String? {
        switch pages {
        case .next(let field):
            let next = fields.nextPage(field, at: root)
            // Many services name a last page as its own next one.
            let isItself = next?.withoutFragment == source.url.absoluteString.withoutFragment
            return isItself ? nil : next
        case .cursor(let field, let parameter):
            guard let cursor = fields.line(field, at: root), cursor != "false" else { return nil }
            return PageQuery.setting(parameter, to: cursor, in: source.url)
        case .number(let parameter, let first, let step, let last):
            guard found > 0 else { return nil }
            let current = PageQuery.value(of: parameter, in: source.url).flatMap { Int($0) } ?? first
            let (next, isTooLarge) = current.addingReportingOverflow(step)
            guard !isTooLarge else { return nil }
            let end = last.flatMap { lastNumber($0, root) } ?? .max
            guard first == 0 ? next < end : next <= end else { return nil }
            return PageQuery.setting(parameter, to: String(next), in: source.url)
        }
    }

    /// How far pages are counted; `nil` if the page does not say it: what is on later ones would seem to be gone.
    private func lastNumber(_ last: MapField, _ root: MapNode) -> Int? {
        guard let text = fields.line(last, at: root) else { return nil }
        if let number = Int(text) { return number }
        fields.problems.add(
            fields.document.place(of: root),
            "pages.last: “\(text.titleText)”, expected a number; pages are read until one has no items")
        return nil
    }
}
