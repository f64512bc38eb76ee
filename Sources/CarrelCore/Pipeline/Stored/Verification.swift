import CarrelModel

/// The result of verifying one name.
public struct Verification: Sendable, Hashable {
    /// The state of a name.
    public enum State: String, Sendable, Hashable, Codable {
        /// The content is the recorded one.
        case intact
        /// The content is not the recorded one, although nobody edited the document.
        case damaged
        /// Somebody edited the document. It is never touched.
        case edited
        /// Recorded, but there is no such file.
        case missing
        /// Recorded, but renamed by somebody: `reason` gives the new name, which the next sync records.
        case moved
        /// Recorded, but its file cannot be read, which does not say that it is damaged.
        case unreadable
        /// Another process is replacing it, or `reason` says why nobody is.
        case changing
        /// An unknown file. It is never touched.
        case stray
        /// A file in the quarantine without a record.
        case unlisted
    }

    /// The name in the store, or in the quarantine for `unlisted`.
    public var name: String
    /// Its state.
    public var state: State
    /// The item, if the document is recorded.
    public var key: ItemKey?
    /// The recorded size and SHA-256.
    public var recorded: ContentDigest?
    /// The current size and SHA-256.
    public var found: ContentDigest?
    /// Why it cannot be read, named or repaired, its new name, or who fetches it again if not the next sync.
    public var reason: String?
    /// Whether it was repaired: a damaged file was set aside, a new name or an unlisted file was recorded.
    public var isRepaired = false
    /// Whether it was repaired, and is fetched again only when somebody asks for it.
    public var isFetchedOnRequest = false

    public init(name: String, state: State, key: ItemKey? = nil, recorded: ContentDigest? = nil) {
        (self.name, self.state, self.key, self.recorded) = (name, state, key, recorded)
    }

    /// The result of a document that somebody renamed.
    init(_ move: DocumentMove, isRecorded: Bool) {
        self.init(name: move.document.name, state: .moved, key: move.key, recorded: move.document.digest)
        (reason, isRepaired) = ("it is now \(move.name)", isRecorded)
    }

    /// Whether its file stays although it cannot be read, because it may be what was stored, or an edit of that.
    public var stays = false

    /// Whether a repair would set it aside, or forget it if it is missing.
    public var isRepairable: Bool { isFault && !stays }

    /// Whether a stored document is damaged, missing or unreadable.
    public var isFault: Bool {
        switch state {
        case .damaged, .missing, .unreadable: true
        case .intact, .edited, .moved, .changing, .stray, .unlisted: false
        }
    }
}
