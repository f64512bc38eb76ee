import CarrelModel
import Foundation

/// What is true of documents: which are stored under which names, what was tried, what is about to get its name.
///
/// **Calls.** Each call is one transaction: it happens whole or not at all, also when the process is killed.
///
/// **Errors.** `StoreError` with `.full`, `.readOnly`, `.busy`, `.database` or `.system`.
///
/// **Concurrency.** Calls may overlap and are done one after the other; none blocks a cooperative thread.
public protocol Ledger: Sendable {
    /// What is remembered of a catalogue's items.
    func memory(of location: String) async throws(StoreError) -> LibraryMemory

    /// The items of a catalogue without a document whose URL is stored for an item of another one.
    ///
    /// Only if nothing that the catalogue promises of its item speaks against it. Of several such documents it is one
    /// whose item is listed, if there is any.
    func sharedDocuments(of location: String) async throws(StoreError) -> [ItemKey: SharedDocument]

    /// The name of every stored document.
    func names() async throws(StoreError) -> [ItemKey: String]

    /// What is recorded of one item's document, or `nil` if none is stored.
    func document(of key: ItemKey) async throws(StoreError) -> StoredDocument?

    /// Records what happened to items, in order, and notes that earlier publications are done.
    ///
    /// The publications of stored documents, and of what is set aside, are pending until they are settled, so that they
    /// can be done again when the process is killed before their names were durable. An item that was never listed is
    /// recorded like any other. Two documents never have one name: changes that would give one to a second document
    /// throw.
    func commit(_ changes: [LibraryChange], settling publications: [Publication]) async throws(StoreError)

    /// The publications that were recorded and not settled, in order.
    func pendingPublications() async throws(StoreError) -> [Publication]

    /// The hosts that asked for patience beyond an instant, by name, each with what it asked for last.
    func heldHosts(after date: Date) async throws(StoreError) -> [HostHold]

    /// What is in the quarantine, the newest first; there may be several for one item, but one for a token.
    func quarantinedDocuments() async throws(StoreError) -> [QuarantinedDocument]

    /// The recorded attempts for an item, the newest first; those before the newest fifty may be forgotten.
    func attempts(for key: ItemKey, limit: Int) async throws(StoreError) -> [Attempt]

    /// What has changed since a change of that number, 0 for everything; by any process, also before a restart.
    ///
    /// Numbers grow. What changes nothing that is shown has none: a try that found the stored document current, a host
    /// that is held, a publication that is settled.
    func changes(since number: Int64) async throws(StoreError) -> LedgerChanges
}

extension Ledger {
    /// Records what happened to items, in order.
    public func commit(_ changes: [LibraryChange]) async throws(StoreError) {
        try await commit(changes, settling: [])
    }
}

/// What has changed in a library: each item and catalogue once, however often it changed.
public struct LedgerChanges: Sendable, Hashable {
    /// The number of the last change; to be asked for the next ones with.
    public var number: Int64
    /// The locations of the catalogues whose listing changed.
    public var catalogs: [String]
    /// The items whose document or status changed.
    public var items: [ItemKey]

    public init(number: Int64, catalogs: [String] = [], items: [ItemKey] = []) {
        (self.number, self.catalogs, self.items) = (number, catalogs, items)
    }
}
