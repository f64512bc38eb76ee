import CarrelModel

/// Decides what is to be done with every item: the third stage.
///
/// **Calls.** A pure function: the same catalogue and the same memory give the same plan. No clock, no
/// input or output.
///
/// **Order.** One entry an item in the catalogue's order, then one `orphaned` entry for each document that
/// the library holds from this catalogue and that the catalogue no longer lists.
///
/// **Errors.** None: whatever cannot be done is an entry with its reason.
///
/// **Concurrency.** Calls may overlap and are made from any task.
public protocol Planner: Sendable {
    /// Plans a catalogue.
    ///
    /// - Parameters:
    ///   - catalog: what is listed.
    ///   - memory: what the library remembers of it.
    /// - Returns: the plan.
    func plan(_ catalog: Catalog, memory: LibraryMemory) -> Plan
}
