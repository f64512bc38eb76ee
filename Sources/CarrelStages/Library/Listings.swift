import CarrelHTTP
import CarrelModel
import Foundation

/// What the catalogues list, as they were read last.
///
/// **Calls.** Each call is one transaction: it happens whole or not at all, also when the process is killed.
///
/// **Errors.** `StoreError` with `.full`, `.readOnly`, `.busy`, `.database` or `.system`.
///
/// **Concurrency.** Calls may overlap and are done one after the other; none blocks a cooperative thread.
public protocol Listings: Sendable {
    /// The locations of the recorded catalogues, the one read last first.
    func locations() async throws(StoreError) -> [String]

    /// What the last reading of a catalogue returned, or `nil` if it was never read.
    ///
    /// It is public also where a further catalogue of one of its collections is.
    func reading(of location: String) async throws(StoreError) -> CatalogReading?

    /// A catalogue as it was last recorded.
    func catalog(at location: String) async throws(StoreError) -> Catalog?

    /// Replaces what is recorded of a catalogue's listing. What is recorded of its documents stays.
    func record(_ catalog: Catalog, reading: CatalogReading) async throws(StoreError)

    /// Replaces the name by which a catalogue is shown; does nothing where it is not recorded.
    func setName(_ name: String, of location: String) async throws(StoreError)

    /// The last visits of catalogues, in no order.
    func visits() async throws(StoreError) -> [CatalogVisit]

    /// Replaces the last visit of a catalogue. That changes nothing that a reader sees.
    func note(_ visit: CatalogVisit) async throws(StoreError)

    /// What the last reading of a collection's further catalogue returned, or `nil` if it was never read.
    func furtherReading(of key: CollectionKey) async throws(StoreError) -> CatalogReading?

    /// Replaces the items of a collection by those of its further catalogue; does nothing where the collection is not
    /// recorded.
    ///
    /// They stay when the catalogue itself is recorded again. What is recorded of documents stays, too.
    func record(_ items: [Item], of key: CollectionKey, reading: CatalogReading) async throws(StoreError)

    /// The identities of a catalogue's collections whose further catalogue was read.
    func openedCollections(of location: String) async throws(StoreError) -> Set<String>

    /// Removes everything that is recorded of a catalogue: its listing and documents, the choices and the selection in
    /// it. Files stay.
    func forget(_ location: String) async throws(StoreError)
}

/// What one reading of a catalogue returned beside its content.
public struct CatalogReading: Sendable, Hashable {
    /// The location.
    public var location: String
    /// The name that the profile gives the catalogue; `nil` if it gives none, which keeps the recorded one.
    public var name: String?
    /// What to send with the next reading.
    public var validators: Validators
    /// What the content was parsed with: another parser or other settings make it a different catalogue.
    public var fingerprint: String
    /// When it was read.
    public var date: Date
    /// Whether it came from a public address.
    public var isPublic: Bool

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
