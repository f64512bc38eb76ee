import CarrelModel
import Foundation

/// The records of documents: which are stored under which names, what was tried, what is about to get its name.
///
/// **Calls.** Each call is one transaction: it happens whole or not at all, even if the process is killed.
///
/// **Errors.** `StoreError` with `.full`, `.readOnly`, `.busy`, `.database` or `.system`.
///
/// **Concurrency.** Calls may overlap and run one after the other; none blocks a cooperative thread.
public protocol Ledger: Sendable {
    /// What is remembered of a catalogue's items.
    func memory(of location: String) async throws(StoreError) -> LibraryMemory

    /// The same, with word of it before all is read.
    ///
    /// - Parameters:
    ///   - location: where the catalogue is.
    ///   - found: gets what is recorded of the files of its documents, some at a time; must return quickly.
    /// - Returns: what is remembered.
    /// - Throws: `StoreError`.
    func memory(
        of location: String, telling found: @Sendable (_ files: [DocumentFile]) -> Void
    ) async throws(StoreError) -> LibraryMemory

    /// The items of a catalogue that have no document of their own, but whose URL is stored for another catalogue's
    /// item.
    ///
    /// A document that contradicts what the catalogue promises, such as its digest, or if the catalogues differ in
    /// profile or `download` settings, is left out. If several documents fit, one whose item is still listed is
    /// preferred.
    func sharedDocuments(of location: String) async throws(StoreError) -> [ItemKey: SharedDocument]

    /// What is remembered of some items.
    ///
    /// - Parameter keys: the items, of any catalogues.
    /// - Returns: what is remembered of those that are stored, failed or were discarded.
    /// - Throws: `StoreError`.
    func memory(ofItems keys: [ItemKey]) async throws(StoreError) -> [ItemKey: ItemMemory]

    /// The name of every stored document.
    ///
    /// It reads all of the library: whoever gives or looks for some names asks for those (`names(meeting:)`).
    func names() async throws(StoreError) -> [ItemKey: String]

    /// The names of stored documents that cannot stand beside some others.
    ///
    /// Two names cannot if `DocumentName.collisionKey` is the same, or if one is a folder of the other. It reads about
    /// as many records as there are names, however large the library is.
    ///
    /// - Parameter names: the others.
    /// - Returns: these names, and perhaps more; of the documents in one folder, one is enough.
    /// - Throws: `StoreError`.
    func names(meeting names: [String]) async throws(StoreError) -> RecordedNames

    /// What is recorded of one item's document, or `nil` if none is stored.
    func document(of key: ItemKey) async throws(StoreError) -> StoredDocument?

    /// Records what happened to items, in order, and settles earlier publications.
    ///
    /// The publications of stored and quarantined documents are pending until they are settled, so that they can be
    /// repeated if the process is killed before the names are durable. An item that has no record is recorded like any
    /// other: as listed if its catalogue was never read, otherwise as one that it lists no longer. No two documents have
    /// the same name: a change that would give a document a taken name throws.
    ///
    /// - Parameters:
    ///   - changes: the changes.
    ///   - publications: the publications that are done.
    ///   - tickets: the jobs of a shared queue that have ended, which are taken out of it in the same transaction.
    /// - Returns: the leases of the tickets that have ended before; unless there are none, nothing was recorded.
    /// - Throws: `StoreError`.
    func commit(
        _ changes: [LibraryChange], settling publications: [Publication], ending tickets: [JobTicket]
    ) async throws(StoreError) -> Set<HostLease.Number>

    /// The publications that are recorded but not settled, in order.
    func pendingPublications() async throws(StoreError) -> [Publication]

    /// Gives a worker the publications that nobody does any longer, to finish them.
    ///
    /// They are its own until it is no longer heard of.
    ///
    /// - Parameter worker: who finishes them.
    /// - Returns: all that are its own, in order.
    /// - Throws: `StoreError`.
    func claimPublications(for worker: QueueWorker) async throws(StoreError) -> [Publication]

