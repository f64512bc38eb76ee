import Foundation

/// What Carrel remembers between runs: catalogues, documents, attempts, the selection, what was viewed.
///
/// It is the pipeline's memory, not a stage: stages get values from it and give values to it.
///
/// **Calls.** Each call is one transaction: it happens whole or not at all, also when the process is killed.
///
/// **Errors.** `StoreError` with `.full`, `.readOnly`, `.busy`, `.database` or `.system`.
///
/// **Concurrency.** Calls may overlap and are done one after the other; none blocks a cooperative thread.
public protocol Library: Sendable {
    /// What the last reading of a catalogue returned, or `nil` where it was never read.
    func reading(of location: String) async throws(StoreError) -> CatalogReading?

    /// A catalogue as it was last recorded.
    func catalog(at location: String) async throws(StoreError) -> Catalog?

    /// Replaces what is recorded of a catalogue's listing. What is recorded of its documents stays.
    func record(_ catalog: Catalog, reading: CatalogReading) async throws(StoreError)

    /// Replaces the name by which a recorded catalogue is shown.
    func setName(_ name: String, of location: String) async throws(StoreError)

    /// What the last reading of a collection's further catalogue returned, or `nil` where it was never read.
    func furtherReading(of key: CollectionKey) async throws(StoreError) -> CatalogReading?

    /// Replaces the items of a recorded collection by those of its further catalogue.
    ///
    /// What is recorded of documents stays.
    func record(_ items: [Item], of key: CollectionKey, reading: CatalogReading) async throws(StoreError)

    /// The identities of a catalogue's collections whose further catalogue was read.
    func openedCollections(of location: String) async throws(StoreError) -> Set<String>

    /// The identities of a catalogue's collections that were chosen to be left out; all are wanted at first.
    func unchosenCollections(of location: String) async throws(StoreError) -> Set<String>

    /// Chooses collections, or leaves them out; what was said of others stays, whoever says it meanwhile.
    func setChosen(_ isChosen: Bool, _ keys: [CollectionKey]) async throws(StoreError)

    /// Removes everything that is recorded of a catalogue: its listing and documents, the choices and the selection in
    /// it. Files stay.
    func forget(_ location: String) async throws(StoreError)

    /// The locations of the recorded catalogues, the one read last first.
    func locations() async throws(StoreError) -> [String]

    /// What is remembered of a catalogue's items.
    func memory(of location: String) async throws(StoreError) -> LibraryMemory

    /// The name of every stored document.
    func names() async throws(StoreError) -> [ItemKey: String]

    /// What is recorded of one item's document, or `nil` where none is stored.
    func document(of key: ItemKey) async throws(StoreError) -> StoredDocument?

    /// Records what happened to items, in order, and notes that earlier publications are done.
    ///
    /// The publications of stored documents, and of what is set aside, are pending until they are settled, so that they
    /// can be done again when the process is killed before their names were durable.
    func commit(_ changes: [LibraryChange], settling publications: [Publication]) async throws(StoreError)

    /// The publications that were recorded and not settled, in order.
    func pendingPublications() async throws(StoreError) -> [Publication]

    /// The hosts that asked for patience beyond an instant.
    func heldHosts(after date: Date) async throws(StoreError) -> [HostHold]

    /// What is in the quarantine, the newest first; there may be several for one item.
    func quarantinedDocuments() async throws(StoreError) -> [QuarantinedDocument]

    /// The recorded attempts for an item, the newest first.
    func attempts(for key: ItemKey, limit: Int) async throws(StoreError) -> [Attempt]

    /// The selected collection, or `nil` where none was selected yet.
    func selection() async throws(StoreError) -> CollectionKey?

    /// Remembers the selected collection.
    func select(_ key: CollectionKey) async throws(StoreError)

    /// Remembers that an item was viewed.
    func recordView(of key: ItemKey, at date: Date) async throws(StoreError)

    /// The items viewed most recently, newest first, each once, and of several that are the same document the newest.
    func recentViews(limit: Int) async throws(StoreError) -> [RecentView]
}

extension Library {
    /// Records what happened to items, in order.
    public func commit(_ changes: [LibraryChange]) async throws(StoreError) {
        try await commit(changes, settling: [])
    }
}

