import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages

/// Further catalogues, which are read when a collection is opened.
extension Pipeline {
    /// Opens a collection: reads the catalogue that lists its items, unless it was read before.
    ///
    /// Calls that open the same collection at the same time share one reading.
    ///
    /// - Parameters:
    ///   - collection: the collection.
    ///   - location: the location of the catalogue that lists it.
    ///   - refreshes: whether to read it again if it was read before, which is cheap if nothing changed.
    /// - Returns: the identifiers of items that only stay listed (`Catalog.kept`).
    /// - Throws: `PipelineError`; the library stays as it was.
    @discardableResult
    public func open(
        _ collection: ItemCollection, of location: String, refreshes: Bool = false
    ) async throws(PipelineError) -> Set<String> {
        guard let further = collection.further else { return [] }
        let key = CollectionKey(catalog: location, collection: collection.id)
        let opening = await openings.run(key) {
            await Result(of: { () async throws(PipelineError) -> Set<String> in
                let last = try await furtherReading(of: key, further)
                let isKnown = last?.parsing == parsers.fingerprint && last?.location == further.url
                let known = isKnown ? last : nil
                if known != nil, !refreshes { return [] }
                return try await read(further, for: key, after: known, last)
            })
        }
        // There is none if this task was cancelled.
        guard let opening else { throw .cancelled }
        return try opening.get()
    }

    /// The last reading, if it is of the same catalogue, perhaps with TLS or without it.
    private func furtherReading(
        of key: CollectionKey, _ further: FurtherCatalog
    ) async throws(PipelineError) -> CatalogReading? {
        try await asPipelineError { () async throws(StoreError) -> CatalogReading? in
            guard let reading = try await library.furtherReading(of: key),
                reading.location.withoutTLS == further.url.withoutTLS
            else { return nil }
            return reading
        }
    }

    /// Reads the catalogue of a collection, with all its pages, and records its items; unless it did not change.
    ///
    /// - Parameters:
    ///   - further: the catalogue.
    ///   - key: the collection.
    ///   - known: the last reading, if it was parsed in the same way.
    ///   - last: that reading in any case.
    /// - Returns: the identifiers of items that only stay listed.
    private func read(
        _ further: FurtherCatalog, for key: CollectionKey, after known: CatalogReading?,
        _ last: CatalogReading?
    ) async throws(PipelineError) -> Set<String> {
        let parent = FurtherCatalog.Parent(
            origin: runParts.catalogOrigin(of: key.catalog),
            isPublic: try await library.lastReading(of: key.catalog)?.isPublic == true)
        // As for the catalogue itself, its kind has to be known.
        let validators = known?.parser == nil ? nil : known?.validators
        guard let documents = try await documents(of: further, in: parent, after: validators) else {
            return []
        }
        var parsed = try await parsed(documents, of: further, for: key, insteadOf: last?.parser)
        try refuseList(parsed.catalog, at: further.url)
        parsed.catalog.nameProblems(of: further.url, readAs: documents.catalog?.location)
        let earlier = try await earlierListing(of: key, last)
        let reading = try await complete(
            &parsed, of: documents, at: further.url, in: parent, since: earlier, listedBy: key.catalog,
            as: key.collection)
        let catalog = parsed.catalog
        for problem in catalog.problems { observer.receive(.problem(problem, of: key.catalog)) }
        try await record(catalog.collections.flatMap(\.items), of: key, reading)
        return catalog.kept[key.collection] ?? []
    }

    /// Asks for a further catalogue; `nil` if it is still the one that the validators name.
    private func documents(
        of further: FurtherCatalog, in parent: FurtherCatalog.Parent, after validators: Validators?
    ) async throws(PipelineError) -> [CatalogDocument]? {
        let reading: SourceReading
        do throws(SourceError) {
            let source = try furtherSource(further, parent)
            reading = try await source.readWhole(after: validators?.isEmpty == true ? nil : validators)
        } catch {
            throw PipelineError(error.ofOperand)
        }
        guard case .documents(var documents) = reading else { return nil }
        for index in documents.indices { documents[index].isBehindCollection = true }
        return documents
    }

