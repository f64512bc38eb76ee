import CarrelHTTP
import CarrelModel
import Foundation

/// What the catalogues listed when they were last read.
///
/// **Calls.** Each call is one transaction: it happens whole or not at all, even if the process is killed.
///
/// **Errors.** `StoreError` with `.full`, `.readOnly`, `.busy`, `.database` or `.system`.
///
/// **Concurrency.** Calls may overlap and run one after the other; none blocks a cooperative thread.
public protocol Listings: Sendable {
    /// The locations of the recorded catalogues, the most recently read first.
    func locations() async throws(StoreError) -> [String]

    /// What the last reading of a catalogue returned, or `nil` if it was never read.
    ///
    /// Its `isPublic` is also true if a further catalogue of one of its collections is public.
    func reading(of location: String) async throws(StoreError) -> CatalogReading?

    /// A catalogue as it was last recorded.
    func catalog(at location: String) async throws(StoreError) -> Catalog?

    /// A collection as it was last recorded; `nil` if its catalogue does not list it.
    func collection(_ key: CollectionKey) async throws(StoreError) -> ItemCollection?

    /// Replaces the recorded listing of a catalogue. The records of its documents stay.
    func record(_ catalog: Catalog, reading: CatalogReading) async throws(StoreError)

    /// Replaces the name under which a catalogue is shown; does nothing if the catalogue is not recorded.
    func setName(_ name: String, of location: String) async throws(StoreError)

    /// The last visits of catalogues, in no order.
    func visits() async throws(StoreError) -> [CatalogVisit]

    /// Replaces the last visit of a catalogue. It does not count as a change in `Ledger.changes(since:)`.
    func note(_ visit: CatalogVisit) async throws(StoreError)

    /// What the last reading of a collection's further catalogue returned, or `nil` if it was never read.
    func furtherReading(of key: CollectionKey) async throws(StoreError) -> CatalogReading?

    /// Replaces the items of a collection with those of its further catalogue; does nothing if the collection is not
    /// recorded.
    ///
    /// They stay when the catalogue itself is recorded again, and so do the records of documents.
    func record(_ items: [Item], of key: CollectionKey, reading: CatalogReading) async throws(StoreError)

    /// The identities of a catalogue's collections whose further catalogue was read.
    func openedCollections(of location: String) async throws(StoreError) -> Set<String>

    /// Has a catalogue be at another location, with everything that is recorded of it, and keeps what is known of it.
    ///
    /// It is read whole the next time: what a server said at the old location is not true of the new one. Its parser is forgotten
    /// unless the relocation says that it keeps its kind.
    ///
    /// - Parameter relocation: from where to where; nothing may be recorded of a catalogue at the new location.
    func relocate(_ relocation: CatalogRelocation) async throws(StoreError)

    /// Removes all records of a catalogue: its listing, its documents, and the choices and selection in it. Files stay.
    func forget(_ location: String) async throws(StoreError)
}

extension Listings {
    /// Takes the collection from the whole catalogue.
    public func collection(_ key: CollectionKey) async throws(StoreError) -> ItemCollection? {
        try await catalog(at: key.catalog)?.collections.first { $0.id == key.collection }
    }
}

/// What one reading of a catalogue returned besides its content.
public struct CatalogReading: Sendable, Hashable {
    /// The location.
    public var location: String
    /// The name that the profile gives the catalogue; `nil` keeps the recorded name.
    public var name: String?
    /// The validators for the next conditional reading.
    public var validators: Validators
    /// Identifies the parser and its settings; if it differs, the content must be parsed again.
    public var fingerprint: String
    /// When it was read.
    public var date: Date
    /// Whether it came from a public address.
    public var isPublic: Bool
    /// The name of the parser that read it; `nil` if that was not recorded.
    public var parser: String?
    /// Whether a further catalogue leaves out items (`Catalog.leavesOutItems`); of others their listing says that.
    public var listsLatestOnly = false

    public init(
        location: String, name: String? = nil, validators: Validators, fingerprint: String, date: Date,
        isPublic: Bool = false, parser: String? = nil
    ) {
        self.location = location
        self.name = name
        self.validators = validators
        self.fingerprint = fingerprint
        self.date = date
        self.isPublic = isPublic
        self.parser = parser
    }
}
