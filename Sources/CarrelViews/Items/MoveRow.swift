import CarrelCore
import CarrelModel

/// A stored document that gets another name.
public struct MoveRow: Encodable, Sendable {
    /// The item, by its catalogue's location, its collection and its identity there.
    public var catalog, collection, item: String
    /// What it is called.
    public var title: String
    /// The name that its file has, and the one that it gets.
    public var name, newName: String
    /// Whether somebody wrote into the document.
    public var isEdited: Bool

    /// A move.
    public init(_ move: DocumentMove) {
        (catalog, collection, item) = (move.key.catalog, move.key.collection, move.key.item)
        (title, name, newName, isEdited) = (move.title, move.document.name, move.name, move.isEdited)
    }
}
