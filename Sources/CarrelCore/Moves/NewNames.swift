import CarrelModel

/// Finds the stored documents to which their profile would now give other names.
struct NewNames {
    /// The names before collisions are resolved.
    let plain: PlainNames
    /// The catalogue.
    let catalog: Catalog
    /// Where it is.
    let location: String
    /// Whether documents get the names that their servers suggest.
    let usesContentDisposition: Bool

    /// The documents of a catalogue to rename, in its order.
    ///
    /// Documents that are no longer listed keep their names, because the values of some placeholders are unknown.
    ///
    /// - Parameters:
    ///   - memory: what is remembered of the catalogue.
    ///   - keys: the items that may be renamed; `nil` for all.
    ///   - names: the names of the documents of all catalogues.
    /// - Returns: the moves.
    func moves(
        _ memory: LibraryMemory, of keys: Set<ItemKey>?, among names: [ItemKey: String]
    ) -> [DocumentMove] {
        var wishes: [(move: DocumentMove, wanted: String)] = []
        for collection in catalog.collections {
            for (index, item) in collection.items.enumerated() where item.duplicateOf == nil {
                let key = ItemKey(catalog: location, collection: collection.id, item: item.id)
                guard keys?.contains(key) ?? true, let known = memory.items[key], known.owner == nil,
                    let document = known.document, !known.isMissing
                else { continue }
                let wanted = wanted(item, in: collection.id, number: index + 1, document)
                guard !Self.isCurrent(document.name, wanted, key) else { continue }
                let move = DocumentMove(
                    key: key, title: item.title, document: document, name: wanted, isEdited: known.isEdited)
                wishes.append((move, wanted))
            }
        }
        guard !wishes.isEmpty else { return [] }
        let moving = Set(wishes.map(\.move.key))
        var allocator = NameAllocator(plain, recorded: names.filter { !moving.contains($0.key) })
        return wishes.map { $0.move.to(allocator.allocate($0.wanted, for: $0.move.key)) }
            .filter { $0.name != $0.document.name }
    }

    private func wanted(
        _ item: Item, in collection: String, number: Int, _ document: StoredDocument
    ) -> String {
        let name = plain.name(
            of: item, collection: collection, number: number,
            basename: usesContentDisposition ? document.suggestedName : nil,
            date: document.storedAt)
        guard !DocumentName.hasExtension(name) else { return name }
        // The document got its extension when it was fetched.
        let known = DocumentName.fileExtension(of: document.name)
        return known.isEmpty ? name : DocumentName.adding(fileExtension: known, to: name)
    }

    /// Whether a document has the wanted name, or that name with the item's own suffix.
    private static func isCurrent(_ name: String, _ wanted: String, _ key: ItemKey) -> Bool {
        if name == wanted { return true }
        return DocumentName.removingSuffix(from: name) == wanted
            && name.contains("~" + NameAllocator.hash(key).prefix(6))
    }
}
