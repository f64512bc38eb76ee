import CarrelModel
import CarrelS3
import CarrelStages
import CarrelStaging
import Foundation

/// Replaced documents, below `.carrel/versions`.
extension S3Store: DocumentVersions {
    /// The kept versions of a document, the oldest first.
    ///
    /// Lists do not tell when a content came, so that each is asked for.
    public func versions(ofDocumentNamed name: String) async throws(StoreError) -> [DocumentVersion] {
        try LibraryFolder.check(name: name)
        return try await Together.map(try await keeper.versions(of: name), atMost: Self.width) {
            version throws(StoreError) in
            let (key, listed) = (version.object.key, version.object.modified)
            let time = try await self.keeper.time(of: key)
            return DocumentVersion(
                of: name, name: version.name.name, number: version.name.number, size: version.object.size,
                date: time.map { Date(timeIntervalSince1970: Double($0.nanoseconds) / 1e9) } ?? listed,
                isEdited: version.name.isEdited, recordedBeginning: version.name.recordedBeginning)
        }
    }

    /// Those of the names that have versions, found in lists.
    public func namesWithVersions(among names: [String]?) async throws(StoreError) -> Set<String> {
        guard let names else { return try await keeper.names() }
        for name in names { try LibraryFolder.check(name: name) }
        return try await keeper.names(among: names)
    }

    /// Copies the versions to the other name, and removes them.
    public func moveVersions(from name: String, to other: String) async throws(StoreError) {
        for name in [name, other] { try LibraryFolder.check(name: name) }
        if FileName(name) != FileName(other) { try await keeper.move(from: name, to: other) }
    }

    /// Reads a version again.
    public func digest(of version: DocumentVersion) async throws(StoreError) -> ContentDigest? {
        try await digest(at: version.place)
    }

    /// Copies a version to what has no name yet.
    public func staged(_ version: DocumentVersion) async throws(StoreError) -> StagedDocument {
        let key = try key(version.place)
        guard let object = try await object(key), let digest = try await keeper.content(of: object) else {
            throw Self.gone(version)
        }
        let place = S3Place.incoming(machine: try await spool.machineID(), token: OwnName.newToken())
        let note = S3Note(sha256: digest.sha256, time: object.fileTime)
        let copied = place.key(keys)
        try await asking { () async throws(S3Error) in
            try await client.copy(object, to: copied, notes: note.fields)
        }
        return StagedDocument(token: place.token, digest: digest, fileTime: note.time)
    }

    /// Copies a version into a file.
    public func copy(_ version: DocumentVersion, to file: URL) async throws(StoreError) {
        let key = try key(version.place)
        let target = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else {
            throw StoreError(systemError: errno, subject: file.path, doing: "a version could not be copied")
        }
        let handle = FileHandle(fileDescriptor: target, closeOnDealloc: true)
        let object = try await S3Reading.read(key, client) { try handle.write(contentsOf: Data($0)) }
        guard object != nil else { throw Self.gone(version) }
    }

    /// Removes a version that holds what its name promises.
    public func remove(_ version: DocumentVersion) async throws(StoreError) -> Bool {
        let key = try key(version.place)
        guard let name = VersionName(version.name, of: version.document), let object = try await object(key)
        else { return true }
        return try await keeper.remove((name, object))
    }

    private static func gone(_ version: DocumentVersion) -> StoreError {
        StoreError(.notFound, subject: version.document, reason: "version \(version.number) is gone")
    }
}
