import CarrelHTTP
import CarrelModel
import CarrelStages

extension Store {
    /// The changes that correct the records after recorded publications were refused.
    ///
    /// - Parameters:
    ///   - refused: the publications.
    ///   - keys: the items whose documents have their names; what nobody has needs no correction.
    ///   - library: the records.
    /// - Returns: the changes.
    /// - Throws: `StoreError` if the records cannot be read.
    func changes(
        after refused: [RefusedPublication], of keys: [String: ItemKey], in library: any Library
    ) async throws(StoreError) -> [LibraryChange] {
        var changes: [LibraryChange] = []
        for refusal in refused {
            if refusal.publication.area == .quarantine {
                changes.append(.released(token: refusal.publication.name))
            } else if let key = keys[refusal.publication.name] {
                let former = try await library.document(of: key)?.before(refusal.publication)
                changes += await self.changes(after: refusal, of: key, before: former)
            }
        }
        return changes
    }

    /// The changes that correct the records after a recorded publication was refused.
    ///
    /// - Parameters:
    ///   - refusal: the publication.
    ///   - key: the item.
    ///   - former: what was recorded before of the document that it replaces or succeeds.
    /// - Returns: the changes.
    func changes(
        after refusal: RefusedPublication, of key: ItemKey, before former: StoredDocument?
    ) async -> [LibraryChange] {
        let (publication, reason) = (refusal.publication, refusal.reason)
        if publication.area == .quarantine { return [.released(token: publication.name)] }
        if let former = publication.moves {
            let isThere = (try? await entry(named: former)) != nil
            return [isThere ? .moved(key, to: former, nil) : .lost(key, reason: reason)]
        }
        // An edited document has its name still.
        var stays = publication.succeeds != nil
        if let former, !stays { stays = await holds(former.digest, under: publication.name) }
        if let former, stays {
            return [.kept(key, former, reason: reason), .refused(key, reason: reason)]
        }
        return [.lost(key, reason: reason), .refused(key, reason: reason)]
    }

    /// Whether a name still holds a document.
    ///
    /// If the file cannot be read now, its size decides, so that the document does not count as lost.
    private func holds(_ digest: ContentDigest, under name: String) async -> Bool {
        do throws(StoreError) {
            return try await self.digest(ofDocumentNamed: name) == digest
        } catch {
            let entry = try? await entry(named: name)
            return entry?.size == digest.size
        }
    }
}

extension StoredDocument {
    /// What is known of it, but for what would spare a request for the whole document or a look at its file.
    var unconfirmed: StoredDocument {
        var document = self
        (document.validators, document.fileTime, document.importedPromise) = (Validators(), nil, nil)
        return document
    }

    /// What the record of a document tells of the one before it, which a publication was to replace; `nil` if there was none.
    fileprivate func before(_ publication: Publication) -> StoredDocument? {
        guard let digest = publication.replaces else { return nil }
        var former = unconfirmed
        (former.size, former.sha256, former.restoredOver) = (digest.size, digest.sha256, nil)
        guard let edited = publication.succeeds else { return former }
        (former.name, former.editedCopy) = (edited, nil)
        return former
    }
}