/// What a library is opened for.
public enum LibraryAccess: Sendable {
    /// To be written to by this process alone: the lock is taken, the memory created and migrated.
    case exclusive
    /// To be looked at, and to remember views and selections, beside a process that holds it.
    case shared
}

/// Identifies a collection in a library.
public struct CollectionKey: Sendable, Hashable, Codable {
    /// The location of the catalogue.
    public var catalog: String
    /// The collection's identity within the catalogue.
    public var collection: String

    /// Makes a key.
    public init(catalog: String, collection: String) {
        self.catalog = catalog
        self.collection = collection
    }
}

/// What one reading of a catalogue returned beside its content.
public struct CatalogReading: Sendable, Hashable {
    /// The location.
    public var location: String
    /// The name that the profile gives the catalogue; `nil` where it gives none, which keeps the recorded one.
    public var name: String?
    /// What to send with the next reading.
    public var validators: Validators
    /// What the content was parsed with: another parser or other settings make it a different catalogue.
    public var fingerprint: String
    /// When it was read.
    public var date: Date
    /// Whether it came from a public address.
    public var isPublic: Bool

    /// Makes a record.
    public init(
        location: String, name: String? = nil, validators: Validators, fingerprint: String, date: Date,
        isPublic: Bool = false
    ) {
        self.location = location
        self.name = name
        self.validators = validators
        self.fingerprint = fingerprint
        self.date = date
        self.isPublic = isPublic
    }
}

/// One try to bring an item up to date.
public struct Attempt: Sendable, Hashable {
    /// How a try ended.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// A new version was stored.
        case stored
        /// The stored version is current.
        case unchanged
        /// It failed.
        case failed
        /// What came is not what was promised, and is set aside.
        case quarantined
        /// It was cancelled; what came is kept to be continued.
        case parked
    }

    /// The item.
    public var key: ItemKey
    /// When it began.
    public var date: Date
    /// What the plan asked for.
    public var action: PlanEntry.Action
    /// How it ended.
    public var outcome: Outcome
    /// The status of the last response, if there was one.
    public var status: Int?
    /// How many bytes of content came.
    public var bytes: Int64
    /// The URL that answered last.
    public var url: String
    /// Why it failed.
    public var reason: String?
    /// The requests that it made, in order; empty where it made none, or a library keeps them no more.
    public var exchanges: [AttemptExchange]

    /// Makes a record.
    public init(
        key: ItemKey, date: Date, action: PlanEntry.Action, outcome: Outcome, status: Int?, bytes: Int64,
        url: String, reason: String? = nil, exchanges: [AttemptExchange] = []
    ) {
        self.key = key
        self.date = date
        self.action = action
        self.outcome = outcome
        self.status = status
        self.bytes = bytes
        self.url = url
        self.reason = reason
        self.exchanges = exchanges
    }
}

/// Something that happened to an item and is to be remembered.
public enum LibraryChange: Sendable {
    /// A try ended. A failure is shown as the item's status until a later try; with `updateAvailable` the
    /// server has a newer version than the stored one.
    case attempt(Attempt, updateAvailable: Bool)
    /// A document's bytes are durable and about to get their name.
    case stored(ItemKey, title: String, StoredDocument, Publication)
    /// The server confirmed the stored document, perhaps with fresh validators or at another URL.
    case confirmed(ItemKey, DocumentOrigin)
    /// A document is no longer stored.
    case lost(ItemKey, reason: String)
    /// A new version could not get its name, which holds the one before: the record is of that one again, and the
    /// next request asks for the whole document.
    case kept(ItemKey, ContentDigest, reason: String)
    /// What came is about to be in the quarantine, or is there already where nothing is published.
    case quarantined(QuarantinedDocument, Publication?)
    /// What had a name in the quarantine is there no more.
    case released(token: String)
    /// A host asked for patience.
    case held(HostHold)
}

/// An item that was viewed.
public struct RecentView: Sendable, Hashable {
    /// The item.
    public var key: ItemKey
    /// The title under which it was last listed.
    public var title: String
    /// When it was viewed last.
    public var date: Date

    /// Makes a value.
    public init(key: ItemKey, title: String, date: Date) {
        self.key = key
        self.title = title
        self.date = date
    }
}
