import CarrelModel
import CarrelStages

/// Finds documents again that somebody renamed or moved within the library: by their digests.
struct MovedDocuments {
    let store: any Store
    /// What is recorded of every document, of every catalogue.
    let names: [ItemKey: String]

    /// The documents of those that are missing which are there under other names.
    ///
    /// Files are read only where their size is that of a missing document; one that cannot be read is somebody else's. Of
    /// several with the same content the first by name is taken.
    ///
    /// - Parameter missing: what is recorded of the documents that are not under their names.
    /// - Returns: the moves that somebody made.
    /// - Throws: `StoreError` where the store cannot be listed.
    func among(
        _ missing: [(key: ItemKey, title: String, document: StoredDocument)]
    ) async throws(StoreError) -> [DocumentMove] {
        guard !missing.isEmpty else { return [] }
        let known = Set(names.values)
        let strays = try await store.names().filter { !known.contains($0) && DocumentName.isSafe($0) }
        guard !strays.isEmpty else { return [] }
        let sizes = Set(missing.map(\.document.size))
        let entries = try await store.entries(of: strays).filter { sizes.contains($0.value.size) }
        var names: [ContentDigest: [String]] = [:]
        for name in strays.reversed() where entries[name] != nil {
            guard let digest = try? await store.digest(ofDocumentNamed: name) else { continue }
            names[digest, default: []].append(name)
        }
        return missing.compactMap { missing in
            names[missing.document.digest]?.popLast().map {
                DocumentMove(key: missing.key, title: missing.title, document: missing.document, name: $0)
            }
        }
    }
}
