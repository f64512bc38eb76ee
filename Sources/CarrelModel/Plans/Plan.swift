/// What a sync would do, item by item: a value that can be printed, saved as JSON and applied later.
public struct Plan: Sendable, Hashable {
    /// The location of the catalogue.
    public var catalog: String
    /// One entry for each item, in the catalogue's order; orphaned documents last.
    public var entries: [PlanEntry]
    /// Whether the catalogue came from a public address; kept here, because the library may not know it when the plan
    /// is applied.
    public var isPublic: Bool
    /// When the catalogue was read for it, in milliseconds since 1970; `nil` if that is not known.
    package var readAt: Int64?
    /// The name of the catalogue where it was planned; `nil` if it had none.
    package var catalogName: String?
    /// How many collections have further catalogues that list their items, but were not opened.
    package var unopened = 0

    public init(catalog: String, entries: [PlanEntry], isPublic: Bool = false) {
        self.catalog = catalog
        self.entries = entries
        self.isPublic = isPublic
    }

    /// The places of the entries with certain actions, in order: that copies no entry, and most plans are long.
    package func places(where isMeant: (PlanEntry.Action) -> Bool) -> [Int] {
        entries.indices.filter { isMeant(entries[$0].action) }
    }

    /// The item of the entry at a place.
    package func key(at place: Int) -> ItemKey {
        ItemKey(catalog: catalog, collection: entries[place].collection, item: entries[place].item.id)
    }

    /// The item of one of its entries.
    package func key(of entry: PlanEntry) -> ItemKey {
        ItemKey(catalog: catalog, collection: entry.collection, item: entry.item.id)
    }
}

/// What to do with one item, and why.
public struct PlanEntry: Sendable, Hashable {
    /// What a run does with an item.
    public enum Action: String, Sendable, Hashable, Codable, CaseIterable {
        /// Fetch the document whole.
        case download
        /// Fetch the rest of a partial document.
        case resume
        /// Ask whether the stored document is still current, and fetch it if it is not.
        case revalidate
        /// Leave the stored document as it is.
        case keep
        /// Do not fetch it until somebody asks for it.
        case deferred
        /// Leave it to a later run, because it is over the byte budget of this one.
        case postponed
        /// Do nothing, because the user ignores the item.
        case ignored
        /// Do nothing, because the item is listed without a URL.
        case unavailable
        /// Fail the item, because Carrel does not request such a URL.
        case refused
        /// Keep the stored document, although the catalogue no longer lists it.
        case orphaned

        /// Whether applying the action sends a request.
        public var transfers: Bool { self == .download || self == .resume || self == .revalidate }

        /// Whether a run that applies the action tells how the item ended, with or without a request.
        public var hasEnding: Bool { transfers || self == .refused || self == .postponed }
    }

    /// The action.
    public var action: Action
    /// Why this action, in a few words.
    public var reason: String
    /// The identity of the item's collection.
    public var collection: String
    /// The item.
    public var item: Item
    /// The number of bytes to transfer, if known.
    public var bytes: Int64?

    public init(_ action: Action, reason: String, collection: String, item: Item, bytes: Int64? = nil) {
        self.action = action
        self.reason = reason
        self.collection = collection
        self.item = item
        self.bytes = bytes
    }
}
