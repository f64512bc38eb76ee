import CarrelModel

/// The searchable words of a library's documents, and the previews that they came from.
///
/// It holds nothing that cannot be made again from the documents.
///
/// **Calls.** Each call is one transaction: it happens whole or not at all, even if the process is killed.
///
/// **Errors.** `StoreError` with `.full`, `.readOnly`, `.busy`, `.database` or `.system`.
///
/// **Concurrency.** Calls may overlap and run one after the other; none blocks a cooperative thread. Several processes
/// may use one index at once.
public protocol DocumentIndex: Sendable {
    /// The number of the last change of the ledger that the index has taken in; 0 for none, or if they were another ledger's.
    func position() async throws(StoreError) -> Int64

    /// The number of items in the index.
    func count() async throws(StoreError) -> Int

    /// The number of items of whose documents only the beginning, or another part, is in the index.
    func countInPart() async throws(StoreError) -> Int

    /// The items in the index.
    func entries() async throws(StoreError) -> [ItemKey: IndexedItem]

    /// The items of these keys in the index.
    func entries(of keys: [ItemKey]) async throws(StoreError) -> [ItemKey: IndexedItem]

    /// The items of one catalogue in the index.
    func entries(ofCatalog location: String) async throws(StoreError) -> [ItemKey: IndexedItem]

    /// The kinds of items in the index, each once.
    func kinds() async throws(StoreError) -> Set<IndexedKind>

    /// Who made the previews that are kept.
    ///
    /// - Parameter contents: names contents, as `IndexedItem.content` does.
    /// - Returns: the makers, by content; a content whose preview is not kept is left out.
    func makers(ofKept contents: [String]) async throws(StoreError) -> [String: KeptMaker]

    /// The preview that is kept for some content.
    ///
    /// - Parameter content: names the content, as `IndexedItem.content` does.
    /// - Returns: the preview, or `nil` if none is kept.
    func preview(of content: String) async throws(StoreError) -> KeptPreview?

    /// Keeps a preview of some content.
    func keep(_ preview: KeptPreview, of content: String) async throws(StoreError)

    /// Adds and replaces items, removes others, and notes which changes of the ledger the index has taken in.
    ///
    /// - Parameters:
    ///   - items: the items. For one without a preview, a preview of its content must be kept already.
    ///   - removed: the items that no longer have a document.
    ///   - position: the number of the last change that is taken in completely; `nil` if there is more to do.
    func update(
        _ items: [(item: IndexedItem, preview: KeptPreview?)], removing removed: [ItemKey], position: Int64?
    ) async throws(StoreError)

    /// The hits of a query, best first, one for each item.
    ///
    /// - Parameters:
    ///   - query: the query; its filters are not applied here.
    ///   - limit: the most hits, above 0.
    ///   - offset: the number of best hits to skip.
    func search(_ query: SearchQuery, limit: Int, offset: Int) async throws(StoreError) -> [SearchHit]

    /// Removes everything, so that the index is made again.
    func clear() async throws(StoreError)

    /// Reads the whole index, and says what is damaged; `nil` if nothing is.
    func damage() async throws(StoreError) -> String?
}

/// An item of the index.
public struct IndexedItem: Sendable, Hashable {
    /// The item.
    public var key: ItemKey
    /// Names the content of its document: the digest, and whatever else decides how the preview comes out.
    public var content: String
    /// Its title.
    public var title: String
    /// The title of its collection, and the name of its catalogue.
    public var collection, catalog: String
    /// The media type of its document, such as `application/pdf`.
    public var mediaType: String
    /// The previewer of its preview, with its revision; empty if the preview failed and is to be tried again.
    public var maker: String

    public init(
        key: ItemKey, content: String, title: String, collection: String, catalog: String, mediaType: String,
        maker: String
    ) {
        (self.key, self.content, self.mediaType, self.maker) = (key, content, mediaType, maker)
        (self.title, self.collection, self.catalog) = (title, collection, catalog)
    }
}

/// What many items of an index have in common.
public struct IndexedKind: Sendable, Hashable {
    /// The location and the name of their catalogue.
    public var location, catalog: String
    /// The media type of their documents.
    public var mediaType: String
    /// Who made their previews, and in which revision; empty if that is to be tried again.
    public var maker: String

    public init(location: String, catalog: String, mediaType: String, maker: String) {
        (self.location, self.catalog, self.mediaType, self.maker) = (location, catalog, mediaType, maker)
    }
}

/// Who made a preview that is kept.
public struct KeptMaker: Sendable, Hashable {
    /// The previewer, with its revision.
    public var maker: String
    /// The media type of the document; `nil` if no preview could be made.
    public var mediaType: String?

    public init(_ maker: String, mediaType: String?) { (self.maker, self.mediaType) = (maker, mediaType) }
}

/// A preview that is kept, or why there is none.
public struct KeptPreview: Sendable, Hashable {
    /// The previewer that made it, with its revision; if that changes, the preview is made again.
    public var maker: String
    /// The preview; `nil` if none could be made.
    public var preview: Preview?
    /// Why none could be made.
    public var failure: String?

    public init(maker: String, preview: Preview?, failure: String? = nil) {
        (self.maker, self.preview, self.failure) = (maker, preview, failure)
    }
}

/// One item in which a query was found.
public struct SearchHit: Sendable, Hashable {
    /// The item, as it was indexed.
    public var item: IndexedItem
    /// The page of the best passage, from 1; `nil` for documents without pages.
    public var page: Int?
    /// The pages with a passage, in ascending order.
    public var pages: [Int]
    /// A few words around the best passage.
    public var snippet: [SnippetPart]
    /// The rank of the hit; higher is better.
    public var score: Double

    public init(item: IndexedItem, page: Int?, pages: [Int], snippet: [SnippetPart], score: Double) {
        (self.item, self.page, self.pages, self.snippet, self.score) = (item, page, pages, snippet, score)
    }

    /// Some words of a snippet.
    public struct SnippetPart: Sendable, Hashable {
        /// The words.
        public var text: String
        /// Whether they match the query.
        public var isFound: Bool

        public init(_ text: String, isFound: Bool) { (self.text, self.isFound) = (text, isFound) }
    }
}

/// Whether a search finds other forms of a word.
public enum IndexStemming: String, Sendable, Hashable, CaseIterable {
    /// Only words as they are written.
    case none
    /// All forms of English words: `cell` finds `cells`.
    case english
}

/// How the profile wants documents indexed.
public struct IndexSettings: Sendable, Hashable {
    /// Whether a search finds other forms of a word.
    public var stemming: IndexStemming
    /// The most text of one document to index, in bytes.
    public var maxText: Int
    /// Whether documents are indexed as they are stored; otherwise the next search does it.
    public var followsStoring: Bool

    public init(stemming: IndexStemming = .none, maxText: Int = 1 << 20, followsStoring: Bool = false) {
        (self.stemming, self.maxText, self.followsStoring) = (stemming, maxText, followsStoring)
    }
}
