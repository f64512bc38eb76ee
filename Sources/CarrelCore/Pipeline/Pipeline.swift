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
    /// Whether somebody named the catalogue by its place, and no setting does.
    public var isNamedByPlace = false
    /// What the library calls the catalogue, if that and no profile says where it is.
    public var knownName: String?
    /// The names that the profile gives its catalogues, by their locations.
    public var catalogNames: [String: String] = [:]
    /// The locations of the catalogues that the profile lists, in its order.
    public var catalogOrder: [String] = []
    /// The locations of the catalogues that the profile names; empty if it names none.
    ///
    /// The profile's credentials for the catalogue's origin are not used for other profiles' catalogues.
    public var namedLocations: Set<String> = []
    /// The identities of the catalogues that are kept up to date, or `nil` if nobody says.
    ///
    /// They are those that a sync without names reads, and those that are read now, if their planners ask after what is stored
    /// (`asksForStored`). The documents of others, such as that of a saved plan, are asked for by the catalogues that list them, too.
    package var kept: Set<String>?
    /// How often the catalogue is read by a schedule; `nil` if the schedule decides.
    public var refresh: Duration?
    /// The pipelines of the catalogues that the library knows, by their locations, unless this one is of such a catalogue.
    ///
    /// Where the server leads to one of them, that one is meant.
    var others: [String: Pipeline] = [:]
    /// The collections that are being opened, so that overlapping calls share one reading.
    let openings = SingleFlight<CollectionKey, Result<Set<String>, PipelineError>>()
    var runs = Runs()
    /// What plans that are made with this one, and carried out together, fetch; `nil` if it is made alone.
    var urlsOfPlans: ClaimedURLs?
    /// What all catalogues that are synced together may use; `nil` if this one has the profile's budget to itself.
    var budget: RunBudget?
    /// Limits how many catalogues are read at once; `nil` for no limit.
    var turns: Slots?
    /// Where jobs are left to other machines; `nil` to do them here.
    var posting: Posting?
    /// About the most items of a part of a catalogue that is larger than memory.
    var partSize = 4096

    public init(
        source: (any Source)?, parsers: ParserSelection, planner: any Planner, fetcher: any Fetcher,
        store: any Store, library: any Library, queues: any QueueMaker, downloads: DownloadOptions,
        context: PluginContext, observer: any PipelineObserver
    ) {
        (self.source, self.parsers, self.planner, self.fetcher) = (source, parsers, planner, fetcher)
        (self.store, self.library, self.queues) = (store, library, queues)
        (self.downloads, self.context, self.observer) = (downloads, context, observer)
    }

    /// The parts that a run needs.
    var runParts: RunParts {
        RunParts(
            fetcher: fetcher, store: store, library: library, queues: queues, downloads: downloads,
            context: context, namedLocations: namedLocations,
            catalogNames: catalogNames, names: runs.names, urls: runs.urls, catalogs: runs.catalogs)
    }

    /// The name of a catalogue: the profile's, or the recorded one unless the profile gives it to another catalogue.
    func name(recorded: String?, at location: String) -> String? {
        catalogNames[location]
            ?? recorded.flatMap { recorded in
                catalogNames.values.contains { $0.lowercased() == recorded.lowercased() } ? nil : recorded
            }
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
    public func plan(
        _ catalog: LocatedCatalog, retriesFailed: Bool = false
    ) async throws(PipelineError) -> Plan {
        var memory = try await runParts.look(at: catalog.location).memory
        // Recorded once something is fetched.
        _ = memory.followCollection(in: catalog.catalog)
        _ = memory.followRenamed(in: catalog.catalog)
        _ = memory.followAvailable(in: catalog.catalog)
        memory = try await foreseeingTakeOver(memory, of: catalog)
        let counts = RunCounts(EventRelay(observer))
        var (plan, _) = plan(
            catalog, memory: memory, retriesFailed: retriesFailed, counts,
            RunBudget(downloads, from: context.now()), among: urlsOfPlans)
        plan.unopened = catalog.catalog.collections.count { $0.further != nil && $0.items.isEmpty }
        counts.tell(plan)
        return plan
    }

    private func foreseeingTakeOver(
        _ memory: LibraryMemory, of catalog: LocatedCatalog
    ) async throws(PipelineError) -> LibraryMemory {
        try await asPipelineError { () async throws(StoreError) -> LibraryMemory in
            var known = memory
            let unrecorded = try await foreseeShared(&known, in: catalog.catalog)
            let looked = known
            var foreseen = try await foreseeingTakeOver(
                looked, asking: { asked($0, of: catalog.catalog, looked) },
                of: { () async throws(StoreError) in
                    unrecorded.added(to: try await library.sharedDocuments(of: catalog.location))
                })
            try await foreseeRelisted(&foreseen, in: catalog.catalog)
            return foreseen
        }
    }

    /// What the planner decides, adjusted to what the user ignored and discarded.
    func planned(_ catalog: Catalog, _ memory: LibraryMemory) -> Plan {
        var plan = planner.plan(catalog, memory: memory).heeding(memory).leavingKept(catalog.kept)
        let leaving = Set(catalog.collections.lazy.filter(catalog.leavesOut(in:)).map(\.id))
        guard catalog.leavesOutItems || !leaving.isEmpty else { return plan }
        plan.entries.removeAll {
            $0.action == .orphaned && (catalog.leavesOutItems || leaving.contains($0.collection))
        }
        return plan
    }

    /// Plans with what is remembered, within a byte budget, and counts every entry.
    func plan(
        _ catalog: LocatedCatalog, memory: LibraryMemory, retriesFailed: Bool, _ counts: RunCounts,
        _ budget: RunBudget, tellsKnownOrphans: Bool = true, among urls: ClaimedURLs? = nil
    ) -> (plan: Plan, share: RunBudget.Share) {
        var plan = planned(catalog.catalog, memory)
        if !tellsKnownOrphans { plan = plan.withoutKnownOrphans(memory) }
        if retriesFailed { plan = plan.retryingFailed(memory) }
        if let urls { plan = urls.claim(plan, memory, sharing: budget) }
        let share = budget.share(for: &plan)
        plan.isPublic = catalog.isPublic
        plan.readAt = context.now().millisecondsSince1970
        plan.catalogName = catalogName ?? catalogNames[catalog.location]
        counts.plan(plan)
        return (plan, share)
    }

    /// Whether an item is only fetched if somebody asks for it.
    public func isDeferred(_ item: Item, key: ItemKey) async throws(PipelineError) -> Bool {
        action(for: item, key, try await runParts.memory(ofItems: [key], in: key.catalog)) == .deferred
    }

    /// What the plan says of one item alone; `nil` for nothing.
    func action(for item: Item, _ key: ItemKey, _ memory: LibraryMemory) -> PlanEntry.Action? {
        let collection = ItemCollection(id: key.collection, title: "", items: [item])
        return planned(Catalog(collections: [collection]), memory)
            .entries.first { $0.item.id == key.item }?.action
    }

    /// The whole pipeline: reads, plans and applies.
    ///
    /// - Parameter retriesFailed: whether to take only items whose last try failed.
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
        case .other(let known): return try await known.bringUpToDate(retriesFailed: retriesFailed)
        }
        let summary = try await carryOut(read.catalog, at: read.location, started: started, unread: unread) {
            (counts, budget) throws(PipelineError) in
            let memory = try await memoryFindingMoved(
                of: read.location, listing: read.catalog, counts.events
            ) { asked($0, of: read.catalog, $1) }
            prepareFetcher(for: read.catalog, memory)
            let (plan, share) = plan(
                read, memory: memory, retriesFailed: retriesFailed, counts, budget, tellsKnownOrphans: false,
                among: runs.urls)
            runs.catalogs.note(plan, memory, isKept: isKept(read.location))
            try await note(plan, memory)
            return Errand(plan: plan, counts: counts, share: share, catalog: read.catalog, memory: memory)
        }
        // Not noted if the run was stopped, so that the catalogue is due at once.
        try await noteVisit(freshness: [read.freshness, read.catalog.interval].compactMap(\.self).max())
        return summary
    }

    /// Has the fetcher get ready while the plan is made, if what becomes of the first item says that there are requests.
    private func prepareFetcher(for catalog: Catalog, _ memory: LibraryMemory) {
        guard let collection = catalog.collections.first(where: { !$0.items.isEmpty }),
            let item = collection.items.first
        else { return }
        let key = memory.key(of: item, in: collection)
        var remembered = LibraryMemory(catalog: memory.catalog)
        remembered.items[key] = memory.items[key]
        if action(for: item, key, remembered)?.transfers == true { fetcher.prepare() }
    }

    /// Records which documents were reported as no longer listed, so that only one run reports each; that nothing is wrong with
    /// kept ones whose last try failed, as a try does that finds them unchanged; and which of those that somebody restored are
    /// the server's versions by now.
    func note(_ plan: Plan, _ memory: LibraryMemory) async throws(PipelineError) {
        let now = context.now()
        var changes = plan.places { $0 == .orphaned }.map { LibraryChange.toldUnlisted(plan.key(at: $0)) }
        changes += plan.settledPlaces(memory).map { place in
            LibraryChange.attempt(
                Attempt(
                    key: plan.key(at: place), date: now, action: .keep, outcome: .unchanged, status: nil,
                    bytes: 0, url: plan.entries[place].item.url ?? ""),
                updateAvailable: false)
        }
        changes += plan.regained(memory)
        guard !changes.isEmpty else { return }
        try await asPipelineError { [changes] () async throws(StoreError) in
            try await library.commit(changes)
        }
    }
}
