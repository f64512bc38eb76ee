import CarrelDates
import CarrelModel
import CarrelStages

/// Keeps the library a mirror of the catalogue: fetches what is new, asks after what is stored, unless the catalogue says that it did not change.
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
        planItems(of: catalog, memory: memory) { item, memory in
            if let document = memory.document, !memory.isMissing, memory.partial == nil {
                if let date = item.lastModified, let end = WrittenDate(date)?.end, end < document.storedAt {
                    return Decision(.keep, "stored; not changed since \(date), as the catalogue says")
                }
                return Decision(.revalidate, "stored; ask whether it changed")
            }
            return .fetching(memory)
        }
    }
}
