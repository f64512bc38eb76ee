/// A document that is stored for an item of another catalogue with the same URL.
public struct SharedDocument: Sendable, Hashable {
    /// The item that it is stored for.
    public var owner: ItemKey
    /// Whether that item is still listed; otherwise the document is handed over to the other item.
    public var isOwnerListed: Bool
    /// Whether that item is ignored, so that its catalogue does not ask for the document.
    public var isOwnerIgnored = false
    /// Whether that item would show the document if it were the other one's: nothing that its own catalogue promises
    /// contradicts it.
    public var isMutual: Bool
    /// The document.
    public var document: StoredDocument
    /// Whether it is new or updated; `nil` once somebody has looked at it.
    public var news: News?

    public init(
        owner: ItemKey, isOwnerListed: Bool, isMutual: Bool, document: StoredDocument, news: News?
    ) {
        (self.owner, self.isOwnerListed, self.isMutual) = (owner, isOwnerListed, isMutual)
        (self.document, self.news) = (document, news)
    }
}
