import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Reads a catalogue, and records what it lists.
extension Pipeline {
    /// Reads the catalogue and its opened collections, when it is its turn.
    ///
    /// - Returns: the catalogue, and the number of collections that could not be read again.
    func readInTurn() async throws(PipelineError) -> (listing: ReadListing, unread: Int) {
        guard await turns?.take() ?? true else { throw .cancelled }
        defer { turns?.free() }
        let listing = try await readListing(records: true)
        guard case .whole(let catalog) = listing else { return (listing, 0) }
        let (refreshed, unread) = try await refreshOpened(catalog)
        return (.whole(refreshed), unread)
    }

    /// Reads the catalogue, or takes the recorded one if it is unchanged.
    ///
    /// - Parameter records: whether to record a changed catalogue in the library.
    /// - Returns: the catalogue with its location.
    /// - Throws: `PipelineError`; the library stays as it was.
    public func readCatalog(records: Bool) async throws(PipelineError) -> LocatedCatalog {
        switch try await readListing(records: records, takesParts: false) {
        case .whole(let located): return located
        case .other(let known): return try await known.readCatalog(records: records)
        case .parts: throw .source(.noSource)
        }
    }

    /// Reads the catalogue, or takes the recorded one if it is unchanged.
    ///
    /// - Parameters:
    ///   - records: whether to record a changed catalogue, unless it comes in parts.
    ///   - takesParts: whether a large catalogue is left to be read in parts.
    /// - Returns: the catalogue.
    /// - Throws: `PipelineError`; the library stays as it was.
    func readListing(records: Bool, takesParts: Bool = true) async throws(PipelineError) -> ReadListing {
        guard let source else { throw .source(.noSource) }
        let known = try await recorded(source.location)
        switch try await read(source, after: known?.validators) {
        case .unchanged(let freshness):
            // A source only says so if it got validators, which exist only with a recorded catalogue.
            guard let known, let catalog = try await recordedCatalog(source.location) else {
                throw .source(
                    SourceError(
                        .notFound, subject: source.location,
                        reason: "its records were removed while it was read", remedy: "Sync it again"))
            }
            if records { try await rename(known) }
            observer.receive(.catalogUnchanged(location: source.location))
            var located = LocatedCatalog(
                location: source.location, catalog: catalog, isPublic: known.isPublic)
            located.freshness = freshness
            if freshness == nil { located.freshness = try await lastFreshness(of: source.location) }
            return .whole(located)
        case .documents(var documents):
            let location = try await identity(of: source.location, answeredBy: documents)
            if location != source.location, let other = others[location] {
                return .other(instead(other, at: location, with: documents))
            }
            documents = try await named(documents, at: location)
            if takesParts, let parted = try await readInParts(documents, at: location) { return parted }
            do {
                documents = try await documents.inMemory()
            } catch {
                throw PipelineError(error)
            }
            var parsed = try await parse(documents, location: location, records: records)
            parsed.freshness = documents.compactMap(\.freshness).min()
            return .whole(try await withFurtherItems(parsed))
        }
    }

    /// The location under which the library already has the catalogue, even if its URL is written differently this
    /// time.
    private func identity(
        of location: String, answeredBy documents: [CatalogDocument]
    ) async throws(PipelineError) -> String {
        let recorded = try await asPipelineError { () async throws(StoreError) in
            try await library.locations()
        }
        guard !recorded.contains(location) else { return location }
        let answering = documents.count == 1 ? documents.first?.url.absoluteString : nil
        let keys = Set([location, answering ?? location].map(CatalogIdentity.key))
        return recorded.first { keys.contains(CatalogIdentity.key(of: $0)) } ?? location
    }

    /// Documents that are named as those of the last reading were, wherever redirects lead this time.
    ///
    /// - Parameters:
    ///   - documents: the documents of a catalogue.
    ///   - location: where the library has it.
    /// - Returns: the documents; the first time they are named by the address that answered.
    /// - Throws: `PipelineError` if the library cannot be read.
    private func named(
        _ documents: [CatalogDocument], at location: String
    ) async throws(PipelineError) -> [CatalogDocument] {
        // Only what is on the web is redirected.
        guard let url = documents.catalog?.url, Origin(url) != nil else { return documents }
        let last = try await library.lastReading(of: location)
        guard let naming = last.flatMap({ $0.namedBy ?? $0.earlierNaming(than: url) }), naming != url else {
            return documents
        }
        return documents.map { document in
            var document = document
            document.namedBy = naming
            return document
        }
    }

