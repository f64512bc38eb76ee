import CarrelFiles
import CarrelModel
import CarrelStages
import CarrelStaging
import Foundation

/// Replaced documents, in a folder each in `.carrel/versions`.
extension DirectoryStore: DocumentVersions {
    /// The kept versions of a document, the oldest first.
    public func versions(ofDocumentNamed name: String) throws(StoreError) -> [DocumentVersion] {
        try LibraryFolder.check(name: name)
        guard let versions = try folder.existingVersions()?.folders(of: name) else { return [] }
        let document = try? folder.existing()?.place(of: name)?.facts
        var found: [DocumentVersion] = []
        for version in try keeper.names(in: versions, of: name) {
            let facts = try versions.facts(of: version.name)
            // The document itself under a second name, because what was to replace it was refused.
            if let facts, facts.names > 1, facts.inode == document?.inode { continue }
            found.append(
                DocumentVersion(
                    of: name, name: version.name, number: version.number, size: facts?.size ?? 0,
                    date: facts?.modified,
                    isEdited: version.isEdited, recordedBeginning: version.recordedBeginning))
        }
        return found
    }

    /// Those of the names that have a folder with versions.
    public func namesWithVersions(among names: [String]?) async throws(StoreError) -> Set<String> {
        guard let names else {
            var found = Set<String>()
            // Whoever asks for all does without those that cannot be listed.
            _ = try await listVersions { (places) throws(StoreError) in
                for case .version(let document, _) in places { found.insert(document) }
                return true
            }
            return found
        }
        // As a rule there are none: every group of new documents asks.
        guard let versions = try folder.existingVersions() else { return [] }
        var found = Set<String>()
        for name in names {
            try LibraryFolder.check(name: name)
            guard let folder = try versions.folders(of: name) else { continue }
            if try !keeper.names(in: folder, of: name).isEmpty { found.insert(name) }
        }
        return found
    }

    /// Moves the versions to the other name's folder.
    public func moveVersions(from name: String, to other: String) throws(StoreError) {
        for name in [name, other] { try LibraryFolder.check(name: name) }
        guard FileName(name) != FileName(other), try folder.existingVersions() != nil else { return }
        try keeper.move(from: name, to: other, in: folder.preparedInPlace())
    }

    /// Reads a version again.
    public nonisolated func digest(of version: DocumentVersion) async throws(StoreError) -> ContentDigest? {
        try await digest(at: version.place)
    }

    /// Copies a version beside the documents: the same file under two names would change with either.
    public func staged(_ version: DocumentVersion) throws(StoreError) -> StagedDocument {
        let source = try opened(version)
        let incoming = try folder.prepared().incoming
        let token = OwnName.newToken()
        do throws(StoreError) {
            let copy = try incoming.file(creating: token)
            try source.readAll { (bytes) throws(StoreError) in try copy.write(bytes) }
            let time = try copy.facts().fileTime
            guard let digest = try incoming.digest(of: token) else {
                throw StoreError(.notFound, subject: token, reason: "the copy is gone")
            }
            return StagedDocument(token: token, digest: digest, fileTime: time)
        } catch {
            incoming.remove(token)
            throw error
        }
    }

    private func opened(_ version: DocumentVersion) throws(StoreError) -> FileDescriptor {
        guard let place = try Self.place(version.place, in: folder),
            let file = try place.folder.file(place.name)
        else {
            throw StoreError(
                .notFound, subject: version.document, reason: "version \(version.number) is gone")
        }
        return file
    }

    /// Copies a version into a file elsewhere.
    public func copy(_ version: DocumentVersion, to file: URL) throws(StoreError) {
        let source = try opened(version)
        let target = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else {
            throw StoreError(systemError: errno, subject: file.path, doing: "a version could not be copied")
        }
        let handle = FileHandle(fileDescriptor: target, closeOnDealloc: true)
        try source.readAll { (bytes) throws(StoreError) in
            do {
                try handle.write(contentsOf: Data(bytes))
            } catch {
                throw StoreError(
                    .system, subject: file.path, reason: "a version could not be copied: \(error)")
            }
        }
    }

    /// Removes a version that holds what its name promises.
    public func remove(_ version: DocumentVersion) throws(StoreError) -> Bool {
        guard let place = try Self.place(version.place, in: folder),
            let name = VersionName(version.name, of: version.document)
        else { return true }
        return try keeper.remove(name, in: place.folder)
    }
}
