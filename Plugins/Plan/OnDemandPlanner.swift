import CarrelModel
import CarrelStages

/// Fetches nothing until somebody asks for it; keeps what was asked for current.
public struct OnDemandPlanner: Planner {
    /// How config files name it.
    public static let plugin = Plugin<any Planner>(
        "on-demand", summary: "Fetches a document when you ask for it, and keeps fetched ones current"
    ) { _, _ in OnDemandPlanner() }

    public init() {}

    /// Plans a catalogue.
    ///
    /// See `Planner`.
    public func plan(_ catalog: Catalog, memory: LibraryMemory) -> Plan {
        planItems(of: catalog, memory: memory) { item, memory in
            if let document = memory.document {
                guard !memory.isMissing, memory.partial == nil else { return .fetching(memory) }
                return Decision.keepingImported(item, document) ?? Decision.fetchingPromised(item, document)
                    ?? Decision(.revalidate, "asked for before; ask whether it changed")
            }
            // A partial document was asked for, too.
            return memory.partial != nil
                ? .fetching(memory) : Decision(.deferred, "fetched when it is asked for")
        }
    }
}
