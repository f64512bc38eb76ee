import CarrelHTTP
import CarrelModel
import CarrelStages

/// Plans a catalogue part by part.
struct PartPlanning {
    private let pipeline: Pipeline
    private let catalog: PartedCatalog
    private let head: Catalog
    private let isPublic: Bool
    private let retriesFailed: Bool
    /// Whether what is found is recorded.
    private let records: Bool
    /// Whether the same catalogue is listed already, by the last reading in parts.
    private let isListed: Bool
    /// What the reading is recorded as.
    private let reading: CatalogReading
    private var memory: PartMemory
    /// The files that no record names, once a part had documents that are not under their names.
    private var strays: StrayFiles?
    /// After which stored document to look for those that are no longer listed; `nil` before the first page.
    private var place: Int64?
    private var stage = Stage.listed

    private enum Stage {
        case listed, orphaned, ended
    }

    /// A plan for a part, and what it was made of.
    struct Planned {
        var plan: Plan
        var memory: LibraryMemory
        /// The part; `nil` for documents that are no longer listed.
        var part: CatalogPart?
        var share: RunBudget.Share
    }

    /// How many stored documents are looked at at once.
    private static let pageSize = 4096

    /// Prepares to plan.
    ///
    /// - Parameters:
    ///   - catalog: the catalogue, which was read once.
    ///   - head: what that gave.
    ///   - pipeline: the pipeline.
    ///   - retriesFailed: whether to take only items whose last try failed.
    ///   - records: whether to record the parts as they are planned.
    /// - Throws: `PipelineError` if the library cannot be read.
    init(
        _ catalog: PartedCatalog, _ head: Catalog, _ pipeline: Pipeline, retriesFailed: Bool, records: Bool
    ) async throws(PipelineError) {
        guard let listings = pipeline.library.parts else { throw .source(.noSource) }
        (self.catalog, self.head, self.pipeline) = (catalog, head, pipeline)
        (self.retriesFailed, self.records) = (retriesFailed, records)
        isPublic = catalog.document.isPublic
        if records {
            await pipeline.runs.catalogs.begin(catalog.location)
            // Its parts are looked at one after the other.
            pipeline.runs.catalogs.noteLook(at: catalog.location)
        }
        let mayLack = head.hasGap(.passing) || head.hasGap(.doubtful)
        let plain = CatalogReading(
            location: catalog.location, name: pipeline.catalogName,
            // Without them, the next reading records what it finds in the same way.
            validators: mayLack ? Validators() : catalog.document.validators,
            // Another than that of a whole reading, so that it is read again: it is not taken from the records.
            fingerprint: pipeline.parsers.fingerprint + " in parts", date: pipeline.context.now(),
            isPublic: isPublic, parser: catalog.parserName)
        let reading = plain.annotated(head, of: catalog.document)
        self.reading = reading
        // What is doubtful counts once the reading has come to its end.
        var begun = head
        begun.doubts = []
        do {
            let last = try await pipeline.library.reading(of: catalog.location)
            // A weak entity tag, or a date, may stand for other items.
            isListed =
                reading.validators.strongEntityTag != nil && last?.validators == reading.validators
                && last?.fingerprint == reading.fingerprint && last?.isPublic == isPublic
                && last?.parser == reading.parser
                && (reading.name == nil || last?.name == reading.name)
            memory = try await PartMemory(listings, of: catalog.location, pipeline.runParts)
            if records, !isListed {
                try await listings.begin(plain.annotated(begun, of: catalog.document))
            }
        } catch {
            throw PipelineError(error)
        }
    }

    /// Plans the next part; `nil` once everything is planned.
    ///
    /// - Parameters:
    ///   - counts: counts its entries.
    ///   - budget: the most bytes.
    /// - Returns: the plan.
    mutating func next(_ counts: RunCounts, _ budget: RunBudget) async throws(PipelineError) -> Planned? {
        if Task.isCancelled { throw .cancelled }
        switch stage {
        case .listed:
            if let part = try await catalog.next() { return try await plan(part, counts, budget) }
            try await finish()
            stage = head.leavesOutItems || head.keepsListed ? .ended : .orphaned
            return try await next(counts, budget)
        case .orphaned: return try await planOrphans(counts, budget)
        case .ended: return nil
        }
    }

    private mutating func plan(
        _ part: CatalogPart, _ counts: RunCounts, _ budget: RunBudget
    ) async throws(PipelineError) -> Planned {
        let keys = part.keys(in: catalog.location)
        let remembered = try await asPipelineError { () async throws(StoreError) -> LibraryMemory in
            if records, !isListed { try await memory.listings.record(part, of: catalog.location) }
            try await memory.followAvailable(in: part, of: catalog, pipeline.runParts, records: records)
            let survey = await catalog.survey
            let found = try await memory.memory(
                ofItems: keys, among: survey, pipeline.runParts, records: records)
            return try await takingOver(keys, of: part, found, counts.events)
        }
        return planned(part.catalog, remembered, part, counts, budget)
    }

