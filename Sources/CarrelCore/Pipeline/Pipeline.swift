import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// The stages of a profile put together over a library; `Desk` adds the sixth one, previews.
///
/// A pipeline is a value; its parts do the work. Only the process that holds the library's lock may write.
public struct Pipeline: Sendable {
    /// Reads the catalogue; `nil` if the profile names none.
    public var source: (any Source)?
    /// Parses it: the parser that the profile names, or the surest of all.
    public var parsers: ParserSelection
    /// Decides what to do with each item.
    public var planner: any Planner
    /// Fetches documents.
    public var fetcher: any Fetcher
    /// Stores documents.
    public var store: any Store
    /// Holds the records.
    public var library: any Library
    /// Makes the queue of each run.
    public var queues: any QueueMaker
    /// The options of the download stage.
    public var downloads: DownloadOptions
    /// The environment.
    public var context: PluginContext
    /// Gets the events.
    public var observer: any PipelineObserver
    /// Makes the source of a further catalogue.
    public var furtherSource:
        @Sendable (FurtherCatalog, FurtherCatalog.Parent) throws(SourceError) -> any Source = {
            (_: FurtherCatalog, _: FurtherCatalog.Parent) throws(SourceError) in throw .noSource
        }
    /// The name that the profile gives the catalogue, if it lists several.
    public var catalogName: String?
    /// The names that the profile gives its catalogues, by their locations.
    public var catalogNames: [String: String] = [:]
    /// The locations of the catalogues that the profile names; empty if it names none.
    ///
    /// The profile's credentials for the catalogue's origin are not used for other profiles' catalogues.
    public var namedLocations: Set<String> = []
    /// How often the catalogue is read by a schedule; `nil` if the schedule decides.
    public var refresh: Duration?
    /// The collections that are being opened, so that overlapping calls share one reading.
    let openings = SingleFlight<CollectionKey, PipelineError?>()
    var runs = Runs()
    /// The byte budget of all catalogues that are synced together; `nil` if this one has the profile's budget to
    /// itself.
    var budget: ByteBudget?
    /// Limits how many catalogues are read at once; `nil` for no limit.
    var turns: Slots?
    /// Where jobs are left to other machines; `nil` to do them here.
    var posting: Posting?
    /// About the most items of a part of a catalogue that is larger than memory.
    var partSize = 4096
    /// Carries jobs to workers elsewhere; `nil` within the process.
    package var carrier: JobCarrier?

    public init(
        source: (any Source)?, parsers: ParserSelection, planner: any Planner, fetcher: any Fetcher,
        store: any Store, library: any Library, queues: any QueueMaker, downloads: DownloadOptions,
        context: PluginContext, observer: any PipelineObserver
    ) {
        self.source = source
        self.parsers = parsers
        self.planner = planner
        self.fetcher = fetcher
        self.store = store
        self.library = library
        self.queues = queues
        self.downloads = downloads
        self.context = context
        self.observer = observer
    }

    /// The parts that a run needs.
    var runParts: RunParts {
        RunParts(
            fetcher: fetcher, store: store, library: library, queues: queues, downloads: downloads,
            context: context, namedLocations: namedLocations,
            catalogNames: catalogNames, names: runs.names, carrier: carrier)
    }

    /// The name of a catalogue: the profile's, or the recorded one unless the profile gives it to another catalogue.
    func name(recorded: String?, at location: String) -> String? {
        catalogNames[location]
            ?? recorded.flatMap { recorded in
                catalogNames.values.contains { $0.lowercased() == recorded.lowercased() } ? nil : recorded
            }
    }

