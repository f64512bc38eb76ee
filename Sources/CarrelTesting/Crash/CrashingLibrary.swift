import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// A library whose process ends at a step of a script: before or after a record.
///
/// It records every catalogue as a whole, and neither gives nor takes the records of another library.
public final class CrashingLibrary: Library {
    private let library: any Library
    private let script: CrashScript
    private let sharesJobs: Bool
    private let loss: @Sendable () async -> StoreError?
    private let copying: @Sendable () async -> Void
    private let readings = Locked(0)

    /// Wraps a library.
    ///
    /// - Parameters:
    ///   - library: the library.
    ///   - script: when its process ends.
    ///   - sharesJobs: whether it takes the ends of leased jobs, and forgets them, where the other one refuses them.
    ///   - loss: waits until the library is lost; by default it never is.
    ///   - copying: called in place of keeping a copy of the records.
    public init(
        _ library: any Library, _ script: CrashScript, sharesJobs: Bool = false,
        loss: @escaping @Sendable () async -> StoreError? = { nil },
        copying: @escaping @Sendable () async -> Void = {}
    ) {
        (self.library, self.script, self.sharesJobs) = (library, script, sharesJobs)
        (self.loss, self.copying) = (loss, copying)
    }

    /// Keeps no copy of the records.
    public func keepCopy(unlessYoungerThan age: Duration) async { await copying() }

    /// Waits until the library is lost.
    public func waitUntilLost() async -> StoreError? { await loss() }

    /// Records what happened.
    public func commit(
        _ changes: [LibraryChange], settling publications: [Publication], ending tickets: [JobTicket]
    ) async throws(StoreError) -> Set<HostLease.Number> {
        try script.step("before the record")
        let lost = try await library.commit(
            changes, settling: publications, ending: sharesJobs ? [] : tickets)
        try script.step("after the record")
        return lost
    }

    /// Records a catalogue.
    public func record(_ catalog: Catalog, reading: CatalogReading) async throws(StoreError) {
        try script.step("before the catalogue is recorded")
        try await library.record(catalog, reading: reading)
        try script.step("after the catalogue is recorded")
    }

    /// Records what a further catalogue lists.
    public func record(
        _ items: [Item], of key: CollectionKey, reading: CatalogReading
    ) async throws(StoreError) {
        try script.step("before the further catalogue is recorded")
        try await library.record(items, of: key, reading: reading)
        try script.step("after the further catalogue is recorded")
    }

    /// The last visits of catalogues.
    public func visits() async throws(StoreError) -> [CatalogVisit] { try await library.visits() }

    /// Replaces the last visit of a catalogue.
    public func note(_ visit: CatalogVisit) async throws(StoreError) { try await library.note(visit) }

    /// Renames a catalogue.
    public func setName(_ name: String, of location: String) async throws(StoreError) {
        try script.live()
        try await library.setName(name, of: location)
    }

    /// Chooses collections, or leaves them out.
    public func setChosen(_ isChosen: Bool, _ keys: [CollectionKey]) async throws(StoreError) {
        try script.live()
        try await library.setChosen(isChosen, keys)
    }

    /// Has a catalogue be at another location.
    public func relocate(_ relocation: CatalogRelocation) async throws(StoreError) {
        try script.step("before the catalogue is elsewhere")
        try await library.relocate(relocation)
        try script.step("after the catalogue is elsewhere")
    }

    /// Removes what is recorded of a catalogue.
    public func forget(_ location: String) async throws(StoreError) {
        try script.live()
        try await library.forget(location)
    }

    /// Adds a catalogue to the known ones.
    public func keep(_ catalog: KnownCatalog) async throws(StoreError) {
        try script.live()
        try await library.keep(catalog)
    }

    /// Knows a catalogue no longer.
    public func leave(_ location: String) async throws(StoreError) {
        try script.live()
        try await library.leave(location)
    }

    // MARK: What only looks

    /// Documents that another catalogue lists, too.
    public func sharedDocuments(of location: String) async throws(StoreError) -> [ItemKey: SharedDocument] {
        try await library.sharedDocuments(of: location)
    }

    /// The catalogues that the library knows.
    public func knownCatalogs() async throws(StoreError) -> [KnownCatalog] {
        try await library.knownCatalogs()
    }