    private func parsed(
        _ documents: [CatalogDocument], of further: FurtherCatalog, for key: CollectionKey,
        insteadOf earlier: String?
    ) async throws(PipelineError) -> (catalog: Catalog, parser: String) {
        // Collections of a further catalogue have no further catalogues themselves.
        var parsers = parsers
        parsers.furtherURL = nil
        let parsed: (catalog: Catalog, parser: String)
        do {
            parsed = try parsers.parseFurther(documents, location: further.url)
        } catch {
            let parser = parsers.otherKind(of: documents)?.name ?? parsers.parserName(for: documents)
            if !error.isCancelled, let parser {
                let nothing = (catalog: Catalog(collections: []), parser: parser)
                try await refusePage(
                    nothing, insteadOf: earlier, at: further.url, of: key.catalog,
                    collection: key.collection)
            }
            throw PipelineError(error)
        }
        try await refusePage(
            parsed, insteadOf: earlier, at: further.url, of: key.catalog, collection: key.collection)
        return parsed
    }

    /// Refuses a list of further places, or an empty one: it must not be taken for a place without photos.
    private func refuseList(_ catalog: Catalog, at url: String) throws(PipelineError) {
        let isList = catalog.collections.count > 1 && catalog.collections.allSatisfy(\.items.isEmpty)
        guard !catalog.collections.isEmpty, !isList,
            !catalog.collections.contains(where: { $0.further != nil })
        else {
            throw .parse(
                ParseError(
                    location: url, reason: "a list of collections, expected the items of one",
                    remedy: "Add it as a catalogue of its own: carrel sync \(ShellWord.operands(url))"))
        }
    }

    /// What was listed before by the same catalogue, if it was read.
    private func earlierListing(
        of key: CollectionKey, _ last: CatalogReading?
    ) async throws(PipelineError) -> EarlierListing? {
        guard let last else { return nil }
        return try await asPipelineError { () async throws(StoreError) in
            try await library.collection(key).map { collection in
                var catalog = Catalog(collections: [collection])
                catalog.isIncomplete = last.listsLatestOnly
                var listing = EarlierListing(catalog: catalog, reading: last)
                listing.isByPages = false
                return listing
            }
        }
    }

    private func record(
        _ items: [Item], of key: CollectionKey, _ reading: CatalogReading
    ) async throws(PipelineError) {
        try await asPipelineError { () async throws(StoreError) in
            try await library.record(items, of: key, reading: reading)
        }
    }

    /// Reads opened collections again, several at a time; one that fails is reported and stays as it is.
    ///
    /// - Returns: the catalogue with all recorded items of these collections, and the number of those that failed.
    func refreshOpened(
        _ located: LocatedCatalog
    ) async throws(PipelineError) -> (listing: LocatedCatalog, unread: Int) {
        let opened = try await asPipelineError { () async throws(StoreError) in
            try await library.openedCollections(of: located.location)
        }
        let collections = located.catalog.collections.filter { $0.further != nil && opened.contains($0.id) }
        guard !collections.isEmpty else { return (located, 0) }
        // They are read side by side, but an observer must get one event at a time.
        var pipeline = self
        pipeline.observer = EventRelay(observer)
        let reading = pipeline
        let atOnce = max(1, downloads.queueLimits.maxConcurrent)
        let kept = await collections.together(atMost: atOnce) {
            Result<Set<String>?, Never>.success(await reading.refresh($0, of: located.location))
        }.get()
        var listing = try await withFurtherItems(located)
        for (collection, kept) in zip(collections, kept) { listing.catalog.kept[collection.id] = kept }
        return (listing, kept.count { $0 == nil })
    }

    /// Reads a collection again.
    ///
    /// - Returns: the identifiers of items that only stay listed; `nil` if it cannot be read.
    private func refresh(_ collection: ItemCollection, of location: String) async -> Set<String>? {
        do {
            return try await open(collection, of: location, refreshes: true)
        } catch {
            if error == .cancelled { return [] }
            let key = CollectionKey(catalog: location, collection: collection.id)
            observer.receive(.unread(key, title: collection.title, reason: "\(error)"))
            return nil
        }
    }

    /// The catalogue with the recorded items of its opened collections, and whether these are all.
    func withFurtherItems(_ located: LocatedCatalog) async throws(PipelineError) -> LocatedCatalog {
        guard located.catalog.collections.contains(where: { $0.further != nil }),
            let recorded = try await recordedCatalog(located.location)
        else { return located }
        let opened = recorded.collectionsByID
        var located = located
        located.catalog.changeCollections { collection in
            guard collection.further != nil else { return }
            collection.items = opened[collection.id]?.items ?? []
            collection.listsLatestOnly = opened[collection.id]?.listsLatestOnly ?? false
        }
        return located
    }
}
