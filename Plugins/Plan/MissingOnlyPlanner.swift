import CarrelModel
import CarrelStages

/// Fetches what is not stored and never asks after what is.
public struct MissingOnlyPlanner: Planner {
    /// How config files name it.
    public static let plugin = Plugin<any Planner>(
        "missing-only", summary: "Fetches what is not stored and leaves stored documents as they are"
    ) { _, _ in MissingOnlyPlanner() }

    public init() {}

    /// Plans a catalogue.
    ///
    /// See `Planner`.
    public func plan(_ catalog: Catalog, memory: LibraryMemory) -> Plan {
        planItems(of: catalog, memory: memory) { _, memory in
            if memory.document != nil, !memory.isMissing {
                return Decision(.keep, "stored")
            }
            return .fetching(memory)
        }
    }
}
