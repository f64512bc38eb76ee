import CarrelModel

/// The names that items have, beside which others are given.
///
/// Names are compared by `DocumentName.collisionKey`, and no name can be that of a document and of a folder.
struct TakenNames {
    private var owners: [String: ItemKey]
    /// The folders of names, which no document may have as its name.
    private var folders = Set<String>()

    init(_ recorded: [ItemKey: String] = [:]) {
        owners = [:]
        owners.reserveCapacity(recorded.count)
        for (key, name) in recorded { add(DocumentName.collisionKey(name), of: key) }
    }

    /// Makes room for more names.
    mutating func reserve(_ count: Int) { owners.reserveCapacity(owners.count + count) }

    /// Notes that an item has a name.
    mutating func add(_ collisionKey: String, of key: ItemKey) {
        owners[collisionKey] = key
        let above = DocumentName.folders(of: collisionKey)
        if !above.isEmpty { folders.formUnion(above) }
    }

    /// Notes that an item no longer has a name; the folders stay.
    mutating func remove(_ collisionKey: String, of key: ItemKey) {
        if owners[collisionKey] == key { owners[collisionKey] = nil }
    }

    /// Whether an item has a name.
    func isTaken(_ collisionKey: String, by key: ItemKey) -> Bool { owners[collisionKey] == key }

    /// Whether a document has the name of one of these folders.
    func holdDocument(named folders: [String]) -> Bool {
        folders.contains { owners[$0] != nil }
    }

    /// Whether an item may have a name.
    ///
    /// - Parameters:
    ///   - collisionKey: the name.
    ///   - above: its folders.
    ///   - key: the item.
    /// - Returns: whether no other item stands in the way.
    func isFree(_ collisionKey: String, in above: [String], for key: ItemKey) -> Bool {
        if let owner = owners[collisionKey], owner != key { return false }
        return (folders.isEmpty || !folders.contains(collisionKey)) && !holdDocument(named: above)
    }

    /// Whether an item may have a name, which is not a collision key yet.
    func isFree(_ name: String, for key: ItemKey) -> Bool {
        let collisionKey = DocumentName.collisionKey(name)
        return isFree(collisionKey, in: DocumentName.folders(of: collisionKey), for: key)
    }
}
