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

    /// A document that may be renamed.
    private struct Candidate {
        var key: ItemKey
        var title: String
        var document: StoredDocument
        var isEdited: Bool
        /// The name that the profile gives it; it may lack the extension.
        var name: String
    }

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
        for candidate in candidates(memory, of: keys) {
            let wish = wanted(candidate)
            guard !Self.isCurrent(candidate.document.name, wish, candidate.key) else { continue }
            let move = DocumentMove(
                key: candidate.key, title: candidate.title, document: candidate.document, name: wish,
                isEdited: candidate.isEdited)
            wishes.append((move, wish))
        }
        guard !wishes.isEmpty else { return [] }
        let moving = Set(wishes.map(\.move.key))
        var allocator = NameAllocator(plain, recorded: names.filter { !moving.contains($0.key) })
        return wishes.map { $0.move.to(allocator.allocate($0.wanted, for: $0.move.key)) }
            .filter { $0.name != $0.document.name }
    }

    /// The documents to look at for `kinds`: all that get their extension from what they are, and whose servers do not call
    /// them what they have.
    ///
    /// - Parameters:
    ///   - memory: what is remembered of the catalogue.
    ///   - keys: the items that may be renamed; `nil` for all.
    /// - Returns: the documents.
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

    private func candidates(_ memory: LibraryMemory, of keys: Set<ItemKey>?) -> [Candidate] {
        var candidates: [Candidate] = []
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
                    Candidate(
                        key: key, title: item.title, document: document, isEdited: known.isEdited, name: name)
                )
            }
        }
        return candidates
    }

    private func wanted(_ candidate: Candidate) -> String {
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
