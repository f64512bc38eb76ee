import CarrelModel
import Foundation

/// What a reader did with a library: chose, selected, looked at.
///
/// **Calls.** Each call is one transaction: it happens whole or not at all, also when the process is killed.
///
/// **Errors.** `StoreError` with `.full`, `.readOnly`, `.busy`, `.database` or `.system`.
///
/// **Concurrency.** Calls may overlap and are done one after the other; none blocks a cooperative thread.
public protocol ReaderState: Sendable {
    /// The selected collection, or `nil` if none was selected yet.
    func selection() async throws(StoreError) -> CollectionKey?

    /// Remembers the selected collection.
    func select(_ key: CollectionKey) async throws(StoreError)

    /// The identities of a catalogue's collections that were chosen to be left out; all are wanted at first.
    ///
    /// What was said of a collection stays while it is not listed.
    func unchosenCollections(of location: String) async throws(StoreError) -> Set<String>

    /// Chooses collections, or leaves them out; what was said of others stays, whoever says it meanwhile.
    func setChosen(_ isChosen: Bool, _ keys: [CollectionKey]) async throws(StoreError)

    /// Remembers that an item was viewed, and its document with it; does nothing where it is not recorded.
    func recordView(of key: ItemKey, at date: Date) async throws(StoreError)

    /// Remembers of items that somebody has looked at their documents as they are now, or that nobody has.
    ///
    /// `LibraryMemory` says what is new by that. Does nothing for items without a document; a second entry for one
    /// document stands for that document.
    func setRead(_ isRead: Bool, _ keys: [ItemKey]) async throws(StoreError)

    /// The items and patterns that are to be left alone.
    func ignored() async throws(StoreError) -> (items: [ItemKey], patterns: [String])

    /// Leaves items and patterns alone, or no longer; they need not be listed.
    func setIgnored(_ isIgnored: Bool, _ items: [ItemKey], patterns: [String]) async throws(StoreError)

    /// Remembers the list that a terminal printed last, instead of the one before; an empty one is none.
    func remember(_ list: PrintedList, of terminal: String) async throws(StoreError)

    /// The list that a terminal printed last; `nil` if there is none that still holds.
    func printedList(of terminal: String, at date: Date) async throws(StoreError) -> PrintedList?

    /// The items viewed most recently, newest first, each once, and of several that are the same document the newest.
    func recentViews(limit: Int) async throws(StoreError) -> [RecentView]
}

/// An item that was viewed.
public struct RecentView: Sendable, Hashable {
    /// The item.
    public var key: ItemKey
    /// The title under which it was last listed.
    public var title: String
    /// When it was viewed last.
    public var date: Date

    public init(key: ItemKey, title: String, date: Date) {
        self.key = key
        self.title = title
        self.date = date
    }
}
