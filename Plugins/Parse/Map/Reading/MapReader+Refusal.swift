import CarrelModel
import CarrelStages

/// What a mapping says that matches nothing.
extension MapReader {
    /// A login page in the place of a list must not empty the library's listing.
    var refusal: ParseError? {
        guard sections.allSatisfy({ $0.collections.allSatisfy { $0.items.isEmpty && $0.further == nil } })
        else {
            return nil
        }
        if found > 0, let first = fields.problems.problems.first {
            return ParseError(
                location: source.location, place: first.place,
                reason: "none of the \(found) items can be used; the first: \(first.reason)")
        }
        if matchedCollections > 0 || isEmptyCollection || isEmptyList { return nil }
        if isLater { return nil }
        let (name, expression) = firstPlace
        let reason = fields.problems.problems.first.map { "; \($0.place): \($0.reason)" } ?? ""
        let place = mapping.collections.place ?? mapping.items.outermost
        let end = fields.document.end(of: place, from: fields.document.root).map { "; \($0)" } ?? ""
        return ParseError(
            location: source.location,
            reason: "\(name), “\(expression)”, matches nothing\(end)\(reason)",
            remedy: "Check the location, or see what matches: carrel map test")
    }

    /// Whether it is a page behind the first without a list: in JSON one that ends is told from one that is not there.
    var saysNothing: Bool {
        guard mapping.format == .json, found == 0, matchedCollections == 0, isLater else { return false }
        return !isEmptyCollection && !isEmptyList
    }

    /// Whether the list may have ended before it: a page leads to it, and it is not somewhere else after redirects.
    ///
    /// The first page may have the parameter, too, as in `?cursor=*`.
    private var isLater: Bool { source.page != nil && mapping.pages?.isLater(source.url) == true }

    /// The place that does not match anything, as a field that was asked for once, or in each collection.
    var unmatchedPlace: [MappingTrace.Field] {
        if isWithoutItems { return [MappingTrace.Field(name: "items.at", asked: matchedCollections)] }
        let isMatched = found > 0 || matchedCollections > 0
        return refusal == nil || isMatched ? [] : [MappingTrace.Field(name: firstPlace.name, asked: 1)]
    }

    /// That no collection has items where the mapping looks for them, so that none is called no longer listed.
    var unmatchedItems: CatalogProblem? {
        guard isWithoutItems, !fields.problems.problems.contains(where: { $0.gap != nil }) else { return nil }
        let end = itemsEnd.map { "; in the first \($0)" } ?? ""
        let reason =
            "“\(mapping.items.place?.text ?? "")” matches nothing in any collection\(end). See what matches: carrel map test"
        return CatalogProblem(place: "items.at", reason: reason, gap: .lasting)
    }

    /// Whether the first page has collections, and in none of them a list of items, be it an empty one, or what leads to one.
    private var isWithoutItems: Bool {
        matchedCollections > 0 && found == 0 && !hasEmptyList && source.page == nil && mapping.further == nil
            && sections.allSatisfy { $0.collections.allSatisfy { $0.further == nil } }
    }

    /// Whether the list behind a collection is there, and empty.
    var isEmptyCollection: Bool {
        guard source.isBehindCollection, found == 0, matchedCollections == 0 else { return false }
        let root = fields.document.root
        return mapping.further.map { isEmpty($0, from: root) }
            ?? (mapping.collections.place == nil && isEmpty(mapping.items, from: root))
    }

    /// Whether the list is there that collections or items are looked for in, and empty.
    private var isEmptyList: Bool {
        let root = fields.document.root
        guard let place = mapping.collections.place else { return isEmpty(mapping.items, from: root) }
        return fields.document.isEmptyList(place, from: root)
    }

    /// Whether the list of items is there, and empty.
    func isEmpty(_ items: Mapping.Items, from node: MapNode) -> Bool {
        let document = fields.document
        guard let around = items.around else { return document.isEmptyList(items.place, from: node) }
        let lists = fields.nodes(around, from: node)
        return lists.isEmpty
            ? document.isEmptyList(around, from: node)
            : lists.contains { document.isEmptyList(items.place, from: $0) }
    }

    /// The expression that finds everything else, and its name.
    private var firstPlace: (name: String, expression: String) {
        mapping.collections.place.map { ("collections.at", $0.text) }
            ?? ("items.at", mapping.items.place?.text ?? "")
    }
}
