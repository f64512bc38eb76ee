import CarrelFiles
import CarrelModel
import CarrelStages

/// Replaced documents, in a folder each in `.carrel/versions`.
extension DirectoryStore: DocumentVersions {
    /// The kept versions of a document, the oldest first.
    public func versions(ofDocumentNamed name: String) throws(StoreError) -> [DocumentVersion] {
        try LibraryFolder.check(name: name)
        guard let versions = try folder.existingVersions()?.folder(name) else { return [] }
        return try keeper.names(in: versions, of: name).map { DocumentVersion(of: name, name: $0.name) }
    }

    /// Reads a version again.
    public nonisolated func digest(of version: DocumentVersion) async throws(StoreError) -> ContentDigest? {
        try LibraryFolder.check(name: version.document)
        guard VersionName(version.name, of: version.document) != nil else {
            throw StoreError(
                .invalidName, subject: String(version.name.prefix(100)), reason: "not a version's name")
        }
        return try await FileReading.run { () throws(StoreError) in
            try folder.existingVersions()?.folder(version.document)?.digest(of: version.name)
        }
    }
}
