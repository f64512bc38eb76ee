import CarrelModel

/// Records a catalogue part by part, and tells what is remembered of it in pages: an optional part of a library, for
/// catalogues that are larger than memory.
///
/// **Calls.** Each call is one transaction. A reading is `begin`, one `record` for each part, then `finish`. If it is broken
/// off, what it recorded stays, and what it did not come to is as it was; the next reading brings everything up to date.
///
/// **Errors.** `StoreError`, as those of `Listings`.
///
/// **Concurrency.** Calls may overlap and run one after the other; none blocks a cooperative thread.
public protocol PartListings: Sendable {
    /// Begins a reading: records it without its validators, so that the next one is made in any case unless `finish` comes.
    ///
    /// What jobs of the first parts depend on is known then: whether the catalogue is public, and that it was read at all.
    func begin(_ reading: CatalogReading) async throws(StoreError)

    /// Records what a part lists, or replaces what is recorded of its items. Other items stay as they are.
    ///
    /// - Parameters:
    ///   - part: the part; its identities are unique within each collection.
    ///   - location: where the catalogue is.
    func record(_ part: CatalogPart, of location: String) async throws(StoreError)

    /// Ends a reading: records what there is beside the items, and which of the recorded items are no longer listed.
    ///
    /// - Parameters:
    ///   - catalog: the catalogue, without its collections.
    ///   - reading: the reading.
    ///   - lists: whether the catalogue lists an item or, without one, a collection. It is a pure function that is called
    ///     for each recorded item within the transaction, and must be quick.
    func finish(
        _ catalog: Catalog, reading: CatalogReading,
        listing lists: @escaping @Sendable (_ collection: String, _ item: String?) -> Bool
    ) async throws(StoreError)

    /// The collections of a catalogue, without their items; `nil` if it was never read.
    func outline(of location: String) async throws(StoreError) -> RecordedOutline?

    /// What of a catalogue is ignored.
    func ignoreRules(of location: String) async throws(StoreError) -> IgnoreRules

    /// Those of some items that have no document of their own, but whose URL is stored for another catalogue's item; see
    /// `Ledger.sharedDocuments(of:)`.
    ///
    /// - Parameters:
    ///   - keys: the items.
    ///   - location: their catalogue.
    func sharedDocuments(
        ofItems keys: [ItemKey], in location: String
    ) async throws(StoreError) -> [ItemKey: SharedDocument]

    /// The stored documents of a catalogue, in pages.
    ///
    /// - Parameters:
    ///   - location: the catalogue.
    ///   - place: `RememberedPage.end` of the page before; `nil` for the first page.
    ///   - limit: the most documents.
    func storedItems(
        of location: String, after place: Int64?, atMost limit: Int
    ) async throws(StoreError) -> RememberedPage

    /// The stored documents of some sizes in bytes, of all catalogues.
    func storedItems(ofSizes sizes: Set<Int64>) async throws(StoreError) -> [ItemKey: ItemMemory]
}

/// What is recorded of a catalogue beside its items.
public struct RecordedOutline: Sendable, Hashable {
    /// The catalogue as it was last recorded, its collections without their items.
    public var catalog: Catalog
    /// The identities of the collections that it no longer lists, but that have stored documents; ascending.
    public var unlisted: [String]

    public init(_ catalog: Catalog, unlisted: [String] = []) {
        (self.catalog, self.unlisted) = (catalog, unlisted)
    }
}

/// Some of the items that have documents.
public struct RememberedPage: Sendable {
    /// What is remembered of each.
    public var items: [(key: ItemKey, memory: ItemMemory)]
    /// Where the page ended; `nil` if no page follows.
    public var end: Int64?

    public init(_ items: [(key: ItemKey, memory: ItemMemory)], end: Int64?) {
        (self.items, self.end) = (items, end)
    }
}
