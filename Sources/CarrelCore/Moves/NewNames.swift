import CarrelHTTP
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

    /// The kinds of documents that are not what their names say, or whose names say nothing, as far as somebody looked.
    var kinds: [ItemKey: MediaType] = [:]

    /// The documents of a catalogue to rename, in its order.
    ///
    /// Documents that are no longer listed keep their names, because the values of some placeholders are unknown.
    ///
    /// - Parameters:
    ///   - memory: what is remembered of the catalogue.
    ///   - keys: the items that may be renamed; `nil` for all.
    ///   - names: the names of the documents of all catalogues.
    func moves(
        _ memory: LibraryMemory, of keys: Set<ItemKey>?, among names: [ItemKey: String]
    ) -> [DocumentMove] {
        let wishes = candidates(memory, of: keys).map { $0.to(wanted($0)) }
            .filter { !Self.isCurrent($0.document.name, $0.name, $0.key) }
        guard !wishes.isEmpty else { return [] }
        let moving = Set(wishes.map(\.key))
        var allocator = NameAllocator(plain, recorded: names.filter { !moving.contains($0.key) })
        return wishes.map { $0.to(allocator.allocate($0.name, for: $0.key)) }
            .filter { $0.name != $0.document.name }
    }

    /// The documents to look at for `kinds`: all that get their extension from what they are, and whose servers do not call
    /// them what they have.
    ///
    /// - Parameters:
    ///   - memory: what is remembered of the catalogue.
    ///   - keys: the items that may be renamed; `nil` for all.
    func unsure(
        _ memory: LibraryMemory, of keys: Set<ItemKey>?
    ) -> [(key: ItemKey, document: StoredDocument)] {
        candidates(memory, of: keys).filter { candidate in
            let known = DocumentName.fileExtension(of: candidate.document.name).lowercased()
            return DocumentName.lacksKind(candidate.name)
                && candidate.document.mediaType?.fileExtension != known
        }
        .map { (key: $0.key, document: $0.document) }
    }

    /// The documents that may be renamed, each to the name that the profile gives it, which may lack the extension.
    private func candidates(_ memory: LibraryMemory, of keys: Set<ItemKey>?) -> [DocumentMove] {
        var candidates: [DocumentMove] = []
        for collection in catalog.collections {
            for (index, item) in collection.items.enumerated() where item.duplicateOf == nil {
                let key = ItemKey(catalog: location, collection: collection.id, item: item.id)
                guard keys?.contains(key) ?? true, let known = memory.items[key], known.owner == nil,
                    let document = known.document, !known.isMissing
                else { continue }
                let name = plain.name(
                    of: item, collection: collection.id, number: index + 1,
                    basename: usesContentDisposition ? document.suggestedName : nil,
                    date: document.storedAt)
                candidates.append(
                    DocumentMove(
                        key: key, title: item.title, document: document, name: name,
                        isEdited: known.isEdited))
            }
        }
        return candidates
    }

    private func wanted(_ candidate: DocumentMove) -> String {
        let name = candidate.name
        guard DocumentName.lacksKind(name) else { return name }
        if let kind = kinds[candidate.key], kind.fileExtension != nil {
            return DocumentName.adding(extensionFor: kind, to: name)
        }
        // The document got its extension when it was fetched.
        let known = DocumentName.fileExtension(of: candidate.document.name)
        return known.isEmpty ? name : DocumentName.giving(fileExtension: known, to: name)
    }

    /// Whether a document has the wanted name, or that name with the item's own suffix.
    private static func isCurrent(_ name: String, _ wanted: String, _ key: ItemKey) -> Bool {
        if name == wanted { return true }
        return DocumentName.removingSuffix(from: name) == wanted
            && name.contains("~" + NameAllocator.hash(key).prefix(6))
    }
}
