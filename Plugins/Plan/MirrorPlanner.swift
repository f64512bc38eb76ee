import CarrelModel
import CarrelStages

/// Keeps the library a mirror of the catalogue: fetches what is new, asks after what is stored.
public struct MirrorPlanner: Planner {
    /// How config files name it.
    public static let plugin = Plugin<any Planner>(
        "mirror", summary: "Fetches what is new and asks the server whether stored documents changed"
    ) { _, _ in MirrorPlanner() }

    public init() {}

    /// Plans a catalogue.
    ///
    /// See `Planner`.
    public func plan(_ catalog: Catalog, memory: LibraryMemory) -> Plan {
        planItems(of: catalog, memory: memory) { _, memory in
            if memory.document != nil, !memory.isMissing, memory.partial == nil {
                return Decision(.revalidate, "stored; ask whether it changed")
            }
            return .fetching(memory)
        }
    }
}