    /// What is remembered of a part's items, or will be, once they have taken over documents of other catalogues.
    private mutating func takingOver(
        _ keys: [ItemKey], of part: CatalogPart, _ found: LibraryMemory, _ events: EventRelay
    ) async throws(StoreError) -> LibraryMemory {
        let (pipeline, listings, location) = (pipeline, memory.listings, catalog.location)
        // What was renamed is not missing, and is looked for before anything is taken over.
        let looked = try await lookingForMissing(keys, of: part, found, events)
        let asks = { pipeline.asked($0, of: part.catalog, looked) }
        let read = { () async throws(StoreError) in
            try await listings.sharedDocuments(ofItems: keys, in: location)
        }
        guard records else { return try await pipeline.foreseeingTakeOver(looked, asking: asks, of: read) }
        var remembered = looked
        if try await pipeline.takeOverLeft(looked, asking: asks, of: read) {
            remembered = try await memory.memory(ofItems: keys, pipeline.runParts, records: true)
        }
        pipeline.settleShared(&remembered)
        return remembered
    }

    /// What is remembered of a part's items, once documents were looked for that are not under their names, and missing ones of
    /// other catalogues that are nowhere have been taken over.
    private mutating func lookingForMissing(
        _ keys: [ItemKey], of part: CatalogPart, _ found: LibraryMemory, _ events: EventRelay
    ) async throws(StoreError) -> LibraryMemory {
        let edited = found.items.values.lazy.filter { $0.isEdited && $0.owner == nil }
        guard found.items.values.contains(where: \.isMissing) || edited.prefix(2).count > 1 else {
            return found
        }
        let pipeline = pipeline
        guard records else {
            var looked = found
            _ = try await pipeline.runParts.findMoved(&looked, among: &self.strays)
            return looked
        }
        var (memory, strays) = (memory, strays)
        let looked = try await pipeline.runs.catalogs.inTurn {
            (isMine) async throws(StoreError) -> LibraryMemory in
            guard isMine else { return found }
            var again = try await memory.memory(ofItems: keys, pipeline.runParts, records: true)
            try await pipeline.recordMoves(in: &again, among: &strays, events)
            let read = again
            try await pipeline.takeOverMissing(&again) { pipeline.asked($0, of: part.catalog, read) }
            return again
        }
        (self.memory, self.strays) = (memory, strays)
        return looked
    }

    /// Ends the second reading.
    private func finish() async throws(PipelineError) {
        guard records, !isListed else { return }
        let (survey, keepsListed) = (await catalog.survey, head.keepsListed)
        try await asPipelineError { () async throws(StoreError) in
            try await memory.listings.finish(
                head.recorded, reading: reading, listing: { keepsListed || survey.lists($0, $1) })
        }
    }

    /// Plans the next stored documents that are no longer listed.
    private mutating func planOrphans(_ counts: RunCounts, _ budget: RunBudget) async throws(PipelineError)
        -> Planned?
    {
        let survey = await catalog.survey
        do throws(StoreError) {
            while stage == .orphaned, !Task.isCancelled {
                let page = try await memory.listings.storedItems(
                    of: catalog.location, after: place, atMost: Self.pageSize)
                place = page.end
                if page.end == nil { stage = .ended }
                var gone = page.items.filter { !survey.lists($0.key.collection, $0.key.item) }
                if !records {
                    let moving = try await followed(gone.map(\.key), survey)
                    gone.removeAll { moving.contains($0.key) }
                }
                guard !gone.isEmpty else { continue }
                var remembered = LibraryMemory(catalog: catalog.location)
                remembered.ignored = memory.ignored
                for (key, memory) in gone { remembered.items[key] = memory }
                return planned(Catalog(sections: []), remembered, nil, counts, budget)
            }
        } catch {
            throw PipelineError(error)
        }
        if Task.isCancelled { throw .cancelled }
        return nil
    }

    /// Those whose documents will follow their addresses, which nobody has recorded: to items that have none.
    private func followed(
        _ keys: [ItemKey], _ survey: CatalogSurvey
    ) async throws(StoreError) -> Set<ItemKey> {
        var followers: [ItemKey: ItemKey] = [:]
        for key in keys {
            guard let item = key.item.withOtherScheme, survey.lists(key.collection, item) else { continue }
            followers[key] = ItemKey(catalog: key.catalog, collection: key.collection, item: item)
        }
        guard !followers.isEmpty else { return [] }
        let known = try await pipeline.library.memory(ofItems: Array(followers.values))
        return Set(followers.filter { known[$0.value]?.hasDocument != true }.keys)
    }

    private func planned(
        _ catalog: Catalog, _ memory: LibraryMemory, _ part: CatalogPart?, _ counts: RunCounts,
        _ budget: RunBudget
    ) -> Planned {
        let located = LocatedCatalog(
            location: self.catalog.location, catalog: catalog, isPublic: isPublic)
        let (plan, share) = pipeline.plan(
            located, memory: memory, retriesFailed: retriesFailed, counts, budget, tellsKnownOrphans: !records
        )
        return Planned(plan: plan, memory: memory, part: part, share: share)
    }
}
