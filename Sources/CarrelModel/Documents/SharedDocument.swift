/// A document that is stored for an item of another catalogue with the same URL.
public struct SharedDocument: Sendable, Hashable {
    /// The item that it is stored for.
    public var owner: ItemKey
    /// Whether that item is still listed; otherwise the document is handed over to the other item.
    public var isOwnerListed: Bool
    /// The document.
    public var document: StoredDocument
    /// Whether it is new or updated; `nil` once somebody has looked at it.
    public var news: News?

    public init(owner: ItemKey, isOwnerListed: Bool, document: StoredDocument, news: News?) {
        (self.owner, self.isOwnerListed) = (owner, isOwnerListed)
        (self.document, self.news) = (document, news)
    }
}
