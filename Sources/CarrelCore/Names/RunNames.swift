import CarrelBasics
import CarrelModel

/// Names that were given and may not be recorded yet, so that two catalogues do not use one name at the same time.
final class RunNames: Sendable {
    private struct State {
        var owners: [String: ItemKey] = [:]
        /// The names that catalogues in parts were given, and the folders of those.
        var given = HashSet64()
        var folders = HashSet64()

        func isTaken(_ collisionKey: String) -> Bool {
            given.contains(collisionKey) || owners[collisionKey] != nil
        }
    }

    private let state = Locked(State())

    /// Makes room for more names.
    func reserve(_ count: Int) {
        state.withLock { $0.owners.reserveCapacity($0.owners.count + count) }
    }

    /// Claims a name for an item, unless another item has it.
    ///
    /// - Parameters:
    ///   - collisionKey: the name, as `DocumentName.collisionKey` makes it.
    ///   - key: the item.
    /// - Returns: whether the item has the name now.
    func claim(_ collisionKey: String, for key: ItemKey) -> Bool {
        state.withLock { state in
            guard !state.given.contains(collisionKey), !state.folders.contains(collisionKey) else {
                return false
            }
            guard let owner = state.owners.updateValue(key, forKey: collisionKey), owner != key else {
                return true
            }
            state.owners[collisionKey] = owner
            return false
        }
    }

    /// Whether another item has a name.
    func isTaken(_ collisionKey: String, for key: ItemKey) -> Bool {
        state.withLock { state in
            state.given.contains(collisionKey) || state.owners[collisionKey].map { $0 != key } ?? false
        }
    }

    /// Releases a name that an item does not need after all.
    func release(_ collisionKey: String, of key: ItemKey) {
        state.withLock { if $0.owners[collisionKey] == key { $0.owners[collisionKey] = nil } }
    }

    /// Forgets all names, once they are recorded or not needed.
    func clear() { state.withLock { $0 = State() } }

    // MARK: Catalogues in parts

    /// Claims a name for good, unless anybody has it; nobody remembers whose it is.
    ///
    /// - Parameters:
    ///   - collisionKey: the name.
    ///   - folders: its folders, which no document may have as its name.
    /// - Returns: whether it was free.
    func claim(_ collisionKey: String, in folders: [String]) -> Bool {
        state.withLock { state in
            let isFree =
                !state.isTaken(collisionKey) && !state.folders.contains(collisionKey)
                && !folders.contains(where: state.isTaken)
            guard isFree else { return false }
            state.given.insert(collisionKey)
            for folder in folders { state.folders.insert(folder) }
            return true
        }
    }

    /// Whether a document has one of these names.
    func areTaken(_ collisionKeys: [String]) -> Bool {
        state.withLock { state in collisionKeys.contains(where: state.isTaken) }
    }
}
