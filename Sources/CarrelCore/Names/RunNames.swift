import CarrelBasics
import CarrelModel

/// Names that were given and may not be recorded yet, so that two catalogues do not use one name at the same time.
///
/// Another instance does the same for URLs that are about to be fetched.
final class RunNames: Sendable {
    private let owners = Locked<[String: ItemKey]>([:])

    /// Claims a name for an item, unless another item has it.
    ///
    /// - Parameters:
    ///   - collisionKey: the name, as `DocumentName.collisionKey` makes it.
    ///   - key: the item.
    /// - Returns: whether the item has the name now.
    func claim(_ collisionKey: String, for key: ItemKey) -> Bool {
        owners.withLock { owners in
            let owner = owners[collisionKey]
            if owner == nil { owners[collisionKey] = key }
            return owner == nil || owner == key
        }
    }

    /// Whether another item has a name.
    func isTaken(_ collisionKey: String, for key: ItemKey) -> Bool {
        owners.withLock { owners in owners[collisionKey].map { $0 != key } ?? false }
    }

    /// Releases a name that an item does not need after all.
    func release(_ collisionKey: String, of key: ItemKey) {
        owners.withLock { if $0[collisionKey] == key { $0[collisionKey] = nil } }
    }

    /// Forgets all names, once they are recorded or not needed.
    func clear() { owners.withLock { $0 = [:] } }
}
