import CarrelModel
import CarrelStages

/// The documents of items that a catalogue no longer lists, for those that it lists in their place.
///
/// Where a catalogue gives no identities, an item is known by its URL, and sites change these: a number in a path, a
/// token. Content that comes from a new URL and is that of a document whose URL is no longer listed is the same document.
actor UnlistedDocuments {
    private let catalog: Catalog
    private let memory: LibraryMemory
    private let library: any Library
    /// The items that are left, by collection and SHA-256; `nil` before somebody asks.
    private var left: [Place: [ItemKey]]?

    private struct Place: Hashable {
        var collection: String
        var sha256: String
    }

    /// Compares what was just read of a whole catalogue with what is remembered of it.
    ///
    /// `nil` if nothing can be left, or if what is not listed is not gone: a feed lists its latest items only.
    init?(_ catalog: Catalog?, _ memory: LibraryMemory, in library: any Library) {
        guard let catalog, !catalog.listsLatestOnly, !memory.items.isEmpty else { return nil }
        (self.catalog, self.memory, self.library) = (catalog, memory, library)
    }

    /// The document that has the content of a new one, with its item; no other item gets it then.
    ///
    /// - Parameters:
    ///   - key: the new item.
    ///   - url: its URL.
    ///   - sha256: the SHA-256 of its content.
    /// - Returns: the document and its item; `nil` if there is none, or it has changed meanwhile.
    func take(
        for key: ItemKey, at url: String, holding sha256: String
    ) async -> (key: ItemKey, document: StoredDocument)? {
        guard key.item == url else { return nil }
        if left == nil {
            let found = await unlisted()
            if left == nil { left = found }
        }
        guard let former = left?[Place(collection: key.collection, sha256: sha256)]?.popLast(),
            let document = try? await library.document(of: former), document.sha256 == sha256,
            document.name == memory.items[former]?.document?.name
        else { return nil }
        return (former, document)
    }

    /// The items without an identity of their own whose documents are stored, that are not listed, and that no other
    /// catalogue shares.
    private func unlisted() async -> [Place: [ItemKey]] {
        var listed: [String: Set<String>] = [:]
        for collection in catalog.collections where collection.further == nil {
            listed[collection.id, default: []].formUnion(collection.items.lazy.map(\.id))
        }
        var left: [Place: [ItemKey]] = [:]
        for (key, remembered) in memory.items where remembered.isStored && remembered.owner == nil {
            guard listed[key.collection]?.contains(key.item) == false, let document = remembered.document,
                document.requestedURL ?? document.url == key.item
            else { continue }
            left[Place(collection: key.collection, sha256: document.sha256), default: []].append(key)
        }
        guard !left.isEmpty, let shared = try? await sharedByOthers() else { return [:] }
        // The first of several in the order of their addresses comes first.
        return left.mapValues { $0.filter { !shared.contains($0) }.sorted { $0.item > $1.item } }
    }

    /// The items whose documents other catalogues have for their own.
    private func sharedByOthers() async throws(StoreError) -> Set<ItemKey> {
        var owners = Set<ItemKey>()
        for location in try await library.locations() where location != memory.catalog {
            owners.formUnion(try await library.sharedDocuments(of: location).values.map(\.owner))
        }
        return owners
    }
}
