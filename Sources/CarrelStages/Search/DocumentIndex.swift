import CarrelModel

/// The words of a library's documents, to be searched, and the previews that they came from.
///
/// Nothing in it is known nowhere else: it is made anew from the documents whenever it is missing.
///
/// **Calls.** Each call is one transaction: it happens whole or not at all, also when the process is killed.
///
/// **Errors.** `StoreError` with `.full`, `.readOnly`, `.busy`, `.database` or `.system`.
///
/// **Concurrency.** Calls may overlap and are done one after the other; none blocks a cooperative thread. Several
/// processes may use one index at once.
public protocol DocumentIndex: Sendable {
    /// The number of the last of the ledger's changes that it has followed; 0 for none.
    func position() async throws(StoreError) -> Int64

    /// How many items it holds.
    func count() async throws(StoreError) -> Int

    /// What it holds, by item.
    func entries() async throws(StoreError) -> [ItemKey: IndexedItem]

    /// The preview that is kept for a content, and who made it.
    ///
    /// - Parameter content: the content, as `IndexedItem.content` names it.
    /// - Returns: the preview, or `nil` if none is kept.
    /// - Throws: `StoreError`.
    func preview(of content: String) async throws(StoreError) -> KeptPreview?

    /// Keeps a preview of a content, for whoever asks for it next.
    func keep(_ preview: KeptPreview, of content: String) async throws(StoreError)

    /// Adds and replaces items, removes others, and notes how far the ledger was followed.
    ///
    /// - Parameters:
    ///   - items: the items. One without a preview has that of its content, which must be there.
    ///   - removed: the items that have no document any more.
    ///   - position: the number of the last change that was followed whole; `nil` if there is more to do.
    /// - Throws: `StoreError`.
    func update(
        _ items: [(item: IndexedItem, preview: KeptPreview?)], removing removed: [ItemKey], position: Int64?
    ) async throws(StoreError)

    /// The hits of a query, the best first, one for each item.
    ///
    /// - Parameters:
    ///   - query: what is looked for.
    ///   - limit: the most hits, above 0.
    ///   - offset: how many of the best to leave out.
    /// - Returns: the hits.
    /// - Throws: `StoreError`.
    func search(_ query: SearchQuery, limit: Int, offset: Int) async throws(StoreError) -> [SearchHit]

    /// Removes everything, for the index to be made anew.
    func clear() async throws(StoreError)

    /// Reads all of it, to see whether it is damaged; says what is wrong, `nil` if nothing is.
    func damage() async throws(StoreError) -> String?
}

/// An item as the index has it.
public struct IndexedItem: Sendable, Hashable {
    /// The item.
    public var key: ItemKey
    /// What its document holds: the digest, and what else decided how it was read.
    public var content: String
    /// Its title.
    public var title: String
    /// The title of its collection, and the name of its catalogue.
    public var collection, catalog: String
    /// The media type of its document, such as `application/pdf`.
    public var mediaType: String
    /// Who made its preview, and in which revision; empty if it is to be tried again.
    public var maker: String

    public init(
        key: ItemKey, content: String, title: String, collection: String, catalog: String, mediaType: String,
        maker: String
    ) {
        (self.key, self.content, self.mediaType, self.maker) = (key, content, mediaType, maker)
        (self.title, self.collection, self.catalog) = (title, collection, catalog)
    }
}

/// A preview that is kept, or why there is none.
public struct KeptPreview: Sendable, Hashable {
    /// Who made it, and in which revision: another one makes it anew.
    public var maker: String
    /// The preview; `nil` if the document could not be looked into.
    public var preview: Preview?
    /// Why it could not.
    public var failure: String?

    public init(maker: String, preview: Preview?, failure: String? = nil) {
        (self.maker, self.preview, self.failure) = (maker, preview, failure)
    }
}

/// One item in which a query was found.
public struct SearchHit: Sendable, Hashable {
    /// The item, as it was indexed.
    public var item: IndexedItem
    /// The page of the best passage; `nil` for documents without pages.
    public var page: Int?
    /// Every page with a passage, in order.
    public var pages: [Int]
    /// Some words around the best place.
    public var snippet: [SnippetPart]
    /// How good it is: more is better.
    public var score: Double

    public init(item: IndexedItem, page: Int?, pages: [Int], snippet: [SnippetPart], score: Double) {
        (self.item, self.page, self.pages, self.snippet, self.score) = (item, page, pages, snippet, score)
    }

    /// A stretch of a snippet.
    public struct SnippetPart: Sendable, Hashable {
        /// The words.
        public var text: String
        /// Whether they are what was looked for.
        public var isFound: Bool

        public init(_ text: String, isFound: Bool) { (self.text, self.isFound) = (text, isFound) }
    }
}

/// Whether words are found in their other forms, too.
public enum IndexStemming: String, Sendable, Hashable, CaseIterable {
    /// As they are written.
    case none
    /// English words in all their forms: `cell` finds `cells`.
    case english
}

/// How a profile has documents indexed.
public struct IndexSettings: Sendable, Hashable {
    /// Whether words are found in their other forms, too.
    public var stemming: IndexStemming
    /// The most text of one document, in bytes.
    public var maxText: Int
    /// Whether documents are looked into as they are stored, and not only when a search asks.
    public var followsStoring: Bool

    public init(stemming: IndexStemming = .none, maxText: Int = 1 << 20, followsStoring: Bool = false) {
        (self.stemming, self.maxText, self.followsStoring) = (stemming, maxText, followsStoring)
    }
}
