import CarrelModel
import CarrelStages

/// A document that the library has of an item, whose content a file from outside may have, too.
public struct PresentDocument: Sendable, Hashable {
    /// The item.
    public var key: ItemKey
    /// Its title, and what lists show for it.
    public var title, label: String
    /// Its document.
    public var document: StoredDocument
}

extension Pipeline {
    /// The documents of the items that a catalogue lists, as far as they have one of these sizes.
    package func present(
        ofSizes sizes: Set<Int64>, in located: LocatedCatalog
    ) async throws(PipelineError) -> [PresentDocument] {
        let memory = try await memory(of: located.location)
        return located.catalog.collections.flatMap { collection -> [PresentDocument] in
            let distinctions = collection.distinctions
            return collection.items.compactMap { item -> PresentDocument? in
                let known = memory[collection.id, item.id]
                guard let document = known.document, !known.isMissing, sizes.contains(document.size) else {
                    return nil
                }
                return PresentDocument(
                    key: ItemKey(catalog: located.location, collection: collection.id, item: item.id),
                    title: item.title, label: item.label(distinctions[item.id]), document: document)
            }
        }
    }
}
