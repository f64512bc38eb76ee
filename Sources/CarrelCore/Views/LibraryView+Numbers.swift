import CarrelModel
import CarrelStages

/// A view of what operands name by numbers, so that an item of a large library is found in a moment.
extension LibraryView {
    /// Reads all collections, but items only of those in which texts name some by their numbers.
    ///
    /// A finder finds in it what these texts name, as in a view of the whole library.
    ///
    /// - Parameters:
    ///   - texts: what the user wrote.
    ///   - selection: the selected collection.
    ///   - printed: the list that was printed last.
    ///   - pipeline: the pipeline with the library and the store.
    /// - Returns: the view; `nil` if it takes the whole library to find what the texts name, or to say why not.
    static func ofItems(
        numbered texts: [String], selection: CollectionKey?, printed: PrintedList?, _ pipeline: Pipeline
    ) async throws(PipelineError) -> LibraryView? {
        guard ItemFinder.mayBeNumbers(texts), let listings = pipeline.library.parts,
            var view = try await outline(pipeline, listings)
        else { return nil }
        let finder = ItemFinder(view, selection: selection, printed: printed)
        var wanted: [String: [ItemKey]] = [:]
        for text in texts {
            // Whether a text that names a collection, too, means an item is seen with all items.
            guard finder.collections(named: text).isEmpty, let place = try? finder.place(ofNumber: text),
                let entry = try await view.read(place, pipeline.library)
            else { return nil }
            wanted[entry.catalog, default: []].append(entry)
        }
        for (place, catalog) in view.catalogs.enumerated() {
            guard let keys = wanted[catalog.location] else { continue }
            view.catalogs[place].memory = try await pipeline.runParts.memory(
                ofItems: keys, in: catalog.location)
        }
        return view
    }

    /// A view of the collections without their items; `nil` if a catalogue has gone meanwhile.
    private static func outline(
        _ pipeline: Pipeline, _ listings: any PartListings
    ) async throws(PipelineError) -> LibraryView? {
        var catalogs: [CatalogView] = []
        for location in try await locations(pipeline) {
            let view = try await asPipelineError { () async throws(StoreError) -> CatalogView? in
                guard let outline = try await listings.outline(of: location) else { return nil }
                var catalog = outline.catalog
                catalog.add(unlisted: outline.unlisted)
                return CatalogView(
                    location: location, name: try await name(of: location, pipeline), catalog: catalog,
                    memory: LibraryMemory(catalog: location))
            }
            guard let view else { return nil }
            catalogs.append(view)
        }
        return LibraryView(catalogs)
    }

    /// Reads the items of the collection that a place is in, unless they are there.
    ///
    /// - Returns: the key of the item's document; `nil` if there is no such item, or another catalogue lists the items.
    private mutating func read(
        _ place: ItemFinder.NumberPlace, _ library: any Library
    ) async throws(PipelineError) -> ItemKey? {
        let key =
            switch place {
            case .listed(_, let row): row.key
            case .printed(_, let entry): CollectionKey(of: entry)
            }
        guard let items = try await items(of: key, library) else { return nil }
        let item =
            switch place {
            case .listed(let number, _): number > 0 && number <= items.count ? items[number - 1] : nil
            case .printed(_, let entry): items.first { $0.id == entry.item }
            }
        return item.map {
            ItemKey(catalog: key.catalog, collection: key.collection, item: $0.duplicateOf ?? $0.id)
        }
    }

    /// The items of a collection, which from now on are part of the view; `nil` if the catalogue does not list it, or
    /// another catalogue lists them.
    private mutating func items(
        of key: CollectionKey, _ library: any Library
    ) async throws(PipelineError) -> [Item]? {
        for (index, view) in catalogs.enumerated() where view.location == key.catalog {
            for (section, other) in view.catalog.sections.enumerated() {
                guard let place = other.collections.firstIndex(where: { $0.id == key.collection }) else {
                    continue
                }
                let known = other.collections[place]
                guard known.further == nil else { return nil }
                guard known.items.isEmpty else { return known.items }
                let recorded = try await asPipelineError { () async throws(StoreError) in
                    try await library.collection(key)
                }
                catalogs[index].catalog.sections[section].collections[place].items = recorded?.items ?? []
                return recorded?.items
            }
        }
        return nil
    }
}
