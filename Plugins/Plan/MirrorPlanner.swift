import CarrelDates
import CarrelHTTP
import CarrelModel
import CarrelStages

/// Keeps the library a mirror of the catalogue: fetches what is new, and asks after what is stored unless the catalogue
/// says that it is the same.
public struct MirrorPlanner: Planner {
    /// How config files name it.
    public static let plugin = Plugin<any Planner>(
        "mirror", summary: "Fetches what is new and asks whether stored documents changed, unless dates tell"
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
        if let kept = keepingListed(item, document) { return kept }
        if let digest = item.digest, digest.algorithm == .sha256, digest.hex == document.sha256 {
            return Decision(.keep, "stored; it has the digest that the catalogue promises")
        }
        return Decision(.revalidate, "stored; ask whether it changed")
    }

    /// Keeps a document while the catalogue lists its version as when its server was asked for it; `nil` for any other.
    ///
    /// A date that was not over by then may be that of a later version, too.
    private static func keepingListed(_ item: Item, _ document: StoredDocument) -> Decision? {
        guard let asked = document.listed?.askedAt(for: item.listedVersion), let text = item.lastModified,
            let date = WrittenDate(text), date.isOfChange, let end = date.end, end <= asked
        else { return nil }
        return Decision(.keep, "stored; not changed since \(text), as the catalogue says")
    }
}
