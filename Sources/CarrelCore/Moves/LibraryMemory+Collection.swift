import CarrelModel
import CarrelStages

/// What follows a catalogue's only collection to another name.
struct CollectionMoves {
    /// Items that have documents, or failed.
    var documents: [(from: ItemKey, to: ItemKey)] = []
    /// What is ignored.
    var ignored: [(from: ItemKey, to: ItemKey)] = []
}

extension LibraryMemory {
    /// Has documents and what is ignored follow the only collection of a catalogue that had another name before: a page's is
    /// called like its folder, which may be another one at another address, or as a setting says.
    ///
    /// - Parameter catalog: what is listed.
    /// - Returns: what to record.
    mutating func followCollection(in catalog: Catalog) -> CollectionMoves {
        let collections = catalog.collections
        guard collections.count == 1,
            let former = formerCollection(
                than: collections[0], leavesOut: catalog.leavesOut(in: collections[0]))
        else { return CollectionMoves() }
        var moves = CollectionMoves()
        for item in collections[0].items where item.duplicateOf == nil {
            let from = ItemKey(catalog: self.catalog, collection: former, item: item.id)
            let to = key(of: item, in: collections[0])
            guard items[to]?.hasDocument != true, item.isKnown(of: items[from]) else { continue }
            if ignored.items.contains(from) { moves.ignored.append((from, to)) }
            guard let memory = items[from], memory.isOfNote, !memory.isShared else { continue }
            moves.documents.append((from, to))
        }
        let all = (
            from: ItemKey.all(of: former, in: self.catalog),
            to: ItemKey.all(of: collections[0].id, in: self.catalog)
        )
        // What has none of the documents is another collection, which nobody ignored.
        if !moves.documents.isEmpty, ignored.items.contains(all.from) { moves.ignored.append(all) }
        for move in moves.documents { items[move.to] = items.removeValue(forKey: move.from) }
        ignored.move(moves.ignored)
        return moves
    }

    /// The collection of all documents that were listed until now, or without such of all that is ignored; `nil` if they were in
    /// several, or one has the given one's name.
    ///
    /// - Parameters:
    ///   - collection: the given one.
    ///   - leavesOut: whether its catalogue leaves out documents that were listed before.
    func formerCollection(than collection: ItemCollection, leavesOut: Bool) -> String? {
        lazy var listed = Set(collection.items.map(\.id))
        var former: String?
        for (key, memory) in items where memory.hasDocument && !memory.isShared && !memory.isToldUnlisted {
            // Nobody is told that these are no longer listed, so that they may have been unlisted long ago.
            if leavesOut || isIgnored(key, memory), !listed.contains(key.item) { continue }
            guard key.collection != collection.id, former == nil || former == key.collection else {
                return nil
            }
            former = key.collection
        }
        if let former { return former }
        let others = Set(ignored.items.map(\.collection)).subtracting([collection.id])
        return others.count == 1 ? others.first : nil
    }

    private func isIgnored(_ key: ItemKey, _ memory: ItemMemory) -> Bool {
        guard !ignored.isEmpty else { return false }
        var item = Item(title: memory.title ?? key.item, url: memory.ofDocument(\.listedURL))
        item.id = key.item
        return ignores(item, in: key.collection)
    }
}

extension ItemMemory {
    /// Whether there is a document, or was something else in its place.
    fileprivate var isOfNote: Bool { hasDocument || lastFailure != nil || discarded != nil }
}

extension Item {
    /// Whether what is known of an item with the same identity is its own: numbers of entries, say, may mean others elsewhere.
    fileprivate func isKnown(of memory: ItemMemory?) -> Bool {
        guard let url else { return givenID == title }
        return id == Self.identity(of: url) || memory?.ofDocument { $0.listedURL == url } == true
    }
}
