import CarrelBasics
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
    /// How many documents a sync would ask the servers for, or a later one where a byte budget has no room for all.
    public var transfers: Int
    /// The sizes of those that are known, in bytes.
    public var bytes: Int64
    /// How many documents are only fetched on demand.
    public var deferred: Int
    /// Entries that cannot be used.
    public var problems: [CatalogProblem]

    /// Begins to count a catalogue: nothing is counted yet.
    init(_ location: String, _ head: Catalog) {
        (self.location, title, problems) = (location, head.title, head.problems)
        (collections, items, transfers, bytes, deferred) = ([], 0, 0, 0, 0)
    }

    /// Counts what a sync would do.
    mutating func add(_ plan: Plan) {
        for entry in plan.entries {
            if entry.action == .deferred { deferred += 1 }
            guard entry.action.transfers || entry.action == .postponed else { continue }
            transfers += 1
            bytes = (ByteCount(bytes) + ByteCount(entry.bytes ?? 0)).bytes
        }
    }

    /// Counts.
    ///
    /// - Parameters:
    ///   - listing: what the catalogue lists.
    ///   - plan: what a sync would do.
    public init(_ listing: LocatedCatalog, _ plan: Plan) {
        self.init(listing.location, listing.catalog)
        collections = listing.catalog.collections.map { Part(title: $0.label, items: $0.items.count) }
        items = listing.catalog.itemCount
        add(plan)
    }
}
