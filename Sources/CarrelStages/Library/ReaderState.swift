import CarrelModel
import Foundation

/// What the user chose, selected and looked at in a library.
///
/// **Calls.** Each call is one transaction: it happens whole or not at all, even if the process is killed.
///
/// **Errors.** `StoreError` with `.full`, `.readOnly`, `.busy`, `.database` or `.system`.
///
/// **Concurrency.** Calls may overlap and run one after the other; none blocks a cooperative thread.
public protocol ReaderState: Sendable {
    /// The selected collection, or `nil` if none was selected yet.
    func selection() async throws(StoreError) -> CollectionKey?

    /// Remembers the selected collection.
    func select(_ key: CollectionKey) async throws(StoreError)

    /// The identities of the collections that the user left out of a catalogue; at first, all are chosen.
    ///
    /// The choice for a collection stays while it is not listed.
    func unchosenCollections(of location: String) async throws(StoreError) -> Set<String>

    /// Chooses collections, or leaves them out; does not touch the choices for others, even if another process makes
    /// them meanwhile.
    func setChosen(_ isChosen: Bool, _ keys: [CollectionKey]) async throws(StoreError)

    /// Records that an item, and so its document, was viewed; does nothing if the item is not recorded.
    func recordView(of key: ItemKey, at date: Date) async throws(StoreError)

    /// Marks the current documents of items as looked at, or as new.
    ///
    /// It decides `ItemMemory.news`. Does nothing for items without a document; a duplicate item stands for its
    /// document.
    func setRead(_ isRead: Bool, _ keys: [ItemKey]) async throws(StoreError)

    /// The ignored items and patterns; `CollectionKey.allItems` stands for an ignored collection.
    func ignored() async throws(StoreError) -> (items: [ItemKey], patterns: [String])

    /// Ignores items, collections (`CollectionKey.allItems`) and patterns, or no longer does; they need not be listed.
    ///
    /// - Throws: `StoreError`, with `.notFound` where there is no library that would remember what is to be ignored.
    func setIgnored(_ isIgnored: Bool, _ items: [ItemKey], patterns: [String]) async throws(StoreError)

    /// Remembers the list that a terminal printed last, in place of the one before; an empty list clears it.
    func remember(_ list: PrintedList, of terminal: String) async throws(StoreError)

    /// The list that a terminal printed last; `nil` if there is none or it has expired.
    func printedList(of terminal: String, at date: Date) async throws(StoreError) -> PrintedList?

    /// The items viewed most recently, newest first; of several with the same document, only the newest.
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
