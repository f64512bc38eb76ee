import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages

/// What items will show of other catalogues once their own is recorded: until then the library cannot tell.
extension Pipeline {
    /// Has items that are not recorded as they are listed show the documents that other catalogues have at their addresses, and no
    /// others.
    ///
    /// - Parameters:
    ///   - memory: what is remembered of the catalogue.
    ///   - catalog: what it lists.
    /// - Returns: these items, and what they show.
    func foreseeShared(
        _ memory: inout LibraryMemory, in catalog: Catalog
    ) async throws(StoreError) -> UnrecordedItems {
        let location = memory.catalog
        let others = try await library.locations().filter { $0 != location }
        guard !others.isEmpty else { return UnrecordedItems() }
        var found = UnrecordedItems(memory.lackingOwnDocuments(in: catalog))
        if !found.isEmpty, let recorded = try await library.catalog(at: location) {
            found.leaveOut(recorded, of: location)
        }
        guard !found.isEmpty else { return found }
        for key in found.keys where memory.items[key]?.isShared == true { memory.items[key] = nil }
        let access = AccessSettings(try await library.knownCatalogs())
        for other in others where access.areSame(location, other) {
            try await share(&found, with: other)
        }
        memory.add(found.shared)
        var differences = FileDifferences()
        try await differences.add(found.shared.keys.compactMap { memory.items[$0]?.file(of: $0) }, in: store)
        for file in differences.missing { memory.items[file.key]?.isMissing = true }
        return found
    }

    /// Adds what a catalogue has at the addresses of these items.
    private func share(_ found: inout UnrecordedItems, with other: String) async throws(StoreError) {
        var documents: [(key: ItemKey, memory: ItemMemory)] = []
        try await runParts.eachStored(of: other) { page in
            documents += page.filter { item in
                item.memory.ofDocument { found.isAt($0.listedURL) } == true
            }
        }
        guard !documents.isEmpty else { return }
        // Their collections alone: the catalogue may be larger than memory.
        var listed: [ItemKey: Item] = [:]
        for place in Set(documents.map({ CollectionKey(of: $0.key) })) {
            for item in try await library.collection(place)?.items ?? [] {
                listed[ItemKey(catalog: other, collection: place.collection, item: item.id)] = item
            }
        }
        let ignored = try await library.parts?.ignoreRules(of: other) ?? IgnoreRules()
        for (key, memory) in documents {
            found.add(memory, of: key, listedAs: listed[key], ignoring: ignored)
        }
    }
}

/// Items that have no documents of their own, and are not recorded as their catalogue lists them.
struct UnrecordedItems {
    private var items: [ItemKey: Item] = [:]
    private var places: [String: [ItemKey]] = [:]
    /// The documents of other catalogues that they show.
    private(set) var shared: [ItemKey: SharedDocument] = [:]

    var isEmpty: Bool { items.isEmpty }
    var keys: Set<ItemKey> { Set(items.keys) }

    init(_ items: [ItemKey: Item] = [:]) {
        self.items = items
        notePlaces()
    }

    private mutating func notePlaces() {
        places = [:]
        for (key, item) in items {
            for address in item.addresses { places[address, default: []].append(key) }
        }
    }

    /// Leaves out those that are recorded as they are.
    mutating func leaveOut(_ recorded: Catalog, of location: String) {
        for (key, item) in recorded.itemsByKey(at: location) {
            guard let now = items[key], now.url == item.url, now.size == item.size, now.digest == item.digest
            else { continue }
            items[key] = nil
        }
        notePlaces()
    }

    /// Whether one of them is at an address, with TLS or without it.
    func isAt(_ url: String) -> Bool {
        places[url] != nil || url.withOtherScheme.map { places[$0] != nil } ?? false
    }

    /// What the library shares with a catalogue once these are recorded.
    ///
    /// - Parameter shared: what it shares now.
    func added(to shared: [ItemKey: SharedDocument]) -> [ItemKey: SharedDocument] {
        shared.filter { items[$0.key] == nil }.merging(self.shared) { _, new in new }
    }

    /// Has those at the address of a document show it, unless a promise contradicts it; that of an item that is still listed comes
    /// first, then the first one.
    ///
    /// - Parameters:
    ///   - memory: what is remembered of the document's item.
    ///   - owner: that item.
    ///   - item: as what its catalogue lists it; `nil` if it no longer does.
    ///   - ignored: what of that catalogue is ignored.
    mutating func add(
        _ memory: ItemMemory, of owner: ItemKey, listedAs item: Item?, ignoring ignored: IgnoreRules
    ) {
        guard let document = memory.document, let url = item == nil ? document.listedURL : item?.url,
            url.withoutTLS == document.listedURL.withoutTLS
        else { return }
        for key in places[url] ?? [] {
            if let known = shared[key], known.isOwnerListed || item == nil { continue }
            guard let other = items[key], document.keeps(other, beside: item) else { continue }
            var new = SharedDocument(
                owner: owner, isOwnerListed: item != nil,
                isMutual: item.map { document.keeps($0, beside: other) } ?? true, document: document,
                news: memory.news)
            new.isOwnerIgnored = ignored.coverOwner(of: new, titled: memory.title ?? owner.item)
            shared[key] = new
        }
    }
}

extension StoredDocument {
    /// Whether it is what the catalogue of an item promises; a digest that another item has, too, counts as that of both.
    fileprivate func keeps(_ item: Item, beside other: Item?) -> Bool {
        if let size = item.size, size != self.size { return false }
        guard let digest = item.digest else { return true }
        return digest == other?.digest || digest.algorithm == .sha256 && digest.hex == sha256
    }
}

extension Item {
    /// Where another catalogue may list it: at its address, and at the one that it had with TLS, or without it, by which it is known.
    fileprivate var addresses: [String] {
        guard let url else { return [] }
        return id != url && id == url.withOtherScheme ? [url, id] : [url]
    }
}

extension LibraryMemory {
    /// The items that have no documents of their own, with addresses at which other catalogues may have them.
    fileprivate func lackingOwnDocuments(in catalog: Catalog) -> [ItemKey: Item] {
        catalog.itemsByKey(at: self.catalog).filter { key, item in
            guard item.duplicateOf == nil, let url = item.url, !url.contains(KeyPlaceholder.text) else {
                return false
            }
            return items[key].map { !$0.hasDocument || $0.isShared } ?? true
        }
    }
}
