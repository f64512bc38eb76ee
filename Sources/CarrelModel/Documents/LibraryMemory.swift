import Foundation

/// What the library remembers of one catalogue's items, for the planner.
public struct LibraryMemory: Sendable {
    /// The location of the catalogue.
    public var catalog: String
    /// What is remembered, by item; items without an entry are new.
    public var items: [ItemKey: ItemMemory]
    /// What is ignored.
    public var ignored = IgnoreRules()
    /// The other catalogues that items may have documents of.
    package private(set) var ownerCatalogs = Set<String>()
    /// Whether one of their items is ignored or no longer listed, so that this catalogue may take its document over.
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
            if shared.isOwnerIgnored || !shared.isOwnerListed { hasLeftOwner = true }
            items[key, default: ItemMemory()].document = shared.document
            items[key]?.owner = shared.owner
            items[key]?.isOwnerIgnored = shared.isOwnerIgnored
            items[key]?.news = shared.news
        }
    }

    /// Forgets missing documents of other catalogues, so that this catalogue may fetch them itself.
    ///
    /// Of items that show those that are there, what their own tries ended with no longer counts.
    package mutating func settleShared() {
        guard hasShared else { return }
        for (key, item) in items where item.isShared {
            if item.isMissing {
                items[key]?.owner = nil
                items[key]?.document = nil
                items[key]?.news = nil
                items[key]?.isMissing = false
            } else if item.lastFailure != nil || item.isSetAside {
                items[key]?.lastFailure = nil
                items[key]?.asideReason = nil
            }
        }
    }

    /// Has items own the documents of other catalogues that they show.
    package mutating func own(_ keys: [ItemKey]) {
        for key in keys {
            items[key]?.owner = nil
            items[key]?.isOwnerIgnored = false
        }
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

/// What the library remembers of one item.
public struct ItemMemory: Sendable, Hashable {
    /// The title under which it was last listed.
    public var title: String?
    /// The stored document, if there is one.
    public var document: StoredDocument? {
        get { documentBox?.value }
        set { documentBox = newValue.map(Box.init) }
    }
    /// What is said of the stored document, without a copy of its record, which has many parts; `nil` if there is none.
    public func ofDocument<Answer>(_ say: (StoredDocument) -> Answer) -> Answer? {
        documentBox.map { say($0.value) }
    }
    /// What is recorded of its document's file; `nil` if there is no document.
    package func file(of key: ItemKey) -> DocumentFile? {
        ofDocument {
            DocumentFile(
                key: key, name: $0.name, size: $0.size, time: $0.fileTime, storedAt: $0.storedAt)
        }
    }
    // Memories are copied often, and a document has many parts.
    private var documentBox: Box<StoredDocument>?
    /// Whether a document is recorded, which may be missing from the store.
    public var hasDocument: Bool { documentBox != nil }
    /// Whether its document is there.
    public var isStored: Bool { hasDocument && !isMissing }
    /// Whether the document is recorded, but missing from the store.
    public var isMissing: Bool
    /// Whether somebody wrote into the stored document, or emptied it.
    public var isEdited = false
    /// The partial document that can be continued, if there is one.
    public var partial: PartialDocument? {
        get { partialBox?.value }
        set { partialBox = newValue.map(Box.init) }
    }
    // Few items have one, so the others should not take memory for it.
    private var partialBox: Box<PartialDocument>?
    /// Whether the stored document is new or updated; `nil` once somebody has looked at it.
    public var news: News?
    /// The SHA-256 of the version that was last looked at, if no document is stored now.
    public var readSHA256: String? {
        get { readBox?.value }
        set { readBox = newValue.map(Box.init) }
    }
    private var readBox: Box<String>?
    /// The item of another catalogue that the document is stored for; `nil` if the document is this item's own.
    public fileprivate(set) var owner: ItemKey? {
        get { ownerBox?.value }
        set { ownerBox = newValue.map(Box.init) }
    }
    private var ownerBox: Box<ItemKey>?
    /// Whether that item is ignored, so that only this one's catalogue asks for the document.
    package fileprivate(set) var isOwnerIgnored = false
    /// Whether its document is stored for an item of another catalogue.
    public var isShared: Bool { ownerBox != nil }
    /// What somebody discarded, if it was the last thing that the server sent.
    public var discarded: DiscardedDocument? {
        get { discardedBox?.value }
        set { discardedBox = newValue.map(Box.init) }
    }
    private var discardedBox: Box<DiscardedDocument>?
    /// Whether somebody discarded the last thing that the server sent.
    package var hasDiscarded: Bool { discardedBox != nil }
    /// Whether it has nothing but what somebody discarded.
    package var isDiscarded: Bool { discardedBox != nil && !hasDocument }
    /// Why the newest document in the quarantine was set aside that a server sent for it, if no try was right since.
    public var asideReason: String? {
        get { asideBox?.value }
        set { asideBox = newValue.map(Box.init) }
    }
    private var asideBox: Box<String>?
    /// Whether a document that a server sent for it is in the quarantine, and no try was right since.
    public var isSetAside: Bool { asideBox != nil }
    /// Whether the user was told that it is no longer listed.
    public var isToldUnlisted = false
    /// Why the last try failed, if it did.
    public var lastFailure: String?
    /// Whether the server is known to have a newer version than the stored one.
    public var updateAvailable: Bool

    /// Makes a memory; by default, of an item that was never seen.
    public init(
        title: String? = nil, document: StoredDocument? = nil, isMissing: Bool = false,
        partial: PartialDocument? = nil, lastFailure: String? = nil, updateAvailable: Bool = false,
        news: News? = nil
    ) {
        self.title = title
        documentBox = document.map(Box.init)
        self.isMissing = isMissing
        partialBox = partial.map(Box.init)
        self.lastFailure = lastFailure
        self.updateAvailable = updateAvailable
        self.news = news
    }

    private final class Box<Value: Sendable & Hashable>: Sendable, Hashable {
        let value: Value

        init(_ value: Value) { self.value = value }

        static func == (left: Box, right: Box) -> Bool { left.value == right.value }

        func hash(into hasher: inout Hasher) { hasher.combine(value) }
    }
}