    /// What came, named by the catalogue's own place, where no reading tells what it is named by and the library has collections
    /// of that name, but none of what it would be otherwise.
    private func namedByPlace(
        _ documents: [CatalogDocument], _ parsed: Catalog, at location: String, _ earlier: EarlierListing?
    ) -> (documents: [CatalogDocument], parsed: (catalog: Catalog, parser: String))? {
        guard let earlier, earlier.reading.parser != nil, earlier.reading.namedBy == nil,
            let document = documents.catalog, document.namedBy == nil, Origin(document.url) != nil,
            let place = URL(string: location), Origin(place) != nil, place != document.url,
            !earlier.hasCollection(of: parsed)
        else { return nil }
        var named = documents
        for index in named.indices { named[index].namedBy = place }
        guard let other = try? parsers.parse(named, location: location),
            earlier.hasCollection(of: other.catalog)
        else { return nil }
        return (named, other)
    }

    /// The pipeline of a known catalogue whose documents came, in the place of this one.
    private func instead(
        _ other: Pipeline, at location: String, with documents: [CatalogDocument]
    ) -> Pipeline {
        var other = other
        other.source = ReadSource(location: location, documents: documents)
        (other.budget, other.turns, other.posting) = (budget, turns, posting)
        (other.observer, other.context.now, other.others) = (observer, context.now, [:])
        if turns != nil { other.downloads.queueLimits = downloads.queueLimits }
        return other
    }

    /// The last reading of a catalogue, if a conditional reading is possible.
    private func recorded(_ location: String) async throws(PipelineError) -> CatalogReading? {
        // Of what kind it is may not have been recorded, which an unchanged catalogue does not tell.
        guard let reading = try await library.lastReading(of: location), reading.parser != nil,
            reading.parsing == parsers.fingerprint, !reading.validators.isEmpty
        else { return nil }
        return reading
    }

    /// Records the profile's name for the catalogue if it has changed.
    private func rename(_ known: CatalogReading) async throws(PipelineError) {
        guard let catalogName, catalogName != known.name else { return }
        try await asPipelineError { () async throws(StoreError) in
            try await library.setName(catalogName, of: known.location)
        }
    }

    /// A catalogue as it was last recorded; `nil` if it never was.
    func recordedCatalog(_ location: String) async throws(PipelineError) -> Catalog? {
        try await asPipelineError { () async throws(StoreError) -> Catalog? in
            guard var catalog = try await library.catalog(at: location) else { return nil }
            if catalog.listsLatestOnly, let reading = try await library.reading(of: location) {
                catalog.heed(reading)
            }
            return catalog
        }
    }

    /// What was listed before; `nil` for a new catalogue, and for what nobody named, which may be another one each time.
    private func earlierListing(
        _ location: String, than documents: [CatalogDocument]
    ) async throws(PipelineError) -> EarlierListing? {
        guard documents.catalog?.isAnonymous != true else { return nil }
        return try await asPipelineError { () async throws(StoreError) -> EarlierListing? in
            guard let catalog = try await library.catalog(at: location),
                let reading = try await library.reading(of: location)
            else { return nil }
            return EarlierListing(catalog: catalog, reading: reading)
        }
    }

    private func read(_ source: any Source, after validators: Validators?) async throws(PipelineError)
        -> SourceReading
    {
        do {
            return try await source.read(after: validators)
        } catch {
            throw PipelineError(isNamedByPlace ? error.ofOperand : error.ofKnown(knownName))
        }
    }

    private func parse(
        _ documents: [CatalogDocument], location: String, records: Bool
    ) async throws(PipelineError) -> LocatedCatalog {
        var documents = documents
        var parsed: (catalog: Catalog, parser: String)
        do {
            parsed = try parsers.parse(documents, location: location)
        } catch {
            // What the source said of them may be why.
            for message in documents.flatMap(\.messages) { observer.receive(.problem(message, of: location)) }
            throw try await parseError(error, of: documents, at: location)
        }
        let earlier = try await earlierListing(location, than: documents)
        if let named = namedByPlace(documents, parsed.catalog, at: location, earlier) {
            (documents, parsed) = (named.documents, named.parsed)
        }
        if documents.catalog?.isAnonymous == true { parsed.catalog.listsLatestOnly = true }
        try await refusePage(
            parsed, insteadOf: earlier?.reading.parser, at: location, of: location, collection: nil)
        let isPublic = documents.contains(where: \.isPublic)
        let parent = FurtherCatalog.Parent(
            origin: runParts.catalogOrigin(of: location), isPublic: isPublic)
        var reading = try await complete(
            &parsed, of: documents, at: location, in: parent, since: earlier, listedBy: location)
        reading.name = catalogName
        observer.receive(
            .catalogRead(location: location, parser: parsed.parser, leftOut: parsed.catalog.leftOut))
        for problem in parsed.catalog.problems { observer.receive(.problem(problem, of: location)) }
        if records {
            try await asPipelineError { [parsed, reading] () async throws(StoreError) in
                try await library.record(parsed.catalog.recorded, reading: reading)
            }
        }
        return LocatedCatalog(location: location, catalog: parsed.catalog, isPublic: isPublic)
    }
}
