import CarrelBasics
import CarrelModel
import CarrelStages

/// Looking at the library without its lock: what is recorded, and what is being fetched.
extension Desk {
    /// What the library holds, with the items that are being fetched.
    public func snapshot() async throws -> DeskSnapshot {
        let number = try await library.changes(since: .max).number
        return DeskSnapshot(try await view(), number: number, underWay: await itemsUnderWay())
    }

    /// The items that are on their way just now, each with how far it is; those that wait in a queue without a fraction.
    public func itemsUnderWay() async -> [ItemKey: LiveStatus] {
        let waiting = await runs.underWay.union(itemsElsewhere)
        return live.statuses.merging(waiting.map { ($0, .underWay(fraction: nil)) }) { known, _ in known }
    }

    /// The items that readers of this desk asked for, and that wait for the library's workers or are fetched by them.
    public var itemsElsewhere: Set<ItemKey> {
        requests.reduce(into: Set<ItemKey>()) { $0.formUnion($1.posted) }
    }

    /// What any process has changed since the change with that number: for example, what a listener missed.
    public func changes(since number: Int64) async throws(StoreError) -> LedgerChanges {
        try await library.changes(since: number)
    }

    /// Waits until a change is told that is newer than the one with that number, or until a time is over.
    ///
    /// It is a hint: `changes(since:)` says what has changed, if anything.
    public func waitForChange(since number: Int64, atMost time: Duration) async {
        // Who waits keeps the library open, and with it the lock, which ends with the writing.
        guard !holdsLock, let library = try? await library else {
            try? await Task.sleep(for: time)
            return
        }
        await library.waitForChange(since: number, atMost: time)
    }

    /// The recorded library.
    public func view() async throws -> LibraryView { try await LibraryView(try await pipeline()) }

    /// A view of what texts name by numbers, as `COLLECTION/NUMBER` or in the list that was printed last: of the other
    /// items nothing is read.
    ///
    /// - Parameters:
    ///   - texts: what the user wrote.
    ///   - selection: the selected collection.
    ///   - printed: the list that was printed last; without it, numbers alone are those of the selected collection.
    /// - Returns: the view; `nil` if `view()` is needed to find what the texts name, or to say why there is nothing.
    /// - Throws: `PipelineError`, `StoreError`.
    public func view(
        ofItemsNumbered texts: [String], selection: CollectionKey?, printed: PrintedList?
    ) async throws -> LibraryView? {
        try await LibraryView.ofItems(
            numbered: texts, selection: selection, printed: printed, try await pipeline())
    }

    /// The recorded timetables among a view's catalogues.
    public func timetable(_ view: LibraryView) async throws -> TimetableView {
        try await TimetableView(view, try await library)
    }

    /// The locations of the catalogues that the profile names; empty if it names none.
    public nonisolated var namedLocations: Set<String> { parts.pipeline.namedLocations }

    /// The collections of a catalogue whose items were read from a catalogue of their own.
    public func openedCollections(of location: String) async throws(StoreError) -> Set<String> {
        try await library.openedCollections(of: location)
    }

    /// The items viewed most recently, newest first; of several with the same document, only the newest.
    public func recentViews(limit: Int) async throws(StoreError) -> [RecentView] {
        try await library.recentViews(limit: limit)
    }

    /// What is recorded of one item's document, with the name that its file has now; `nil` if none is stored.
    public func document(of key: ItemKey) async throws(StoreError) -> StoredDocument? {
        guard let document = try await library.document(of: key) else { return nil }
        return try await located(document, of: key)
    }

    /// What is recorded of a document now, and whether somebody may be about to give its file that content.
    ///
    /// For whoever found another content than was recorded a moment ago.
    public func recorded(
        _ key: ItemKey
    ) async throws(StoreError) -> (document: StoredDocument, isChanging: Bool)? {
        guard let document = try await library.document(of: key) else { return nil }
        let pending = try await library.pendingPublications()
        return (document, pending.contains { $0.area == .documents && $0.name == document.name })
    }

