import CarrelBasics
import CarrelModel

/// What was done on pages and can be taken back, for a while.
final class UndoList: Sendable {
    // Who has gone on to so much else does not come back to it.
    private static let most = 20
    private let marked = Locked<[(id: String, keys: [ItemKey])]>([])

    /// Keeps which items were marked as looked at; gives what to ask for to take that back.
    func keep(_ keys: [ItemKey]) -> String {
        let id = Access.random()
        marked.withLock { $0 = $0.suffix(Self.most - 1) + [(id, keys)] }
        return id
    }

    /// The items that were marked; `nil` if that was taken back, or is too long ago.
    func keys(_ id: String) -> [ItemKey]? { marked.value.first { $0.id == id }?.keys }

    /// Forgets what was taken back.
    func forget(_ id: String) { marked.withLock { $0.removeAll { $0.id == id } } }
}
