/// What the library remembers of one catalogue's items when a plan is made.
public struct LibraryMemory: Sendable {
    /// The location of the catalogue.
    public var catalog: String
    /// What is remembered, by collection and item identity; items without an entry are new.
    public var items: [ItemKey: ItemMemory]
    /// What is to be left alone.
    public var ignored = IgnoreRules()

    public init(catalog: String, items: [ItemKey: ItemMemory] = [:]) {
        self.catalog = catalog
        self.items = items
    }

    /// Whether an item is to be left alone.
    public func ignores(_ item: Item, in collection: String) -> Bool {
        ignored.cover(item, in: collection, of: catalog)
    }

    /// What is remembered of an item.
    public subscript(collection: String, item: String) -> ItemMemory {
        items.isEmpty
            ? ItemMemory()
            : items[ItemKey(catalog: catalog, collection: collection, item: item)] ?? ItemMemory()
    }
}

/// What the library remembers of one item.
public struct ItemMemory: Sendable, Hashable {
    /// The title under which it was last listed.
    public var title: String?
    /// The stored document, if there is one.
    public var document: StoredDocument?
    /// Whether the stored document is missing from the store although it was recorded.
    public var isMissing: Bool
    /// Whether somebody wrote into the stored document.
    public var isEdited = false
    /// The partial document that can be continued, if there is one.
    public var partial: PartialDocument? {
        get { partialBox?.value }
        set { partialBox = newValue.map(Box.init) }
    }
    // Few items have one, and every item of a table would hold room for it.
    private var partialBox: Box<PartialDocument>?
    /// What is new about the stored document, until somebody has looked at it.
    public var news: News?
    /// The SHA-256 of the version that was looked at last, if none is stored.
    public var readSHA256: String? {
        get { readBox?.value }
        set { readBox = newValue.map(Box.init) }
    }
    private var readBox: Box<String>?
    /// The item of another catalogue that the document is stored for, where this one has none of its own.
    public var owner: ItemKey? {
        get { ownerBox?.value }
        set { ownerBox = newValue.map(Box.init) }
    }
    private var ownerBox: Box<ItemKey>?
    /// What was thrown away, where the server sent it last.
    public var discarded: DiscardedDocument? {
        get { discardedBox?.value }
        set { discardedBox = newValue.map(Box.init) }
    }
    private var discardedBox: Box<DiscardedDocument>?
    /// Whether the last try failed because what came was set aside, and is there still.
    public var isSetAside = false
    /// Whether somebody was told that it is no longer listed.
    public var isToldUnlisted = false
    /// Why the last try failed, if it did.
    public var lastFailure: String?
    /// Whether the remote copy is known to be newer than the stored one.
    public var updateAvailable: Bool

    /// Makes a memory; by default of an item never seen.
    public init(
        title: String? = nil, document: StoredDocument? = nil, isMissing: Bool = false,
        partial: PartialDocument? = nil, lastFailure: String? = nil, updateAvailable: Bool = false,
        news: News? = nil
    ) {
        self.title = title
        self.document = document
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
