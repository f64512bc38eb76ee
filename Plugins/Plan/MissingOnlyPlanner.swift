import CarrelHTTP
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
        planItems(of: catalog, memory: memory) { item, memory in
            guard !memory.isMissing, let stored = memory.ofDocument(\.listedURL) else {
                return .fetching(memory)
            }
            // The page of an entry is in its document's place until there is one.
            guard let page = item.page, page.withoutTLS == stored.withoutTLS,
                item.url?.withoutTLS != stored.withoutTLS
            else { return Decision(.keep, "stored") }
            return memory.partial != nil
                ? .fetching(memory) : Decision(.download, "only its page is stored; it has a document now")
        }
    }
}
