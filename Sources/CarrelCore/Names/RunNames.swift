import CarrelBasics
import CarrelModel

/// The names that were given and may not be recorded yet, so that no two catalogues want one name at once;
/// and, in a list of its own, the URLs that are about to be fetched.
final class RunNames: Sendable {
    private let owners = Locked<[String: ItemKey]>([:])

    /// Has an item own a name, unless another one does.
    ///
    /// - Parameters:
    ///   - collisionKey: the name, as `DocumentName.collisionKey` makes it.
    ///   - key: the item.
    /// - Returns: whether it owns it.
    func claim(_ collisionKey: String, for key: ItemKey) -> Bool {
        owners.withLock { owners in
            let owner = owners[collisionKey]
            if owner == nil { owners[collisionKey] = key }
            return owner == nil || owner == key
        }
    }

    /// Whether another item owns a name.
    func isTaken(_ collisionKey: String, for key: ItemKey) -> Bool {
        owners.withLock { owners in owners[collisionKey].map { $0 != key } ?? false }
    }

    /// Lets others have a name that is not this item's after all.
    func release(_ collisionKey: String, of key: ItemKey) {
        owners.withLock { if $0[collisionKey] == key { $0[collisionKey] = nil } }
    }

    /// Forgets all: what was given is recorded, or was not needed.
    func clear() { owners.withLock { $0 = [:] } }
}
