import CarrelBasics
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
        /// Why its file stays; `nil` if it goes.
        public var obstacle: String?

        /// Whether its file stays.
        public var stays: Bool { obstacle != nil }
    }

    /// What `remove(_:withFiles:among:)` would do now.
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
        let items = view.catalog(at: location)?.memory.items ?? [:]
        var documents: [RemovableDocument] = []
        for (key, memory) in items where memory.owner == nil && !memory.isMissing && !shared.contains(key) {
            guard let document = memory.document else { continue }
            let obstacle =
                withFiles
                ? try await obstacle(to: document, isUnnamed: memory.isUnnamed) : "no file is to be removed"
            documents.append(
                RemovableDocument(
                    key: key, title: memory.title ?? document.name, document: document, obstacle: obstacle))
        }
        documents.sort { $0.document.name < $1.document.name }
        let copies = try await Self.editedCopies(of: documents.map(\.document), try await pipeline())
        let removed = documents.count { !$0.stays }
        return (Removal(removed: removed, left: documents.count - removed + copies.count), documents)
    }

    /// Why the file of a document stays where files are removed; `nil` if it goes.
    ///
    /// What is in the way of one document is not in that of others.
    private func obstacle(
        to document: StoredDocument, isUnnamed: Bool
    ) async throws(StoreError) -> String? {
        // Whoever removes it gives it its name before that.
        guard !isUnnamed else { return nil }
        do throws(StoreError) {
            return try await holdsEdits(document) ? "somebody wrote into it" : nil
        } catch  where error.concernsOne {
            return error.reason
        }
    }

    /// Whether somebody wrote into a stored document, as its content tells; one that was emptied holds nothing of theirs.
    func holdsEdits(_ document: StoredDocument) async throws(StoreError) -> Bool {
        guard let held = try await store.digest(ofDocumentNamed: document.name) else { return false }
        return held != document.digest && held.size > 0
    }
}
