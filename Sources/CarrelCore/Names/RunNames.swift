import CarrelBasics
import CarrelModel

/// Names that were given and may not be recorded yet, so that two catalogues do not use one name at the same time.
final class RunNames: Sendable {
    private struct State {
        /// The items that have names; not those of catalogues in parts, whose names nobody remembers the owners of.
        var owners: [String: ItemKey] = [:]
        /// The names that catalogues in parts were given.
        var given = HashSet64()
        /// The folders of names, which no document may have as its name.
        var folders = HashSet64()

        /// Whether another item has a name; for `nil`, any item.
        func isTaken(_ collisionKey: String, for key: ItemKey?) -> Bool {
            given.contains(collisionKey) || owners[collisionKey].map { $0 != key } ?? false
        }
    }

    private let state = Locked(State())

    /// Makes room for more names.
    func reserve(_ count: Int) {
        state.withLock { $0.owners.reserveCapacity($0.owners.count + count) }
    }

    /// Claims a name, unless another item has it, or it would be that of a document and of a folder.
    ///
    /// - Parameters:
    ///   - collisionKey: the name, as `DocumentName.collisionKey` makes it.
    ///   - folders: its folders.
    ///   - key: the item; `nil` for one of a catalogue in parts, which keeps the name.
    /// - Returns: whether the item has the name now.
    func claim(_ collisionKey: String, in folders: [String], for key: ItemKey?) -> Bool {
        state.withLock { state in
            guard !state.given.contains(collisionKey), !state.folders.contains(collisionKey),
                !folders.contains(where: { state.isTaken($0, for: key) })
            else { return false }
            if let key {
                if let owner = state.owners.updateValue(key, forKey: collisionKey), owner != key {
                    state.owners[collisionKey] = owner
                    return false
                }
            } else {
                guard state.owners[collisionKey] == nil else { return false }
                state.given.insert(collisionKey)
            }
            for folder in folders { state.folders.insert(folder) }
            return true
        }
    }

    /// Whether another item has a name.
    func isTaken(_ collisionKey: String, for key: ItemKey) -> Bool {
        state.withLock { $0.isTaken(collisionKey, for: key) }
    }

    /// Releases a name that an item does not need after all.
    func release(_ collisionKey: String, of key: ItemKey) {
        state.withLock { if $0.owners[collisionKey] == key { $0.owners[collisionKey] = nil } }
    }

    /// Forgets all names, once they are recorded or not needed.
    func clear() { state.withLock { $0 = State() } }

    /// Whether a document has one of these names.
    func areTaken(_ collisionKeys: [String]) -> Bool {
        state.withLock { state in collisionKeys.contains { state.isTaken($0, for: nil) } }
    }
}
