/// What a run would do, item by item: a value that can be printed, saved as JSON and applied later.
public struct Plan: Sendable, Hashable {
    /// The location of the catalogue that was planned.
    public var catalog: String
    /// One entry an item, in the catalogue's order; orphaned documents last.
    public var entries: [PlanEntry]
    /// Whether the catalogue came from a public address: the plan may be applied if nobody remembers that.
    public var isPublic: Bool

    public init(catalog: String, entries: [PlanEntry], isPublic: Bool = false) {
        self.catalog = catalog
        self.entries = entries
        self.isPublic = isPublic
    }
}

/// What is to be done with one item, and why.
public struct PlanEntry: Sendable, Hashable {
    /// What is done with an item.
    public enum Action: String, Sendable, Hashable, Codable, CaseIterable {
        /// Fetch the document whole.
        case download
        /// Fetch the rest of a partial document.
        case resume
        /// Ask whether the stored document is still current, and fetch it if it is not.
        case revalidate
        /// Leave the stored document as it is.
        case keep
        /// Leave it until somebody asks for it.
        case deferred
        /// Leave it alone, because somebody said so.
        case ignored
        /// Nothing can be fetched: the item is listed without a URL.
        case unavailable
        /// Nothing may be fetched: the URL is not one that Carrel requests. The item fails.
        case refused
        /// The document is stored, but the catalogue no longer lists it. It is kept.
        case orphaned

        /// Whether applying the action sends a request.
        public var transfers: Bool { self == .download || self == .resume || self == .revalidate }
    }

    /// The action.
    public var action: Action
    /// Why this action, in a few words.
    public var reason: String
    /// The identity of the item's collection.
    public var collection: String
    /// The item.
    public var item: Item
    /// How many bytes the action transfers, where that is known.
    public var bytes: Int64?

    public init(_ action: Action, reason: String, collection: String, item: Item, bytes: Int64? = nil) {
        self.action = action
        self.reason = reason
        self.collection = collection
        self.item = item
        self.bytes = bytes
    }
}