    /// Gives a worker that stores documents meanwhile those publications that nobody does any longer, removals excepted.
    ///
    /// - Parameter worker: who finishes them.
    /// - Returns: those that were not its own before, in order.
    /// - Throws: `StoreError`.
    func claimLeftPublications(for worker: QueueWorker) async throws(StoreError) -> [Publication]

    /// Those of some names that recorded documents have not got for certain, whoever gives them: their publications are not
    /// settled.
    func pendingNames(among names: [String]) async throws(StoreError) -> Set<String>

    /// The hosts that asked not to be sent requests until after `date`, of anything or of one URL; each name with its latest
    /// request, in order.
    func heldHosts(after date: Date) async throws(StoreError) -> [HostHold]

    /// The documents in the quarantine, newest first; an item may have several, each with its own token.
    func quarantinedDocuments() async throws(StoreError) -> [QuarantinedDocument]

    /// The recorded attempts for an item, newest first; a library may keep only the newest fifty.
    func attempts(for key: ItemKey, limit: Int) async throws(StoreError) -> [Attempt]

    /// What any process has changed since the change with that number; 0 for everything.
    ///
    /// Numbers ascend and survive a restart. A change that shows nowhere has none: a try that found the stored document
    /// current, a held host, a settled publication.
    func changes(since number: Int64) async throws(StoreError) -> LedgerChanges

    /// Waits until a change is told that is newer than the one with that number, or until a time is over.
    ///
    /// It is a hint: `changes(since:)` says what has changed, if anything. Ends early when the task is cancelled.
    ///
    /// - Parameters:
    ///   - number: the number of the last known change.
    ///   - time: the longest time to wait.
    func waitForChange(since number: Int64, atMost time: Duration) async
}

extension Ledger {
    /// All pending ones, where nobody works beside others.
    public func claimPublications(for worker: QueueWorker) async throws(StoreError) -> [Publication] {
        try await pendingPublications()
    }

    /// All pending ones, where nobody works beside others.
    public func claimLeftPublications(for worker: QueueWorker) async throws(StoreError) -> [Publication] {
        try await pendingPublications()
    }

    /// Those of its pending publications, which are all of them where nobody works beside others.
    public func pendingNames(among names: [String]) async throws(StoreError) -> Set<String> {
        let pending = try await pendingPublications().filter { $0.area == .documents }.map(\.name)
        return Set(pending).intersection(names)
    }

    /// What is remembered, with word of all documents once it is read.
    public func memory(
        of location: String, telling found: @Sendable (_ files: [DocumentFile]) -> Void
    ) async throws(StoreError) -> LibraryMemory {
        let memory = try await memory(of: location)
        found(memory.files)
        return memory
    }

    /// What is remembered of some items, read with all others of their catalogues.
    public func memory(ofItems keys: [ItemKey]) async throws(StoreError) -> [ItemKey: ItemMemory] {
        var found: [ItemKey: ItemMemory] = [:]
        for (catalog, keys) in Dictionary(grouping: keys, by: \.catalog) {
            let memory = try await memory(of: catalog)
            for key in keys { found[key] = memory.items[key] }
        }
        return found
    }

    /// Waits for the whole time: for libraries that tell nobody of their changes.
    public func waitForChange(since number: Int64, atMost time: Duration) async {
        try? await Task.sleep(for: time)
    }

    /// Records what happened to items, in order, and settles earlier publications.
    public func commit(
        _ changes: [LibraryChange], settling publications: [Publication] = []
    ) async throws(StoreError) {
        _ = try await commit(changes, settling: publications, ending: [])
    }
}

/// What has changed in a library: each item and catalogue once, however often it changed.
public struct LedgerChanges: Sendable, Hashable {
    /// The number of the last change; pass it to the next call.
    public var number: Int64
    /// The locations of the catalogues whose listing changed.
    public var catalogs: [String] = []
    /// The items whose document or status changed.
    public var items: [ItemKey] = []

    public init(number: Int64) { self.number = number }
}
