import CarrelModel
import CarrelStages

extension Store {
    /// The changes that correct the records after recorded publications were refused.
    ///
    /// - Parameters:
    ///   - refused: the publications.
    ///   - keys: the items whose documents have their names; what nobody has needs no correction.
    /// - Returns: the changes.
    func changes(
        after refused: [RefusedPublication], of keys: [String: ItemKey]
    ) async -> [LibraryChange] {
        var changes: [LibraryChange] = []
        for refusal in refused {
            if refusal.publication.area == .quarantine {
                changes.append(.released(token: refusal.publication.name))
            } else if let key = keys[refusal.publication.name] {
                changes += await self.changes(after: refusal, of: key)
            }
        }
        return changes
    }

    /// The changes that correct the records after a recorded publication was refused.
    func changes(after refusal: RefusedPublication, of key: ItemKey) async -> [LibraryChange] {
        let (publication, reason) = (refusal.publication, refusal.reason)
        if publication.area == .quarantine { return [.released(token: publication.name)] }
        if let former = publication.moves {
            let isThere = (try? await entry(named: former)) != nil
            return [isThere ? .moved(key, to: former, nil) : .lost(key, reason: reason)]
        }
        if let edited = publication.succeeds, let before = publication.replaces {
            // The edited document has its name still.
            return [
                .moved(key, to: edited, nil), .kept(key, before, reason: reason),
                .refused(key, reason: reason),
            ]
        }
        if let before = publication.replaces, await holds(before, under: publication.name) {
            return [.kept(key, before, reason: reason), .refused(key, reason: reason)]
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