    /// Reads the catalogue, or takes the recorded one if it is unchanged.
    ///
    /// - Parameter records: whether to record a changed catalogue in the library.
    /// - Returns: the catalogue with its location.
    /// - Throws: `PipelineError`; the library stays as it was.
    public func readCatalog(records: Bool) async throws(PipelineError) -> LocatedCatalog {
        guard case .whole(let located) = try await readListing(records: records, takesParts: false) else {
            throw .source(.noSource)
        }
        return located
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
        case .unchanged:
            // A source only says so if it got validators, which exist only with a recorded catalogue.
            guard let known, let catalog = try await recordedCatalog(source.location) else {
                throw .source(.noSource)
            }
            if records { try await rename(known) }
            observer.receive(.catalogUnchanged(location: source.location))
            var located = LocatedCatalog(
                location: source.location, catalog: catalog, isPublic: known.isPublic)
            located.freshness = try await lastFreshness(of: source.location)
            return .whole(located)
        case .documents(var documents):
            let location = try await identity(of: source.location, answeredBy: documents)
            if takesParts, let parted = try await readInParts(documents, at: location) { return parted }
            do {
                documents = try await documents.inMemory()
            } catch {
                throw error.code == .cancelled ? .cancelled : .source(error)
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
        let recorded: [String]
        do {
            recorded = try await library.locations()
        } catch {
            throw .library(error)
        }
        guard !recorded.contains(location) else { return location }
        let answering = documents.count == 1 ? documents.first?.url.absoluteString : nil
        let keys = Set([location, answering ?? location].map(CatalogIdentity.key))
        return recorded.first { keys.contains(CatalogIdentity.key(of: $0)) } ?? location
    }

    /// The last reading of a catalogue, if a conditional reading is possible.
    private func recorded(_ location: String) async throws(PipelineError) -> CatalogReading? {
        do throws(StoreError) {
            guard let reading = try await library.reading(of: location),
                reading.fingerprint == parsers.fingerprint, !reading.validators.isEmpty
            else { return nil }
            return reading
        } catch {
            throw .library(error)
        }
    }

    /// Records the profile's name for the catalogue if it has changed.
    private func rename(_ known: CatalogReading) async throws(PipelineError) {
        guard let catalogName, catalogName != known.name else { return }
        do {
            try await library.setName(catalogName, of: known.location)
        } catch {
            throw .library(error)
        }
    }

    func recordedCatalog(_ location: String) async throws(PipelineError) -> Catalog? {
        do throws(StoreError) {
            return try await library.catalog(at: location)
        } catch {
            throw .library(error)
        }
    }

    private func earlierListing(_ location: String) async throws(PipelineError) -> EarlierListing? {
        guard let catalog = try await recordedCatalog(location) else { return nil }
        do throws(StoreError) {
            return try await library.reading(of: location).map {
                EarlierListing(catalog: catalog, reading: $0)
            }
        } catch {
            throw .library(error)
        }
    }

    private func read(_ source: any Source, after validators: Validators?) async throws(PipelineError)
        -> SourceReading
    {
        do {
            return try await source.read(after: validators)
        } catch {
            throw error.code == .cancelled ? .cancelled : .source(error)
        }
    }

    private func parse(
        _ documents: [CatalogDocument], location: String, records: Bool
    ) async throws(PipelineError) -> LocatedCatalog {
        var parsed: (catalog: Catalog, parser: String)
        do {
            parsed = try parsers.parse(documents, location: location)
        } catch {
            throw error.isCancelled ? .cancelled : .parse(error)
        }
        let isPublic = documents.contains(where: \.isPublic)
        let earlier = try await earlierListing(location)
        // The first page tells of a change in others only where it says when they changed, or goes on with them.
        let tellsAll = parsed.catalog.pages.allSatisfy { $0.continuesCollection || $0.lastModified != nil }
        var isWhole = true
        if !parsed.catalog.pages.isEmpty, let url = documents.catalog?.url {
            isWhole = try await addPages(
                to: &parsed.catalog, of: location, at: url,
                in: FurtherCatalog.Parent(origin: runParts.catalogOrigin(of: location), isPublic: isPublic),
                earlier: earlier)
        }
        if isWhole, let earlier {
            parsed.catalog.problems += parsed.catalog.lostFacts(since: earlier.catalog)
        }
        observer.receive(.catalogRead(location: location, parser: parsed.parser))
        for problem in parsed.catalog.problems { observer.receive(.problem(problem, of: location)) }
        if records {
            let reading = CatalogReading(
                // Without them, the catalogue is read whole the next time.
                location: location, name: catalogName,
                validators: isWhole && tellsAll ? documents.validators : Validators(),
                fingerprint: parsers.fingerprint, date: context.now(),
                isPublic: isPublic)
            do {
                try await library.record(parsed.catalog, reading: reading)
            } catch {
                throw .library(error)
            }
        }
        return LocatedCatalog(location: location, catalog: parsed.catalog, isPublic: isPublic)
    }

    /// What the library remembers of a catalogue, completed with what the store holds now.
    public func memory(of location: String) async throws(PipelineError) -> LibraryMemory {
        try await runParts.memory(of: location)
    }

    /// Plans a catalogue within the byte budget, and sends every entry to the observer.
    ///
    /// - Parameters:
    ///   - catalog: the catalogue.
    ///   - retriesFailed: whether to take only items whose last try failed.
    /// - Returns: the plan.
    /// - Throws: `PipelineError`.
    public func plan(
        _ catalog: LocatedCatalog, retriesFailed: Bool = false
    ) async throws(PipelineError) -> Plan {
        let memory = try await memory(of: catalog.location)
        let counts = RunCounts(EventRelay(observer))
        let (plan, _) = plan(
            catalog, memory: memory, retriesFailed: retriesFailed, counts, ByteBudget(downloads.maxTotal))
        return plan
    }

    /// What the planner decides, adjusted to what the user ignored and discarded.
    func planned(_ catalog: Catalog, _ memory: LibraryMemory) -> Plan {
        var plan = planner.plan(catalog, memory: memory).heeding(memory)
        if catalog.listsLatestOnly { plan.entries.removeAll { $0.action == .orphaned } }
        return plan
    }

    /// Plans with what is remembered, within a byte budget, and counts every entry.
    func plan(
        _ catalog: LocatedCatalog, memory: LibraryMemory, retriesFailed: Bool, _ counts: RunCounts,
        _ budget: ByteBudget, tellsAll: Bool = true, among urls: RunNames? = nil
    ) -> (plan: Plan, share: ByteBudget.Share) {
        var plan = planned(catalog.catalog, memory)
        if !tellsAll { plan = plan.withoutKnownOrphans(memory) }
        if retriesFailed { plan = plan.retryingFailed(memory) }
        if let urls { plan = plan.leavingClaimed(urls) }
        let share = budget.share(for: &plan)
        plan.isPublic = catalog.isPublic
        counts.plan(plan)
        return (plan, share)
    }

    /// Whether an item is only fetched if somebody asks for it.
    public func isDeferred(_ item: Item, key: ItemKey) async throws(PipelineError) -> Bool {
        let collection = ItemCollection(id: key.collection, title: "", items: [item])
        let plan = planned(
            Catalog(collections: [collection]), try await runParts.memory(of: [key], in: key.catalog))
        return plan.entries.first { $0.item.id == key.item }?.action == .deferred
    }

    /// The whole pipeline: reads, plans and applies.
    ///
    /// - Parameter retriesFailed: whether to take only items whose last try failed.
    /// - Returns: the summary.
    /// - Throws: `PipelineError`.
    public func sync(retriesFailed: Bool = false) async throws(PipelineError) -> RunSummary {
        try await recover()
        return try await bringUpToDate(retriesFailed: retriesFailed)
    }

    /// The same, for a library that was already recovered.
    func bringUpToDate(retriesFailed: Bool) async throws(PipelineError) -> RunSummary {
        let started = context.now()
        let (listing, unread): (ReadListing, Int)
        do throws(PipelineError) {
            (listing, unread) = try await readInTurn()
        } catch {
            try await noteVisit(failing: error)
            throw error
        }
        let read: LocatedCatalog
        switch listing {
        case .whole(let catalog): read = catalog
        case .parts(let parted, let head):
            return try await bringUpToDate(
                inParts: parted, head, started: started, retriesFailed: retriesFailed)
        }
        let summary = try await carryOut(read.catalog, at: read.location, started: started, unread: unread) {
            (counts, budget) throws(PipelineError) in
            let memory = try await memoryFindingMoved(of: read.location, counts.events)
            let (plan, share) = plan(
                read, memory: memory, retriesFailed: retriesFailed, counts, budget, tellsAll: false,
                among: turns == nil ? nil : runs.urls)
            try await noteTold(plan)
            return Errand(plan: plan, counts: counts, share: share, catalog: read.catalog, memory: memory)
        }
        // Not noted if the run was stopped, so that the catalogue is due at once.
        try await noteVisit(freshness: [read.freshness, read.catalog.interval].compactMap(\.self).max())
        return summary
    }

    /// Records which documents were reported as no longer listed, so that only one run reports each.
    func noteTold(_ plan: Plan) async throws(PipelineError) {
        let changes = plan.entries.filter { $0.action == .orphaned }.map {
            LibraryChange.toldUnlisted(
                ItemKey(catalog: plan.catalog, collection: $0.collection, item: $0.item.id))
        }
        do {
            try await library.commit(changes)
        } catch {
            throw .library(error)
        }
    }

    /// Reads the catalogue and its opened collections, when it is its turn.
    ///
    /// - Returns: the catalogue, and the number of collections that could not be read again.
    private func readInTurn() async throws(PipelineError) -> (listing: ReadListing, unread: Int) {
        guard await turns?.take() ?? true else { throw .cancelled }
        defer { turns?.free() }
        let listing = try await readListing(records: true)
        guard case .whole(let catalog) = listing, let unread = try await refreshOpened(catalog) else {
            return (listing, 0)
        }
        return (.whole(try await withFurtherItems(catalog)), unread)
    }
}
