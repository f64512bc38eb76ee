import CarrelHTTP
import CarrelModel
import CarrelStages

/// What is the same for a catalogue and for the list behind a collection, once it is parsed.
extension Pipeline {
    /// Adds the further pages, and compares what they list with what was listed before: items stay the same ones, and what may
    /// only be missing now stays listed.
    ///
    /// - Parameters:
    ///   - parsed: the first page, and the parser that read it; gets what all pages list.
    ///   - documents: what was parsed.
    ///   - url: where that is.
    ///   - parent: what is known of the catalogue that pages belong to.
    ///   - earlier: what was listed before; `nil` for a new catalogue.
    ///   - location: the catalogue.
    ///   - collection: the collection whose list it is; `nil` for the catalogue itself.
    /// - Returns: what to record of the reading, without a name.
    func complete(
        _ parsed: inout (catalog: Catalog, parser: String), of documents: [CatalogDocument], at url: String,
        in parent: FurtherCatalog.Parent, since earlier: EarlierListing?, listedBy location: String,
        as collection: String? = nil
    ) async throws(PipelineError) -> CatalogReading {
        let tellsOfPages = parsed.catalog.tellsOfPages(readAt: context.now())
        parsed.catalog.isContinued = parsed.catalog.pages.contains(where: \.isNext)
        if !parsed.catalog.pages.isEmpty, let first = documents.catalog {
            try await addPages(
                to: &parsed.catalog, of: url, from: first, by: parsed.parser, in: parent, earlier: earlier)
        }
        if let collection { parsed.catalog.join(as: collection) }
        if let earlier { parsed.catalog.keepAddresses(of: earlier.catalog) }
        try await refuseLogin(parsed, insteadOf: earlier, at: url, of: location, collection: collection)
        if collection == nil, let earlier, !parsed.catalog.hasGap(.passing) {
            parsed.catalog.problems += parsed.catalog.lostFacts(since: earlier.catalog)
        }
        if let earlier { parsed.catalog.doubtEnd(since: earlier, at: url) }
        try await keepFromPages(&parsed.catalog, at: location, since: earlier?.catalog)
        let isWhole = parsed.catalog.makeUp(from: earlier?.catalog)
        var reading = CatalogReading(
            // Without them it is read whole the next time: pages that are missing are asked for again, though the first did not
            // change, and so are those that may have something new without it.
            location: url, validators: isWhole && tellsOfPages ? documents.validators : Validators(),
            fingerprint: parsers.fingerprint, date: context.now(),
            isPublic: documents.contains(where: \.isPublic), parser: parsed.parser
        ).annotated(parsed.catalog, of: collection == nil ? documents.catalog : nil)
        reading.listsLatestOnly = parsed.catalog.leavesOutItems
        return reading
    }
}

extension Catalog {
    /// Has all items be those of one collection, whatever collections it has.
    fileprivate mutating func join(as id: String) {
        var collection = ItemCollection(id: id, title: "", items: collections.flatMap(\.items))
        collection.markDuplicates()
        sections = [CatalogSection(collections: [collection])]
    }
}
