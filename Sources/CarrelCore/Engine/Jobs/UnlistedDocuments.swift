import CarrelHTTP
import CarrelModel
import CarrelStages

/// The documents of items that a catalogue no longer lists, for those that it lists in their place.
///
/// Where a catalogue gives no identities, an item is known by its URL, and sites change these: a number in a path, a
/// token. Content that comes from a new URL and is that of a document whose URL is no longer listed is the same document.
///
/// Where something cannot be listed, an item may be among that. Then its document follows only by its content, also where an
/// item gets an identity or loses it; otherwise `LibraryMemory.followRenamed` has seen to that.
///
/// Where several have the same content, their titles and the ends of their addresses tell which is which (`AddressMarks`): what a
/// person ignores or has read goes along.
actor UnlistedDocuments {
    private let catalog: Catalog
    private let memory: LibraryMemory
    private let library: any Library
    /// The items that are left, by collection and SHA-256; `nil` before somebody asks.
    private var left: [Place: FormerItems]?
    /// What is known of the items that have no documents; `nil` before several have one content.
    private var new: (marks: [ItemKey: AddressMarks], all: Set<AddressMarks.Mark>)?

    private struct Place: Hashable {
        var collection: String
        var sha256: String
    }

    /// Whether an item is known by its URL, or by the one that it had without TLS, or with it.
    fileprivate static func isKnown(_ key: ItemKey, by url: String) -> Bool {
        key.item == url || key.item.withOtherScheme == url
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
        guard Self.isKnown(key, by: url) || catalog.isIncomplete else { return nil }
        if left == nil {
            let found = await unlisted()
            if left == nil { left = found }
        }
        guard let former = remove(for: key, at: url, holding: sha256),
            let document = try? await library.document(of: former), document.sha256 == sha256,
            document.name == memory.items[former]?.document?.name
        else { return nil }
        return (former, document)
    }

    /// Takes out the item that a new one may be: of several the one that is likest, if that is not rather another new one.
    private func remove(for key: ItemKey, at url: String, holding sha256: String) -> ItemKey? {
        let place = Place(collection: key.collection, sha256: sha256)
        // Taken out meanwhile: with each change it would be copied.
        guard var former = left?.removeValue(forKey: place) else { return nil }
        defer { left?[place] = former }
        let new = former.areSeveral ? self.new ?? unstored() : nil
        if let new { self.new = new }
        former.compare(with: new?.all ?? [])
        let hasIdentity = !Self.isKnown(key, by: url)
        for mark in new?.marks[key]?.marks ?? [] {
            if let found = former.take(mark, at: url, hasIdentity: hasIdentity) { return found }
        }
        return former.take(nil, at: url, hasIdentity: hasIdentity)
    }

    /// The items that have no documents.
    private func unstored() -> (marks: [ItemKey: AddressMarks], all: Set<AddressMarks.Mark>) {
        var marks: [ItemKey: AddressMarks] = [:]
        for collection in catalog.collections {
            // A second link to a document brings nothing that could be another one.
            for item in collection.items where item.duplicateOf == nil {
                let key = memory.key(of: item, in: collection)
                guard let url = item.url, memory.items[key]?.hasDocument != true else { continue }
                marks[key] = AddressMarks(url, title: item.title, in: collection.id)
            }
        }
        return (marks, Set(marks.values.flatMap(\.marks)))
    }

    /// The items whose documents are stored, that are not listed, and that no other catalogue shares: those without an
    /// identity of their own, and all where something cannot be listed.
    private func unlisted() async -> [Place: FormerItems] {
        var listed: [String: Set<String>] = [:]
        for collection in catalog.collections where collection.further == nil {
            let kept = catalog.kept[collection.id] ?? []
            listed[collection.id, default: []].formUnion(
                collection.items.lazy.map(\.id).filter { !kept.contains($0) })
        }
        let renamed = renamedCollection()
        for former in renamed?.former ?? [] { listed[former] = [] }
        var left: [Place: [FormerItem]] = [:]
        for (key, remembered) in memory.items where remembered.isStored && remembered.owner == nil {
            guard listed[key.collection]?.contains(key.item) == false, let document = remembered.document
            else { continue }
            let collection = renamed.flatMap { $0.former.contains(key.collection) ? $0.now : nil }
            let (url, place) = (document.listedURL, collection ?? key.collection)
            let marks = AddressMarks(url, title: remembered.title ?? key.item, in: place)
            let former = FormerItem(key: key, url: url, marks: marks)
            guard !former.hasIdentity || catalog.isIncomplete else { continue }
            left[Place(collection: place, sha256: document.sha256), default: []].append(former)
        }
        guard !left.isEmpty, let shared = try? await sharedByOthers() else { return [:] }
        // The first of several in the order of their addresses comes first.
        return left.mapValues { former in
            FormerItems(former.filter { !shared.contains($0.key) }.sorted { $0.key.item > $1.key.item })
        }
    }

    /// The former names of the catalogue's only collection, and the one that it has now; `nil` if it has not one alone.
    ///
    /// A page at another address may be in another folder, from which it gets its name, with all that it links. What could not be
    /// fetched then, or was not before the process was killed, was told to be unlisted, and follows later.
    private func renamedCollection() -> (former: Set<String>, now: String)? {
        guard catalog.collections.count == 1, let only = catalog.collections.first, only.further == nil else {
            return nil
        }
        var former = memory.toldCollections.subtracting([only.id])
        let latest =
            memory.formerName
            ?? memory.formerCollection(than: only, leavesOut: catalog.leavesOut(in: only))
        if let latest { former.insert(latest) }
        return (former, only.id)
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

/// An item that is not listed, with the URL that it had.
private struct FormerItem {
    var key: ItemKey
    var url: String
    let marks: AddressMarks
    /// The surest of its marks that a new item has, to which it is left; `nil` if none has any.
    var kin: AddressMarks.Mark?

    /// Whether it is known by something else than its URL, or than that which came of it as the catalogue moved
    /// (`RelocatedAddresses`) and ends alike.
    var hasIdentity: Bool {
        guard !UnlistedDocuments.isKnown(key, by: url) else { return false }
        let (end, moved) = (url.endOfAddress, key.item.endOfAddress)
        return !key.item.utf8.starts(with: "http".utf8) || end.isEmpty || end != moved
    }
}

/// The items that are left of those with one content; of several that are alike the last is taken first.
///
/// None is looked for among all of them: there may be very many, as where a site has one text for whatever is not there yet.
private struct FormerItems {
    /// Whether others had the same content, at first.
    let areSeveral: Bool
    private var items: [FormerItem?]
    private var places: [String: [Int]] = [:]
    /// The places of those that are known by their URLs; what was taken stays there until it is the last.
    private var kindred: [AddressMarks.Mark?: [Int]] = [:]
    private var isCompared = false

    init(_ items: [FormerItem]) {
        self.items = items
        areSeveral = items.count > 1
        for (place, item) in items.enumerated() { places[item.url, default: []].append(place) }
    }

    /// Finds out which of them are like new items, at the first call.
    mutating func compare(with new: Set<AddressMarks.Mark>) {
        guard !isCompared else { return }
        isCompared = true
        for (place, item) in items.enumerated() {
            guard var item else { continue }
            item.kin = item.marks.marks.first { new.contains($0) }
            items[place] = item
            if !item.hasIdentity { kindred[item.kin, default: []].append(place) }
        }
    }

    /// Takes out what a new item may be.
    ///
    /// - Parameters:
    ///   - kin: the mark by which they are alike; `nil` for what is like no new item.
    ///   - url: the new item's URL, which an item keeps that gets an identity or loses it.
    ///   - hasIdentity: whether the new item has one.
    mutating func take(_ kin: AddressMarks.Mark?, at url: String, hasIdentity: Bool) -> ItemKey? {
        let changed = places[url]?.last { place in
            items[place].map { $0.hasIdentity != hasIdentity && $0.kin == kin } ?? false
        }
        while let last = kindred[kin]?.last, items[last] == nil { kindred[kin]?.removeLast() }
        let alike = hasIdentity ? nil : kindred[kin]?.last
        guard let place = [changed, alike].compactMap(\.self).max() else { return nil }
        defer { items[place] = nil }
        return items[place]?.key
    }
}

/// What tells an item with the same content as others once its address has changed, the surest first.
private struct AddressMarks {
    /// One of these marks, which is another one in each collection.
    struct Mark: Hashable {
        var level: Int
        var collection: String
        var text: String
    }

    /// How many each item has.
    static let count = 5
    let marks: [Mark]

    init(_ url: String, title: String, in collection: String) {
        // With the query, which may name the document, or be another token each time.
        let end = url.endOfAddress
        let name = end.prefix { $0 != "?" }
        let texts = ["\(end)\n\(title)", "\(name)\n\(title)", title, String(end), String(name)]
        marks = texts.enumerated().map { Mark(level: $0, collection: collection, text: $1) }
    }
}

extension String {
    /// What an address has behind its folders: a name, perhaps with a query.
    fileprivate var endOfAddress: Substring {
        let address = withoutFragment
        let path = address.prefix { $0 != "?" }
        return address[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
    }
}
