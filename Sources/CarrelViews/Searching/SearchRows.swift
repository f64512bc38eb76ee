import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import Foundation

/// A document that matches a search.
public struct SearchRow: Encodable, Sendable {
    /// The item, by its catalogue's location, its collection and its identity there.
    public var catalog, collection, item: String
    /// Its title, and that of its collection.
    public var title, collectionTitle: String
    /// The path and the media type of its document.
    public var path, mediaType: String
    /// The page of the best passage; `nil` for documents without pages.
    public var page: Int?
    /// The pages with a passage, in ascending order.
    public var pages: [Int]
    /// A few words around the best passage.
    public var snippet: String
    /// The words of the snippet that match.
    public var found: [String]
    /// The rank of the hit; higher is better.
    public var score: Double

    public init(_ result: SearchResult, root: URL?) {
        let item = result.hit.item
        (catalog, collection, self.item) = (item.key.catalog, item.key.collection, item.key.item)
        (title, collectionTitle, mediaType) = (item.title, item.collection, item.mediaType)
        path = root.path(of: result.document.name)
        (page, pages, score) = (result.hit.page, result.hit.pages, result.hit.score)
        snippet = result.hit.snippet.map(\.text).joined().singleLine
        found = result.hit.snippet.filter(\.isFound).map(\.text)
    }
}

/// The result of indexing.
public struct IndexRow: Encodable, Sendable {
    /// The number of documents in the index.
    public var documents: Int
    /// The number of documents that are in the index only in part.
    public var inPart: Int
    /// The number of documents that were indexed now, and of those without a preview, because it failed.
    public var looked, failed: Int

    public init(_ progress: IndexProgress, documents: Int, inPart: Int) {
        (self.documents, self.inPart, looked, failed) = (documents, inPart, progress.done, progress.failed)
    }
}
