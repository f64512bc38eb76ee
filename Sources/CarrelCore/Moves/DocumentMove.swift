import CarrelModel

/// A stored document that gets another name, or got one from somebody.
public struct DocumentMove: Sendable, Hashable {
    /// The item.
    public var key: ItemKey
    /// The item's title.
    public var title: String
    /// The document as it is recorded, under its former name.
    public var document: StoredDocument
    /// The new name.
    public var name: String
    /// Whether somebody wrote into the document.
    public var isEdited = false
}
