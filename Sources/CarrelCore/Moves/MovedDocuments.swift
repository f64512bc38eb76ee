import CarrelModel
import CarrelStages

/// Finds documents by their digests that somebody renamed or moved within the library.
struct MovedDocuments {
    let store: any Store
    /// The recorded names of the documents of all catalogues.
    let names: [ItemKey: String]

    /// Those of the missing documents that are there under other names.
    ///
    /// Only files with the size of a missing document are read; files that cannot be read are skipped. Of several with
    /// the same content, the first by name is taken.
    ///
    /// - Parameter missing: the records of documents that are not under their names.
    /// - Returns: the moves that the user made.
    /// - Throws: `StoreError` if the store cannot be listed.
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
