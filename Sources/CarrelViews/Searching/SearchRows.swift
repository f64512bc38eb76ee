import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import Foundation

/// A document in which a search was found.
public struct SearchRow: Encodable, Sendable {
    /// The item, by its catalogue's location, its collection and its identity there.
    public var catalog, collection, item: String
    /// What it is called, and what its collection is.
    public var title, collectionTitle: String
    /// Where its document is stored, and what it is.
    public var path, mediaType: String
    /// The page of the best place, where the document has pages.
    public var page: Int?
    /// Every page with a place, in order.
    public var pages: [Int]
    /// Some words around the best place.
    public var snippet: String
    /// The words in them that were looked for.
    public var found: [String]
    /// How good it is: more is better.
    public var score: Double

    /// A result; the path begins with the store's folder, if there is one.
    public init(_ result: SearchResult, root: URL?) {
        let item = result.hit.item
        (catalog, collection, self.item) = (item.key.catalog, item.key.collection, item.key.item)
        (title, collectionTitle, mediaType) = (item.title, item.collection, item.mediaType)
        path = root.map { $0.path + "/" + result.document.name } ?? result.document.name
        (page, pages, score) = (result.hit.page, result.hit.pages, result.hit.score)
        snippet = result.hit.snippet.map(\.text).joined().singleLine
        found = result.hit.snippet.filter(\.isFound).map(\.text)
    }
}

/// What indexing came to.
public struct IndexRow: Encodable, Sendable {
    /// How many documents are indexed.
    public var documents: Int
    /// How many of them were looked into now, and how many could not be.
    public var looked, failed: Int

    public init(_ progress: IndexProgress) {
        (documents, looked, failed) = (progress.indexed, progress.done, progress.failed)
    }
}