    /// What the last reading of a further catalogue returned.
    public func furtherReading(of key: CollectionKey) async throws(StoreError) -> CatalogReading? {
        try await library.furtherReading(of: key)
    }

    /// The collections that were opened.
    public func openedCollections(of location: String) async throws(StoreError) -> Set<String> {
        try await library.openedCollections(of: location)
    }

    /// The collections that are left out.
    public func unchosenCollections(of location: String) async throws(StoreError) -> Set<String> {
        try await library.unchosenCollections(of: location)
    }

    /// What the last reading returned.
    public func reading(of location: String) async throws(StoreError) -> CatalogReading? {
        try await library.reading(of: location)
    }

    /// A catalogue.
    public func catalog(at location: String) async throws(StoreError) -> Catalog? {
        try await library.catalog(at: location)
    }

    /// The catalogues.
    public func locations() async throws(StoreError) -> [String] { try await library.locations() }

    /// What is remembered.
    public func memory(of location: String) async throws(StoreError) -> LibraryMemory {
        try await library.memory(of: location)
    }

    /// The names.
    public func names() async throws(StoreError) -> [ItemKey: String] {
        readings.withLock { $0 += 1 }
        return try await library.names()
    }

    /// How often all names were read.
    public var nameReadings: Int { readings.value }

    /// Those that some others meet.
    public func names(meeting names: [String]) async throws(StoreError) -> RecordedNames {
        try await library.names(meeting: names)
    }

    /// One document.
    public func document(of key: ItemKey) async throws(StoreError) -> StoredDocument? {
        try script.live()
        return try await library.document(of: key)
    }

    /// The pending publications.
    public func pendingPublications() async throws(StoreError) -> [Publication] {
        try await library.pendingPublications()
    }

    /// The names that documents have not got for certain.
    public func pendingNames(among names: [String]) async throws(StoreError) -> Set<String> {
        try await library.pendingNames(among: names)
    }

    /// The hosts that asked for patience.
    public func heldHosts(after date: Date) async throws(StoreError) -> [HostHold] {
        try await library.heldHosts(after: date)
    }

    /// What is in the quarantine.
    public func quarantinedDocuments() async throws(StoreError) -> [QuarantinedDocument] {
        try await library.quarantinedDocuments()
    }

    /// The attempts.
    public func attempts(for key: ItemKey, limit: Int) async throws(StoreError) -> [Attempt] {
        try await library.attempts(for: key, limit: limit)
    }

    /// What has changed.
    public func changes(since number: Int64) async throws(StoreError) -> LedgerChanges {
        try await library.changes(since: number)
    }

    /// Waits for a change.
    public func waitForChange(since number: Int64, atMost time: Duration) async {
        await library.waitForChange(since: number, atMost: time)
    }

    /// The selected collection.
    public func selection() async throws(StoreError) -> CollectionKey? { try await library.selection() }

    /// Selects a collection.
    public func select(_ key: CollectionKey) async throws(StoreError) {
        try script.live()
        try await library.select(key)
    }

    /// Remembers a view.
    public func recordView(of key: ItemKey, at date: Date) async throws(StoreError) {
        try script.live()
        try await library.recordView(of: key, at: date)
    }

    /// Remembers what was looked at.
    public func setRead(_ isRead: Bool, _ keys: [ItemKey]) async throws(StoreError) {
        try script.live()
        try await library.setRead(isRead, keys)
    }

    /// What is left alone.
    public func ignored() async throws(StoreError) -> (items: [ItemKey], patterns: [String]) {
        try await library.ignored()
    }

    /// Leaves items alone, or no longer.
    public func setIgnored(
        _ isIgnored: Bool, _ items: [ItemKey], patterns: [String]
    ) async throws(StoreError) {
        try script.live()
        try await library.setIgnored(isIgnored, items, patterns: patterns)
    }

    /// Remembers a list.
    public func remember(_ list: PrintedList, of terminal: String) async throws(StoreError) {
        try script.live()
        try await library.remember(list, of: terminal)
    }

    /// The list that was printed last.
    public func printedList(of terminal: String, at date: Date) async throws(StoreError) -> PrintedList? {
        try await library.printedList(of: terminal, at: date)
    }

    /// What was viewed.
    public func recentViews(limit: Int) async throws(StoreError) -> [RecentView] {
        try await library.recentViews(limit: limit)
    }
}
