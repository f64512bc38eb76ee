import CarrelModel

/// What a catalogue lists and what a sync of it would do, in numbers.
public struct CatalogOutline: Sendable, Hashable {
    /// One of its collections.
    public struct Part: Sendable, Hashable {
        /// What it is called.
        public var title: String
        /// How many items it lists; 0 for one whose items another catalogue lists.
        public var items: Int
    }

    /// Where the catalogue is.
    public var location: String
    /// Its own title, if it has one.
    public var title: String?
    /// The parser that read it; `nil` if it is unchanged since it was recorded.
    public var parser: String?
    /// Its collections, in its order.
    public var collections: [Part]
    /// How many items it lists.
    public var items: Int
    /// How many documents a sync would ask the servers for.
    public var transfers: Int
    /// The sizes of those that are known, in bytes.
    public var bytes: Int64
    /// How many documents are only fetched on demand.
    public var deferred: Int
    /// Entries that cannot be used.
    public var problems: [CatalogProblem]

    /// Counts.
    ///
    /// - Parameters:
    ///   - listing: what the catalogue lists.
    ///   - plan: what a sync would do.
    ///   - parser: the parser that read it.
    public init(_ listing: LocatedCatalog, _ plan: Plan, parser: String?) {
        (location, title, self.parser) = (listing.location, listing.catalog.title, parser)
        collections = listing.catalog.collections.map { Part(title: $0.label, items: $0.items.count) }
        items = collections.reduce(0) { $0 + $1.items }
        let wanted = plan.entries.filter(\.action.transfers)
        (transfers, bytes) = (wanted.count, wanted.compactMap(\.bytes).reduce(0, +))
        deferred = plan.entries.count { $0.action == .deferred }
        problems = listing.catalog.problems
    }
}
