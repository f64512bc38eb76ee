import CarrelDates
import CarrelHTTP
import CarrelModel
import CarrelStages

/// Keeps the library a mirror of the catalogue: fetches what is new, and asks after what is stored unless the catalogue
/// says that it is the same.
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
            guard !memory.isMissing, memory.partial == nil else { return .fetching(memory) }
            return memory.ofDocument { Self.decision(item, $0) } ?? .fetching(memory)
        }
    }

    /// What to do about an item that is stored whole.
    private static func decision(_ item: Item, _ document: StoredDocument) -> Decision {
        if let kept = Decision.keepingImported(item, document) { return kept }
        if let fetched = Decision.fetchingPromised(item, document) { return fetched }
        if let date = item.lastModified, let end = WrittenDate(date)?.end, end < document.storedAt {
            return Decision(.keep, "stored; not changed since \(date), as the catalogue says")
        }
        if let digest = item.digest, digest.algorithm == .sha256, digest.hex == document.sha256 {
            return Decision(.keep, "stored; it has the digest that the catalogue promises")
        }
        return Decision(.revalidate, "stored; ask whether it changed")
    }
}
