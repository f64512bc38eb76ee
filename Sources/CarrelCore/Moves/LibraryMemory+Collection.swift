import CarrelModel
import CarrelStages

/// What follows a catalogue's collections to other names.
struct CollectionMoves {
    /// Items that have documents, or failed.
    var documents: [(from: ItemKey, to: ItemKey)] = []
    /// What is ignored.
    var ignored: [(from: ItemKey, to: ItemKey)] = []
}

extension LibraryMemory {
    /// Has documents and what is ignored follow collections that had other names before: a page's is called like its folder, which
    /// may be another one at another address, or as a setting says, and a course may have another number each year.
    ///
    /// - Parameter catalog: what is listed.
    /// - Returns: what to record.
    mutating func followCollection(in catalog: Catalog) -> CollectionMoves {
        var moves = CollectionMoves()
        let renamed = renamedCollections(in: catalog)
        // Once some documents have followed, the others no longer tell.
        if catalog.collections.count == 1 { formerName = renamed.first?.former }
        for (former, collection) in renamed {
            addMoves(from: former, to: collection, &moves)
        }
        for move in moves.documents { items[move.to] = items.removeValue(forKey: move.from) }
        ignored.move(moves.ignored)
        return moves
    }

    private func addMoves(from former: String, to collection: ItemCollection, _ moves: inout CollectionMoves)
    {
        let count = moves.documents.count
        for item in collection.items where item.duplicateOf == nil {
            let from = ItemKey(catalog: catalog, collection: former, item: item.id)
            let to = key(of: item, in: collection)
            guard items[to]?.hasDocument != true, item.isKnown(of: items[from]) else { continue }
            if ignored.items.contains(from) { moves.ignored.append((from, to)) }
            guard let memory = items[from], memory.isOfNote, !memory.isShared else { continue }
            moves.documents.append((from, to))
        }
        let all = (
            from: ItemKey.all(of: former, in: catalog), to: ItemKey.all(of: collection.id, in: catalog)
        )
        // What has none of the documents is another collection, which nobody ignored.
        if moves.documents.count > count, ignored.items.contains(all.from) { moves.ignored.append(all) }
    }

    /// The collections that have other names now, with their former ones.
    private func renamedCollections(in catalog: Catalog) -> [(former: String, collection: ItemCollection)] {
        let collections = catalog.collections
        guard collections.count == 1 else { return catalog.isIncomplete ? [] : renamed(among: collections) }
        return formerCollection(than: collections[0], leavesOut: catalog.leavesOut(in: collections[0]))
            .map { [(former: $0, collection: collections[0])] } ?? []
    }

    /// Of several collections those that have no documents yet, but all of those that a collection had which is no longer listed, as
    /// far as they are listed; a collection that was divided, or joined with others, goes on in none.
    private func renamed(
        among collections: [ItemCollection]
    ) -> [(former: String, collection: ItemCollection)] {
        let listed = Set(collections.map(\.id))
        var kept = Set<String>()
        var former: [String: [String]] = [:]
        for (key, memory) in items where memory.hasDocument && !memory.isShared {
            if listed.contains(key.collection) {
                kept.insert(key.collection)
            } else if !memory.isToldUnlisted {
                former[key.item, default: []].append(key.collection)
            }
        }
        guard !former.isEmpty else { return [] }
        var heirs: [String: [ItemCollection]] = [:]
        var divided = Set<String>()
        for collection in collections {
            var names = Set<String>()
            for item in collection.items where item.duplicateOf == nil {
                guard let found = former[item.id], items[key(of: item, in: collection)]?.hasDocument != true
                else { continue }
                names.formUnion(
                    found.filter { name in
                        let key = ItemKey(catalog: catalog, collection: name, item: item.id)
                        return item.isKnown(of: items[key])
                    })
            }
            if kept.contains(collection.id) || names.count > 1 {
                divided.formUnion(names)
            } else if let name = names.first {
                heirs[name, default: []].append(collection)
            }
        }
        return heirs.filter { name, heirs in heirs.count == 1 && !divided.contains(name) }
            .map { (former: $0.key, collection: $0.value[0]) }
            .sorted { $0.former < $1.former }
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

    /// The collections of documents that somebody was told are no longer listed.
    var toldCollections: Set<String> {
        let told = items.lazy.filter { $1.isToldUnlisted && $1.hasDocument && !$1.isShared }
        return Set(told.map(\.key.collection))
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
