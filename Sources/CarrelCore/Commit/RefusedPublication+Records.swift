import CarrelHTTP
import CarrelModel
import CarrelStages

extension Library {
    /// The changes that correct the records after recorded publications were refused.
    ///
    /// - Parameters:
    ///   - refused: the publications.
    ///   - keys: the items whose documents have their names; what nobody has needs no correction.
    /// - Throws: `StoreError` if the records cannot be read.
    func corrections(
        after refused: [RefusedPublication], of keys: [String: ItemKey]
    ) async throws(StoreError) -> [LibraryChange] {
        var changes: [LibraryChange] = []
        for refusal in refused {
            if refusal.publication.area == .quarantine {
                changes.append(.released(token: refusal.publication.name))
            } else if let key = keys[refusal.publication.name] {
                let former = try await document(of: key)?.before(refusal.publication)
                changes += refusal.corrections(of: key, before: former)
            }
        }
        return changes
    }
}

extension RefusedPublication {
    /// The changes that correct the records after the publication was recorded and refused.
    ///
    /// What was stored before stays recorded: whether it is missing, edited or intact is for the next look to say. A place
    /// that nobody can look at now says nothing of it.
    ///
    /// - Parameters:
    ///   - key: the item.
    ///   - former: what was recorded before of the document that it replaces or succeeds.
    func corrections(of key: ItemKey, before former: StoredDocument?) -> [LibraryChange] {
        if publication.area == .quarantine { return [.released(token: publication.name)] }
        if let name = publication.moves { return [.moved(key, to: name, nil)] }
        let change: LibraryChange =
            if let former { .kept(key, former, reason: reason) } else { .lost(key, reason: reason) }
        return [change, .refused(key, reason: reason)]
    }
}

extension StoredDocument {
    /// What is known of it, but for what would spare a request for the whole document or a look at its file.
    var unconfirmed: StoredDocument {
        var document = self
        (document.validators, document.fileTime, document.importedPromise) = (Validators(), nil, nil)
        document.listed = nil
        return document
    }

    /// What the record of a document tells of the one before it, which a publication was to replace; `nil` if there was none.
    fileprivate func before(_ publication: Publication) -> StoredDocument? {
        guard let digest = publication.replaces else { return nil }
        var former = unconfirmed
        (former.size, former.sha256) = (digest.size, digest.sha256)
        (former.restoredOver, former.acceptedPromise) = (nil, nil)
        guard let edited = publication.succeeds else { return former }
        (former.name, former.editedCopy) = (edited, nil)
        return former
    }
}
