import CarrelModel
import CarrelStages

/// What removing a catalogue would do, for whoever decides on it.
extension Desk {
    /// A document of a catalogue that may be removed with it.
    public struct RemovableDocument: Sendable, Hashable {
        /// The item.
        public var key: ItemKey
        /// The title under which it was last listed.
        public var title: String
        /// The document as it is recorded.
        public var document: StoredDocument
        /// Whether its file stays: somebody wrote into it, or no file is to be removed.
        public var stays: Bool
    }

    /// What `remove(_:withFiles:)` would do now.
    ///
    /// - Parameters:
    ///   - location: where the catalogue is.
    ///   - withFiles: whether its documents would be removed, too.
    /// - Returns: the result, and the documents whose files are there and that no other catalogue lists, by name.
    /// - Throws: `PipelineError`, `StoreError`; nothing is recorded.
    public func foreseenRemoval(
        of location: String, withFiles: Bool
    ) async throws -> (removal: Removal, documents: [RemovableDocument]) {
        let held = try await library.quarantinedDocuments().count { $0.key?.catalog == location }
        guard held == 0 else { return (Removal(setAside: held), []) }
        let view = try await view()
        let shared = Set(view.allRows.compactMap(\.owner))
        let items = view.catalogs.first { $0.location == location }?.memory.items ?? [:]
        var documents: [RemovableDocument] = []
        for (key, memory) in items where memory.owner == nil && !memory.isMissing && !shared.contains(key) {
            guard let document = memory.document else { continue }
            var stays = true
            if withFiles { stays = try await holdsEdits(document) }
            documents.append(
                RemovableDocument(
                    key: key, title: memory.title ?? document.name, document: document, stays: stays))
        }
        documents.sort { $0.document.name < $1.document.name }
        let copies = try await Self.editedCopies(of: documents.map(\.document), try await pipeline())
        let removed = documents.count { !$0.stays }
        return (Removal(removed: removed, left: documents.count - removed + copies.count), documents)
    }

    /// Whether somebody wrote into a stored document, as its content tells; one that was emptied holds nothing of theirs.
    func holdsEdits(_ document: StoredDocument) async throws(StoreError) -> Bool {
        guard let held = try await store.digest(ofDocumentNamed: document.name) else { return false }
        return held != document.digest && held.size > 0
    }
}
