import CarrelModel
import CarrelStages

extension Store {
    /// What is recorded where a publication that was recorded before could not be done.
    func change(after refusal: RefusedPublication, of key: ItemKey) async -> LibraryChange {
        let publication = refusal.publication
        if publication.area == .quarantine { return .released(token: publication.name) }
        if let former = publication.moves, (try? await entry(named: former)) != nil {
            return .moved(key, to: former, nil)
        }
        if let before = publication.replaces, await holds(before, under: publication.name) {
            return .kept(key, before, reason: refusal.reason)
        }
        return .lost(key, reason: refusal.reason)
    }

    /// Whether a name still holds a document.
    ///
    /// What cannot be read now is not a lost document: its size speaks for it.
    private func holds(_ digest: ContentDigest, under name: String) async -> Bool {
        do throws(StoreError) {
            return try await self.digest(ofDocumentNamed: name) == digest
        } catch {
            let entry = try? await entry(named: name)
            return entry?.size == digest.size
        }
    }
}
