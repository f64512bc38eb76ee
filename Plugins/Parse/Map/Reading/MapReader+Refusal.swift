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
        return ParseError(
            location: source.location,
            reason: "\(name), “\(expression)”, matches nothing\(reason)",
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

    /// The place that does not match anything, as a field that was asked for once.
    var unmatchedPlace: [MappingTrace.Field] {
        let isMatched = found > 0 || matchedCollections > 0
        return refusal == nil || isMatched ? [] : [MappingTrace.Field(name: firstPlace.name, asked: 1)]
    }

    /// Whether the list behind a collection is there, and empty.
    var isEmptyCollection: Bool {
        guard source.isBehindCollection, found == 0, matchedCollections == 0 else { return false }
        return mapping.further.map(isEmpty) ?? (mapping.collections.place == nil && isEmpty(mapping.items))
    }

    /// Whether the list is there that collections or items are looked for in, and empty.
    private var isEmptyList: Bool {
        guard let place = mapping.collections.place else { return isEmpty(mapping.items) }
        return fields.document.isEmptyList(place, from: fields.document.root)
    }

    private func isEmpty(_ items: Mapping.Items) -> Bool {
        let document = fields.document
        guard let around = items.around else { return document.isEmptyList(items.place, from: document.root) }
        let lists = fields.nodes(around, from: document.root)
        return lists.isEmpty
            ? document.isEmptyList(around, from: document.root)
            : lists.contains { document.isEmptyList(items.place, from: $0) }
    }

    /// The expression that finds everything else, and its name.
    private var firstPlace: (name: String, expression: String) {
        mapping.collections.place.map { ("collections.at", $0.text) }
            ?? ("items.at", mapping.items.place?.text ?? "")
    }
}