    /// Everything that is known of an item.
    ///
    /// - Parameters:
    ///   - row: the item.
    ///   - view: the recorded library.
    ///   - limit: the most attempts.
    /// - Throws: `PipelineError`, `StoreError`.
    public func history(
        of row: LibraryView.Row, in view: LibraryView, limit: Int
    ) async throws -> ItemHistory {
        let location = row.key.catalog
        let recorded = view.catalog(at: location)?.catalog
        return try await ItemHistory(
            of: row.key, url: row.item.url,
            in: LocatedCatalog(location: location, catalog: recorded ?? Catalog(collections: [])),
            limit: limit, try await pipeline(for: location))
    }

    /// Whether an item is only fetched if somebody asks for it.
    public func isDeferred(_ row: LibraryView.Row) async throws -> Bool {
        try await pipeline(for: row.key.catalog).isDeferred(row.item, key: row.key)
    }

    /// Opens a collection: reads the catalogue that lists its items, unless it was read before.
    ///
    /// - Parameters:
    ///   - row: the collection.
    ///   - refreshes: whether to read it again if it was read before.
    /// - Returns: whether the collection has such a catalogue.
    /// - Throws: `PipelineError`, `StoreError`.
    public func open(_ row: LibraryView.CollectionRow, refreshes: Bool = false) async throws -> Bool {
        guard row.collection.further != nil else { return false }
        try await pipeline(for: row.key.catalog).open(
            row.collection, of: row.key.catalog, refreshes: refreshes)
        return true
    }

    /// What a sync would do now.
    ///
    /// - Parameters:
    ///   - location: the location of the catalogue; `nil` for that of the profile.
    ///   - retriesFailed: whether to take only items whose last try failed.
    ///   - take: gets the plan, in parts if the catalogue is larger than memory; the first one may be empty.
    /// - Returns: how many bytes may be fetched.
    /// - Throws: `PipelineError`, `StoreError`; nothing is recorded.
    public func plan(
        _ location: String? = nil, retriesFailed: Bool = false, _ take: @Sendable (Plan) async -> Void
    ) async throws -> Room {
        try await plan(location, retriesFailed: retriesFailed, among: nil, take)
    }

    /// The same, where plans of other catalogues are made, too.
    ///
    /// - Parameters:
    ///   - location: the location of the catalogue; `nil` for that of the profile.
    ///   - retriesFailed: whether to take only items whose last try failed.
    ///   - urls: what these plans fetch, which this one leaves to them.
    ///   - take: gets the plan, as above.
    /// - Returns: how many bytes may be fetched.
    /// - Throws: `PipelineError`, `StoreError`; nothing is recorded.
    package func plan(
        _ location: String? = nil, retriesFailed: Bool, among urls: ClaimedURLs?,
        _ take: @Sendable (Plan) async -> Void
    ) async throws -> Room {
        var pipeline = try await pipeline(for: location)
        pipeline.urlsOfPlans = urls
        try await pipeline.plan(retriesFailed: retriesFailed, take)
        return Room(
            budget: pipeline.downloads.maxTotal, free: await pipeline.store.freeSpace(),
            reserve: pipeline.downloads.reserve)
    }

    /// Reads a catalogue and says what a sync would do, for somebody who may want to add it; tells no listener.
    ///
    /// - Parameter location: the location of one of the desk's catalogues.
    /// - Returns: what it lists, in numbers.
    /// - Throws: `PipelineError`, `StoreError`; nothing is recorded.
    public func examine(_ location: String) async throws -> CatalogOutline {
        var pipeline = try await pipeline(for: location)
        let note = ParserNote()
        pipeline.observer = note
        var outline = try await pipeline.outline(records: false)
        outline.parser = note.parser.value
        return outline
    }

    /// Notes which parser reads a catalogue.
    private final class ParserNote: PipelineObserver {
        let parser = Locked<String?>(nil)

        func receive(_ event: PipelineEvent) {
            if case .catalogRead(_, let name, _) = event { parser.withLock { $0 = name } }
        }
    }

    /// How many bytes may be fetched.
    public struct Room: Sendable {
        /// The most bytes that a run fetches; `nil` for no limit.
        public var budget: Int64?
        /// The free bytes on the library's disk; `nil` if unknown.
        public var free: Int64?
        /// The bytes that must stay free.
        public var reserve: Int64
    }
}
