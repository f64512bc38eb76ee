import CarrelModel

/// Which jobs of a queue somebody means.
public struct JobSelection: Sendable, Hashable {
    /// Which items somebody means.
    public enum Items: Sendable, Hashable {
        /// All.
        case all
        /// Those of a collection: the location of its catalogue, and its identity there.
        case ofCollection(catalog: String, collection: String)
        /// These.
        case these(Set<ItemKey>)

        /// Whether an item is one of them.
        public func contains(_ key: ItemKey) -> Bool {
            switch self {
            case .all: true
            case .ofCollection(let catalog, let collection):
                key.catalog == catalog && key.collection == collection
            case .these(let keys): keys.contains(key)
            }
        }
    }

    /// The items that the jobs are for.
    public var items: Items
    /// The numbers of the assignments that they belong to; `nil` for any.
    public var assignments: Set<Int>?

    public init(_ items: Items = .all, ofAssignments assignments: Set<Int>? = nil) {
        (self.items, self.assignments) = (items, assignments)
    }

    /// All that there are.
    public static let all = JobSelection()

    /// Whether a job is one of them.
    public func contains(_ job: TransferJob) -> Bool {
        assignments?.contains(job.assignment) != false && items.contains(job.key)
    }
}
