import CarrelModel
import CarrelStages

/// An item that a catalogue lists and the library has no document of.
public struct WantedItem: Sendable, Hashable {
    /// Its key.
    public var key: ItemKey
    /// The item; it has a URL that Carrel would request.
    public var item: Item
    /// What lists show for it.
    public var label: String
    /// The title of its collection.
    public var collectionTitle: String
    /// The name that its document gets unless another one has it.
    public var name: String

    public init(key: ItemKey, item: Item, label: String, collectionTitle: String, name: String) {
        (self.key, self.item, self.label) = (key, item, label)
        (self.collectionTitle, self.name) = (collectionTitle, name)
    }
}

extension Pipeline {
    /// The items of a catalogue without a document, in its order.
    ///
    /// Duplicates, ignored items, and those without a URL or with one that is never requested are left out.
    package func wanted(in located: LocatedCatalog) async throws(PipelineError) -> [WantedItem] {
        let memory = try await memory(of: located.location)
        let names = runParts.plainNames(of: located.location)
        let plan = planned(located.catalog, memory)
        var fetchable: Set<ItemKey> = []
        for entry in plan.entries where entry.action.transfers || entry.action == .deferred {
            let known = memory[entry.collection, entry.item.id]
            guard known.document == nil || known.isMissing else { continue }
            fetchable.insert(plan.key(of: entry))
        }
        return located.catalog.collections.flatMap { collection -> [WantedItem] in
            let distinctions = collection.distinctions
            return collection.items.enumerated().compactMap { index, item -> WantedItem? in
                let key = ItemKey(catalog: located.location, collection: collection.id, item: item.id)
                guard fetchable.contains(key), item.duplicateOf == nil else { return nil }
                let name = names.name(of: item, collection: collection.id, number: index + 1)
                return WantedItem(
                    key: key, item: item, label: item.label(distinctions[item.id]),
                    collectionTitle: collection.title, name: name)
            }
        }
    }
}
