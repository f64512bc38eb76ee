import CarrelModel

/// Which jobs of a shared queue somebody means.
public enum PostedSelection: Sendable, Hashable {
    /// All that were posted of a catalogue, by its location.
    case ofCatalog(String)
    /// Those of items.
    case ofItems([ItemKey])
    /// Those of items that were posted with one order.
    case ofOrder(JobOrder, [ItemKey])
}
