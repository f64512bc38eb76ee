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

    /// How many items were marked; `nil` if it is too long ago.
    func count(_ id: String) -> Int? { marked.value.first { $0.id == id }?.keys.count }

    /// The items that were marked, for once.
    func take(_ id: String) -> [ItemKey]? {
        marked.withLock { list in
            list.firstIndex { $0.id == id }.map { list.remove(at: $0).keys }
        }
    }
}
