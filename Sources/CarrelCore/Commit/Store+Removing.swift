import CarrelModel
import CarrelStages

/// What became of documents that were to be removed.
struct RemovedDocuments {
    /// The items whose documents are gone.
    var gone: Set<ItemKey> = []
    /// Why others stay.
    var kept: [ItemKey: StoreError] = [:]
    /// Why the rest was left alone; `nil` if nothing was.
    var failure: StoreError?
}

extension Store {
    /// Removes documents, with their versions, in the order that survives a kill: noted, removed, made durable, recorded.
    ///
    /// After a kill, `Pipeline.recover(for:)` records which of the noted ones are gone. A document goes before its record
    /// does: nobody removes what no record names.
    ///
    /// - Parameters:
    ///   - documents: the documents as they are recorded; those that somebody edited stay.
    ///   - library: the records.
    /// - Returns: what became of them.
    /// - Throws: `StoreError` if nothing was removed.
    func remove(
        _ documents: [(key: ItemKey, document: StoredDocument)], in library: any Library
    ) async throws(StoreError) -> RemovedDocuments {
        guard !documents.isEmpty else { return RemovedDocuments() }
        var notes: [Publication] = []
        var changes: [LibraryChange] = []
        for (key, document) in documents {
            // What has a name that nothing can have is refused when it is to be removed.
            guard let note = try? removal(of: document) else { continue }
            notes.append(note)
            changes.append(.moved(key, to: document.name, note))
        }
        do throws(StoreError) {
            try await library.commit(changes)
        } catch  where error.code == .full {
            // On a full disk there is no room for the note until something is removed.
        }
        return await remove(documents, noted: notes, in: library)
    }

    private func removal(of document: StoredDocument) throws(StoreError) -> Publication {
        let staged = try staged(documentNamed: document.name, holding: document.digest)
        return Publication(document: staged, in: .removal, name: document.name)
    }

    /// Removes documents whose removal is noted, unless somebody edited them.
    ///
    /// - Parameters:
    ///   - documents: the documents as they are recorded.
    ///   - notes: what is noted, which is settled.
    ///   - library: the records.
    /// - Returns: what became of the documents.
    private func remove(
        _ documents: [(key: ItemKey, document: StoredDocument)], noted notes: [Publication],
        in library: any Library
    ) async -> RemovedDocuments {
        var removed = RemovedDocuments()
        // Whether one is gone is not known where the store failed; the next start looks.
        var unsure: Set<String> = []
        for (key, document) in documents where removed.failure == nil {
            do throws(StoreError) {
                guard !Task.isCancelled else {
                    removed.failure = StoreError(.cancelled, subject: document.name, reason: "interrupted")
                    continue
                }
                if try await removeUnlessEdited(document) {
                    removed.gone.insert(key)
                } else {
                    removed.kept[key] = .edited(document.name)
                }
            } catch {
                unsure.insert(document.name)
                // What is in the way of one document is not in that of others.
                if error.concernsOne { removed.kept[key] = error } else { removed.failure = error }
            }
        }
        do throws(StoreError) {
            try await flush([])
            try await library.commit(
                documents.filter { removed.gone.contains($0.key) }.map { .removed($0.key) },
                settling: notes.filter { !unsure.contains($0.name) })
        } catch {
            removed.failure = removed.failure ?? error
        }
        return removed
    }
}

extension StoreError {
    /// The error for a document that is not removed because of what somebody wrote into it.
    fileprivate static func edited(_ name: String) -> StoreError {
        StoreError(.nameTaken, subject: name, reason: "somebody wrote into it")
    }
}
