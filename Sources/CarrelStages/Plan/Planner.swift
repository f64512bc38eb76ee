import CarrelModel

/// Decides what to do with every item: the third stage.
///
/// **Calls.** A pure function: the same catalogue and the same memory give the same plan. No clock, no
/// input or output.
///
/// **Order.** One entry for each item, in the catalogue's order, then one `orphaned` entry for each stored document of
/// this catalogue that it no longer lists.
///
/// **Errors.** None: an item that cannot be fetched gets an entry with the reason.
///
/// **Concurrency.** Calls may overlap and are made from any task.
public protocol Planner: Sendable {
    /// Plans a catalogue.
    ///
    /// - Parameters:
    ///   - catalog: what the catalogue lists.
    ///   - memory: what the library remembers of it.
    func plan(_ catalog: Catalog, memory: LibraryMemory) -> Plan
}
