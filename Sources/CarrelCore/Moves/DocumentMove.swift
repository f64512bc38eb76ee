import CarrelModel

/// A stored document that gets another name, or already got one from the user.
public struct DocumentMove: Sendable, Hashable {
    /// The item.
    public var key: ItemKey
    /// The item's title.
    public var title: String
    /// The document as it is recorded, under its former name.
    public var document: StoredDocument
    /// The new name.
    public var name: String
    /// Whether somebody edited the document, or gave its name to another one.
    public var isEdited = false
    /// Whether a file that is not the library's has the new name, so that the document stays where it is.
    public var isTaken = false
}

extension DocumentMove {
    /// The same move, to another name.
    func to(_ name: String) -> DocumentMove {
        var move = self
        move.name = name
        return move
    }

    /// The same move, for another item.
    func of(_ key: ItemKey) -> DocumentMove {
        var move = self
        move.key = key
        return move
    }

    /// A temporary, unique name for a document that is in the way of another one, outside of all folders.
    var nameInBetween: String {
        DocumentName.adding(
            suffix: String(UInt64.random(in: .min ... .max), radix: 36),
            to: DocumentName.withoutFolders(document.name))
    }
}

/// A move that was not made.
public struct RefusedMove: Sendable, Hashable {
    /// The move.
    public var move: DocumentMove
    /// Why.
    public var reason: String
}
