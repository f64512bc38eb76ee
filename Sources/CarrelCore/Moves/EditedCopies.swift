import CarrelModel
import CarrelStages

/// Finds the files that somebody wrote into and that kept their names when new versions came beside them.
struct EditedCopies {
    let store: any Store

    /// Those of some files that are edited versions of documents.
    ///
    /// A record names the last one. Those before are known by their content, which is among the versions; only files of
    /// the same size are read, and files that cannot be read are skipped.
    ///
    /// - Parameters:
    ///   - documents: the documents as they are recorded.
    ///   - files: the names of the files, which no record of a document has.
    /// - Returns: the names of the documents by those of the files.
    func of(
        _ documents: some Sequence<StoredDocument>, among files: [String]
    ) async throws(StoreError) -> [FileName: String] {
        var copies: [FileName: String] = [:]
        var edited: [Int64: [DocumentVersion]] = [:]
        let names = Set(files.map { FileName($0) })
        for document in documents {
            guard let last = document.editedCopy.map({ FileName($0) }) else { continue }
            if names.contains(last) { copies[last] = document.name }
            for version in try await versions(of: document) {
                edited[version.size, default: []].append(version)
            }
        }
        guard !edited.isEmpty else { return copies }
        for (name, entry) in try await store.entries(of: files.filter { copies[FileName($0)] == nil }) {
            guard let versions = edited[entry.size],
                let held = try? await store.digest(ofDocumentNamed: name.text)
            else { continue }
            for version in versions where copies[name] == nil {
                if try await holds(version, held) { copies[name] = version.document }
            }
        }
        return copies
    }

    /// Whether a version holds some content; one that cannot be read does not.
    private func holds(
        _ version: DocumentVersion, _ content: ContentDigest
    ) async throws(StoreError) -> Bool {
        do throws(StoreError) {
            return try await store.versions?.digest(of: version) == content
        } catch  where error.concernsOne {
            return false
        }
    }

    private func versions(of document: StoredDocument) async throws(StoreError) -> [DocumentVersion] {
        guard let versions = store.versions else { return [] }
        return try await versions.versions(ofDocumentNamed: document.name).filter(\.isEdited)
    }
}
