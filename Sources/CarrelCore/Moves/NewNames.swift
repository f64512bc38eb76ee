import CarrelModel

/// Works out which stored documents have other names than their profile gives now.
struct NewNames {
    /// Gives the names, and knows those that stay.
    var allocator: NameAllocator
    /// The catalogue.
    let catalog: Catalog
    /// Where it is.
    let location: String
    /// Whether documents are named as their servers suggest.
    let usesContentDisposition: Bool

    /// The documents of a catalogue that are to be renamed, in its order.
    ///
    /// What is no longer listed keeps its name: its place and its collection are not known.
    mutating func moves(_ memory: LibraryMemory) -> [DocumentMove] {
        var moves: [DocumentMove] = []
        for collection in catalog.collections {
            for (index, item) in collection.items.enumerated() where item.duplicateOf == nil {
                let key = ItemKey(catalog: location, collection: collection.id, item: item.id)
                guard let known = memory.items[key], let document = known.document, !known.isMissing else {
                    continue
                }
                let wanted = wanted(item, in: collection.id, number: index + 1, document)
                guard !Self.isCurrent(document.name, wanted) else { continue }
                let name = allocator.allocate(wanted, for: key)
                guard name != document.name else { continue }
                moves.append(
                    DocumentMove(
                        key: key, title: item.title, document: document, name: name, isEdited: known.isEdited
                    ))
            }
        }
        return moves
    }

    private func wanted(
        _ item: Item, in collection: String, number: Int, _ document: StoredDocument
    ) -> String {
        let name = allocator.plainName(
            of: item, collection: collection, number: number,
            basename: usesContentDisposition ? document.suggestedName : nil,
            date: document.storedAt)
        guard !DocumentName.hasExtension(name) else { return name }
        // It got the extension of what came.
        let known = DocumentName.fileExtension(of: document.name)
        return known.isEmpty ? name : name + "." + known
    }

    /// Whether a document has the name that it wants, or that name with a suffix that told it from another.
    private static func isCurrent(_ name: String, _ wanted: String) -> Bool {
        name == wanted || DocumentName.removingSuffix(from: name) == wanted
    }
}

extension [DocumentMove] {
    /// The moves in an order in which each name is free when its turn comes; those that only change places among each other
    /// are left out.
    func inTurn() -> [DocumentMove] {
        var waiting = self
        var ordered: [DocumentMove] = []
        while !waiting.isEmpty {
            let held = Set(waiting.map { DocumentName.collisionKey($0.document.name) })
            let free = waiting.filter { move in
                let key = DocumentName.collisionKey(move.name)
                return !held.contains(key) || key == DocumentName.collisionKey(move.document.name)
            }
            guard !free.isEmpty else { return ordered }
            ordered += free
            let done = Set(free.map(\.key))
            waiting.removeAll { done.contains($0.key) }
        }
        return ordered
    }
}
