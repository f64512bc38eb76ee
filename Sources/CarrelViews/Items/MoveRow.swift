import CarrelCore
import CarrelModel

/// A stored document that gets another name.
public struct MoveRow: Encodable, Sendable {
    /// The item, by its catalogue's location, its collection and its identity there.
    public var catalog, collection, item: String
    /// Its title.
    public var title: String
    /// The current name of its file, and the new one.
    public var name, newName: String
    /// Whether somebody edited the document.
    public var isEdited: Bool
    /// Whether a file that is not the library's has the new name; `nil` if not.
    public var isTaken: Bool?

    public init(_ move: DocumentMove) {
        (catalog, collection, item) = (move.key.catalog, move.key.collection, move.key.item)
        (title, name, newName, isEdited) = (move.title, move.document.name, move.name, move.isEdited)
        isTaken = move.isTaken ? true : nil
    }
}
