/// A document that is stored for an item of another catalogue with the same URL.
public struct SharedDocument: Sendable, Hashable {
    /// The item that it is stored for.
    public var owner: ItemKey
    /// Whether that item is listed still; otherwise the document is to be the other one's.
    public var isOwnerListed: Bool
    /// The document.
    public var document: StoredDocument
    /// What is new about it, until somebody has looked at it.
    public var news: News?

    /// Describes a shared document.
    public init(owner: ItemKey, isOwnerListed: Bool, document: StoredDocument, news: News?) {
        (self.owner, self.isOwnerListed) = (owner, isOwnerListed)
        (self.document, self.news) = (document, news)
    }
}
