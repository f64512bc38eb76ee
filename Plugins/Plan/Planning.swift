import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages

/// What a planner decides about an item that can be fetched.
struct Decision {
    var action: PlanEntry.Action
    var reason: String

    init(_ action: PlanEntry.Action, _ reason: String) {
        self.action = action
        self.reason = reason
    }

    /// Keeps an imported document while the catalogue promises what the file had; `nil` for any other.
    ///
    /// There are no validators to ask with, and the answer to a request without them is the whole document. A change that
    /// the catalogue tells by another date counts all the same.
    static func keepingImported(_ item: Item, _ document: StoredDocument) -> Decision? {
        guard let promise = document.importedPromise, promise == item.promise,
            document.listed.map({ $0.askedAt(for: item.listedVersion) != nil }) ?? true
        else { return nil }
        let what = item.digest == nil ? "size" : "digest"
        return Decision(.keep, "imported; the catalogue still promises this \(what)")
    }

    /// Fetches a document if the catalogue promises another one than is stored; `nil` if it does not.
    ///
    /// The server is asked without a condition: it may call another version unchanged than the catalogue means.
    static func fetchingPromised(_ item: Item, _ document: StoredDocument) -> Decision? {
        guard document.contradicts(size: item.size, item.digest) else { return nil }
        let what = item.digest?.algorithm == .sha256 ? "digest" : "size"
        return Decision(.download, "the catalogue promises another \(what) than the stored document has")
    }

    /// Fetches the whole document, or the rest of it.
    static func fetching(_ memory: ItemMemory) -> Decision {
        if let partial = memory.partial {
            let what = "\(ByteCount(partial.bytes))\(memory.document == nil ? "" : " of a newer version")"
            guard partial.canBeContinued else {
                let why = "are too few to compare, and the server names no version"
                return Decision(.download, "from the beginning: the \(what) that are there \(why)")
            }
            return Decision(.resume, "\(what) are there already")
        }
        if memory.isMissing { return Decision(.download, "the stored file is missing") }
        if let failure = memory.lastFailure {
            return Decision(.download, "the last try failed: \(failure)")
        }
        return Decision(.download, "not in the library")
    }
}

extension Planner {
    /// Plans what is the same for every planner and asks `decide` about the rest.
    func planItems(
        of catalog: Catalog, memory: LibraryMemory, decide: (Item, ItemMemory) -> Decision
    ) -> Plan {
        var entries: [PlanEntry] = []
        entries.reserveCapacity(catalog.itemCount)
        var places = Set<Dictionary<ItemKey, ItemMemory>.Index>(minimumCapacity: memory.items.count)
        for collection in catalog.collections {
            let originals = Self.originals(in: collection)
            for item in collection.items {
                let place =
                    memory.items.isEmpty
                    ? nil
                    : memory.items.index(
                        forKey: ItemKey(
                            catalog: memory.catalog, collection: collection.id, item: item.id))
                if let place { places.insert(place) }
                entries.append(
                    entry(
                        for: item, in: collection.id, originals: originals,
                        memory: place.map { memory.items.values[$0] } ?? ItemMemory(), decide: decide))
            }
        }
        let orphans =
            places.count == memory.items.count
            ? []
            : memory.items.indices.filter { memory.items.values[$0].hasDocument && !places.contains($0) }
                .map { memory.items[$0] }
        entries += orphans.sorted { ($0.key.collection, $0.key.item) < ($1.key.collection, $1.key.item) }
            .map { key, memory in
                PlanEntry(
                    .orphaned, reason: "stored, but no longer listed", collection: key.collection,
                    item: Item(
                        id: key.item, title: memory.title ?? key.item, url: memory.document?.url))
            }
        return Plan(catalog: memory.catalog, entries: entries)
    }

    /// The items that others repeat.
    private static func originals(in collection: ItemCollection) -> [String: Item] {
        let originals = Set(collection.items.lazy.compactMap(\.duplicateOf))
        guard !originals.isEmpty else { return [:] }
        let rows = collection.items.filter { originals.contains($0.id) }.map { ($0.id, $0) }
        return Dictionary(rows) { first, _ in first }
    }

    private func entry(
        for item: Item, in collection: String, originals: [String: Item], memory: ItemMemory,
        decide: (Item, ItemMemory) -> Decision
    ) -> PlanEntry {
        if let original = item.duplicateOf {
            let original = originals[original] ?? Item(title: original, url: nil)
            let reason = "the same document as “\(original.title)”"
            if let error = original.url.flatMap({ RequestTarget.refusal(of: $0) }) {
                return PlanEntry(
                    .refused, reason: "\(reason): \(error.reason)", collection: collection, item: item)
            }
            return PlanEntry(.keep, reason: reason, collection: collection, item: item)
        }
        guard let url = item.url else {
            return PlanEntry(
                .unavailable, reason: "listed without a URL", collection: collection, item: item)
        }
        if let error = RequestTarget.refusal(of: url) {
            return PlanEntry(.refused, reason: error.reason, collection: collection, item: item)
        }
        let decision = decide(item, memory)
        let bytes: Int64? =
            switch decision.action {
            case .download: item.size
            case .resume:
                (memory.partial?.note.completeLength ?? item.size).map {
                    max(0, $0 - (memory.partial?.bytes ?? 0))
                }
            default: nil
            }
        return PlanEntry(
            decision.action, reason: decision.reason, collection: collection, item: item, bytes: bytes)
    }
}
