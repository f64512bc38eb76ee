/// What the library remembers of one item.
public struct ItemMemory: Sendable, Hashable {
    /// The title under which it was last listed.
    public var title: String?
    // Memories are copied often, and a document has many parts.
    @usableFromInline var documentBox: DocumentBox?
    // Few items have one, so the others should neither take memory for it nor be copied with it.
    private var extras: ExtrasBox?
    /// Whether the document is recorded, but missing from the store.
    public var isMissing = false
    /// Whether somebody wrote into the stored document, or emptied it.
    public var isEdited = false
    /// Whether the document is recorded and waits for its name, which still has the version before or nothing.
    public var isUnnamed = false
    /// Whether the stored document is new or updated; `nil` once somebody has looked at it.
    public var news: News?
    /// Whether the owner of its document is ignored, so that only this one's catalogue asks for the document.
    package internal(set) var isOwnerIgnored = false
    /// Whether the owner of its document would show that if it were this item's; see `SharedDocument.isMutual`.
    package internal(set) var isMutual = false
    /// Whether the user was told that it is no longer listed.
    public var isToldUnlisted = false
    /// Whether the server is known to have a newer version than the stored one.
    public var updateAvailable: Bool

    /// Makes a memory; by default, of an item that was never seen.
    public init(
        title: String? = nil, document: StoredDocument? = nil, partial: PartialDocument? = nil,
        lastFailure: String? = nil, updateAvailable: Bool = false, news: News? = nil
    ) {
        self.title = title
        documentBox = document.map(DocumentBox.init)
        self.updateAvailable = updateAvailable
        self.news = news
        guard partial != nil || lastFailure != nil else { return }
        extras = ExtrasBox(Extras(partial: partial, lastFailure: lastFailure))
    }
}

// MARK: The stored document

extension ItemMemory {
    /// The stored document, if there is one.
    public var document: StoredDocument? {
        get { documentBox?.document }
        set { documentBox = newValue.map(DocumentBox.init) }
    }

    /// What is said of the stored document, without a copy of its record, which has many parts; `nil` if there is none.
    // Inlinable, because a call from another module would copy the record after all.
    @inlinable public func ofDocument<Answer>(_ say: (StoredDocument) -> Answer) -> Answer? {
        guard let documentBox else { return nil }
        return say(documentBox.document)
    }

    /// What is recorded of its document's file; `nil` if there is no document.
    package func file(of key: ItemKey) -> DocumentFile? {
        ofDocument {
            DocumentFile(
                key: key, name: $0.name, size: $0.size, time: $0.fileTime, storedAt: $0.storedAt)
        }
    }

    /// Whether a document is recorded, which may be missing from the store.
    public var hasDocument: Bool { documentBox != nil }
    /// Whether its document is there.
    public var isStored: Bool { hasDocument && !isMissing }
    /// Whether its document waits for its name, which nothing has yet.
    package var isStillUnnamed: Bool { isMissing && isUnnamed }
    /// Whether the file under its document's name holds something else.
    package var isOther: Bool { isEdited || isUnnamed && !isMissing }
}

// MARK: What few items have

extension ItemMemory {
    private struct Extras: Sendable, Hashable {
        var partial: PartialDocument?
        var lastFailure: String?
        var readSHA256: String?
        var owner: ItemKey?
        var discarded: DiscardedDocument?
        var asideReason: String?
    }

    private final class ExtrasBox: Sendable, Hashable {
        let values: Extras

        init(_ values: Extras) { self.values = values }

        static func == (left: ExtrasBox, right: ExtrasBox) -> Bool { left.values == right.values }

        func hash(into hasher: inout Hasher) { hasher.combine(values) }
    }

    /// The partial document that can be continued, if there is one.
    public var partial: PartialDocument? {
        get { extras?.values.partial }
        set { set(\.partial, newValue) }
    }

    /// Why the last try failed, if it did.
    public var lastFailure: String? {
        get { extras?.values.lastFailure }
        set { set(\.lastFailure, newValue) }
    }

    /// The SHA-256 of the version that was last looked at, if no document is stored now.
    public var readSHA256: String? {
        get { extras?.values.readSHA256 }
        set { set(\.readSHA256, newValue) }
    }

    /// The item of another catalogue that the document is stored for; `nil` if the document is this item's own.
    public internal(set) var owner: ItemKey? {
        get { extras?.values.owner }
        set { set(\.owner, newValue) }
    }

    /// Whether its document is stored for an item of another catalogue.
    public var isShared: Bool { owner != nil }

    /// What somebody discarded, if it was the last thing that the server sent.
    public var discarded: DiscardedDocument? {
        get { extras?.values.discarded }
        set { set(\.discarded, newValue) }
    }

    /// Whether somebody discarded the last thing that the server sent.
    package var hasDiscarded: Bool { discarded != nil }
    /// Whether it has nothing but what somebody discarded.
    package var isDiscarded: Bool { hasDiscarded && !hasDocument }

    /// Why the newest document in the quarantine was set aside that a server sent for it, if no try was right since.
    public var asideReason: String? {
        get { extras?.values.asideReason }
        set { set(\.asideReason, newValue) }
    }

    /// Whether a document that a server sent for it is in the quarantine, and no try was right since.
    public var isSetAside: Bool { asideReason != nil }

    private mutating func set<Value>(_ part: WritableKeyPath<Extras, Value?>, _ value: Value?) {
        guard value != nil || extras != nil else { return }
        var changed = extras?.values ?? Extras()
        changed[keyPath: part] = value
        extras = changed == Extras() ? nil : ExtrasBox(changed)
    }
}

/// A stored document behind a reference that is shared and never changed.
@usableFromInline final class DocumentBox: Sendable, Hashable {
    @usableFromInline let document: StoredDocument

    init(_ document: StoredDocument) { self.document = document }

    @usableFromInline static func == (left: DocumentBox, right: DocumentBox) -> Bool {
        left.document == right.document
    }

    @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(document) }
}
