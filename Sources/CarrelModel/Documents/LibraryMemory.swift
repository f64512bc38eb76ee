import Foundation

/// What the library remembers of one catalogue's items, for the planner.
public struct LibraryMemory: Sendable {
    /// The location of the catalogue.
    public var catalog: String
    /// What is remembered, by item; items without an entry are new.
    public var items: [ItemKey: ItemMemory]
    /// What is ignored.
    public var ignored = IgnoreRules()
    /// The name that the only collection of the catalogue had before; `nil` if it was the same, or nobody compared.
    package var formerName: String?
    /// The other catalogues that items may have documents of.
    package private(set) var ownerCatalogs = Set<String>()
    /// Whether one of their items is ignored, no longer listed, or left alone because of its date, so that this catalogue may
    /// take its document over.
    package private(set) var hasLeftOwner = false
    /// Whether items may have documents of other catalogues, so that nobody looks for them where there are none.
    package var hasShared: Bool { !ownerCatalogs.isEmpty }

    public init(catalog: String, items: [ItemKey: ItemMemory] = [:]) {
        self.catalog = catalog
        self.items = items
    }

    /// The files of all stored documents.
    package var files: [DocumentFile] { items.compactMap { key, item in item.file(of: key) } }

    /// Whether an item is ignored.
    public func ignores(_ item: Item, in collection: String) -> Bool {
        ignored.cover(item, in: collection, of: catalog)
    }

    /// Has items show the documents of other catalogues that they share; `settleShared` once their files were looked at.
    package mutating func add(_ shared: [ItemKey: SharedDocument]) {
        for (key, shared) in shared {
            ownerCatalogs.insert(shared.owner.catalog)
            if shared.isOwnerIgnored || !shared.isOwnerListed || shared.document.listed != nil {
                hasLeftOwner = true
            }
            items[key, default: ItemMemory()].document = shared.document
            items[key]?.owner = shared.owner
            items[key]?.isOwnerIgnored = shared.isOwnerIgnored
            items[key]?.isMutual = shared.isMutual
            items[key]?.news = shared.news
        }
    }

    /// Forgets missing documents of other catalogues: an item cannot show them.
    ///
    /// Those that wait for their names stay. Of items that show those that are there, what their own tries ended with no longer counts.
    ///
    /// - Parameter isLeft: whether one that is missing is not forgotten, because a plan is to leave it to the item that it is stored
    ///   for.
    package mutating func settleShared(leaving isLeft: (_ owner: ItemKey) -> Bool = { _ in false }) {
        guard hasShared else { return }
        for (key, item) in items where item.isShared {
            if item.isMissing, !item.isUnnamed {
                if item.owner.map(isLeft) != true { forgetShared(key) }
            } else if item.lastFailure != nil || item.isSetAside {
                items[key]?.lastFailure = nil
                items[key]?.asideReason = nil
            }
        }
    }

    private mutating func forgetShared(_ key: ItemKey) {
        forgetOwner(of: key)
        items[key]?.document = nil
        items[key]?.news = nil
        items[key]?.isMissing = false
        items[key]?.isEdited = false
        items[key]?.isUnnamed = false
    }

    private mutating func forgetOwner(of key: ItemKey) {
        items[key]?.owner = nil
        items[key]?.isOwnerIgnored = false
        items[key]?.isMutual = false
    }

    /// Has items own the documents of other catalogues that they show.
    ///
    /// Other items that showed one of them have none then: within a catalogue each has a document of its own.
    package mutating func own(_ keys: [ItemKey]) {
        guard !keys.isEmpty else { return }
        let shown = shownByOwner
        for key in keys {
            let others = items[key]?.owner.flatMap { shown[$0] } ?? []
            for other in others where other != key { forgetShared(other) }
            forgetOwner(of: key)
        }
    }

    /// The items that show documents of other catalogues, by the items that these are stored for; the first one is always the
    /// same.
    package var shownByOwner: [ItemKey: [ItemKey]] {
        guard hasShared else { return [:] }
        var shown: [ItemKey: [ItemKey]] = [:]
        for (key, item) in items {
            if let owner = item.owner { shown[owner, default: []].append(key) }
        }
        return shown.mapValues { $0.sorted { ($0.item, $0.collection) < ($1.item, $1.collection) } }
    }

    /// What is remembered of an item.
    public subscript(collection: String, item: String) -> ItemMemory {
        items.isEmpty
            ? ItemMemory()
            : items[ItemKey(catalog: catalog, collection: collection, item: item)] ?? ItemMemory()
    }
}

/// What is recorded of the file of a stored document.
public struct DocumentFile: Sendable, Hashable {
    /// The item.
    public var key: ItemKey
    /// The document's name.
    public var name: String
    /// Its size in bytes.
    public var size: Int64
    /// When the file was written; `nil` if that is not recorded.
    public var time: FileTime?
    /// When the document was stored.
    public var storedAt: Date

    public init(key: ItemKey, name: String, size: Int64, time: FileTime?, storedAt: Date) {
        (self.key, self.name, self.size, self.time, self.storedAt) = (key, name, size, time, storedAt)
    }
}
