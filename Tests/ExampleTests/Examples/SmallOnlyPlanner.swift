import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages

/// Fetches what is small; what is larger, or of unknown size, waits until somebody asks for it.
public struct SmallOnlyPlanner: Planner {
    static let largest = Setting<ByteCount>(
        "largest", default: ByteCount(1 << 20), help: "The largest document that is fetched unasked")

    /// The plug-in.
    public static let plugin = Plugin<any Planner>(
        "small-only", summary: "Fetches small documents, and larger ones when they are asked for",
        settings: [largest]
    ) { settings, _ in SmallOnlyPlanner(largest: settings[largest]) }

    private let largest: ByteCount

    /// Makes a planner.
    public init(largest: ByteCount) { self.largest = largest }

    /// One entry an item, in the catalogue's order; then what is stored and no longer listed.
    public func plan(_ catalog: Catalog, memory: LibraryMemory) -> Plan {
        var entries: [PlanEntry] = []
        var listed: Set<ItemKey> = []
        for collection in catalog.collections {
            for item in collection.items {
                listed.insert(ItemKey(catalog: memory.catalog, collection: collection.id, item: item.id))
                let (action, reason) = decide(item, memory[collection.id, item.id])
                entries.append(
                    PlanEntry(
                        action, reason: reason, collection: collection.id, item: item,
                        bytes: action == .download ? item.size : nil))
            }
        }
        let orphans = memory.items.filter { $0.value.document != nil && !listed.contains($0.key) }
        for (key, memory) in orphans.sorted(by: {
            ($0.key.collection, $0.key.item) < ($1.key.collection, $1.key.item)
        }) {
            let item = Item(id: key.item, title: memory.title ?? key.item, url: memory.document?.url)
            entries.append(
                PlanEntry(
                    .orphaned, reason: "stored, but no longer listed", collection: key.collection, item: item)
            )
        }
        return Plan(catalog: memory.catalog, entries: entries)
    }

    private func decide(_ item: Item, _ memory: ItemMemory) -> (PlanEntry.Action, String) {
        if item.duplicateOf != nil { return (.keep, "listed before") }
        guard let url = item.url else { return (.unavailable, "listed without a URL") }
        if let error = RequestTarget.refusal(of: url) { return (.refused, error.reason) }
        if memory.partial != nil { return (.resume, "begun before") }
        if memory.document != nil, !memory.isMissing {
            return (.revalidate, "stored; ask whether it changed")
        }
        guard let size = item.size else {
            return (.deferred, "of unknown size; fetched when it is asked for")
        }
        return size <= largest.bytes
            ? (.download, "not in the library") : (.deferred, "larger than \(largest)")
    }
}
