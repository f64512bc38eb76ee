import CarrelBasics
import CarrelFiles
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelStaging
import Foundation

/// Keeps documents under readable names in a folder that people can open and copy.
public actor DirectoryStore: Store {
    /// The folder.
    public nonisolated let root: URL?

    private let executor: BlockingExecutor
    let isDurable: Bool
    let folder: LibraryFolder
    let incoming: Incoming
    let keeper: VersionKeeper
    /// Whether names were given that may not be durable yet, and whether such are in the quarantine.
    var hasNewNames = false
    var hasNewNamesInQuarantine = false
    /// The first few folders within the library's in which such names are, by their paths.
    var innerFolders: [String: Folder] = [:]

    /// The queue that the disk is used on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Makes a store; the folder is created when it is first written to.
    ///
    /// - Parameters:
    ///   - root: the folder.
    ///   - isDurable: whether documents are flushed to the disk before they get their name.
    ///   - versionsKept: how many earlier versions of a document are kept.
    ///   - disk: where the disk is used.
    public init(
        root: URL, isDurable: Bool = true, versionsKept: Int = 5,
        disk: BlockingExecutor = BlockingExecutor(label: "carrel.disk")
    ) {
        executor = disk
        self.root = root
        self.folder = LibraryFolder(root: root)
        self.incoming = Incoming(folder)
        self.isDurable = isDurable
        self.keeper = VersionKeeper(kept: versionsKept)
    }

    // MARK: Parts

    /// Unfinished documents are kept in `.carrel/incoming`.
    public nonisolated var partials: (any PartialDocuments)? { self }

    /// Replaced documents are kept in `.carrel/versions`.
    public nonisolated var versions: (any DocumentVersions)? { self }

    /// What is not what was promised is kept in `.carrel/quarantine`.
    public nonisolated var quarantine: (any Quarantine)? { self }

    /// Everything can go to another store.
    public nonisolated var transfer: (any DocumentTransfer)? { self }

    // MARK: Writing

    /// Opens the library's folder.
    public func prepare() async throws(StoreError) { try folder.prepare() }

    /// Opens a writer that begins anew.
    public nonisolated func writer(for key: ItemKey) throws(StoreError) -> any StoreWriter {
        try writer(for: key, resuming: false)
    }

    /// Stages whole contents: a file each, written at once.
    public func stage(_ contents: [DocumentContent]) -> [Result<StagedDocument, StoreError>] {
        incoming.stage(contents)
    }

    /// Stages a stored document where it is.
    public nonisolated func staged(
        documentNamed name: String, holding digest: ContentDigest
    ) throws(StoreError) -> StagedDocument {
        try LibraryFolder.check(name: name)
        return StagedDocument(token: StagedPlace.document(name).token, digest: digest)
    }

    /// Makes the bytes of a group durable, and the names given before: one flush of the file system for many,
    /// one a file for few.
    public func flush(_ documents: [StagedDocument]) throws(StoreError) {
        if isDurable, hasNewNames || !documents.isEmpty { try makeDurable(documents) }
        // Only now: what could not be flushed is still to be.
        (hasNewNames, hasNewNamesInQuarantine, innerFolders) = (false, false, [:])
    }

    /// The most documents that are flushed one after the other.
    private static let few = 4
    /// The most folders within the library's that are: the name of one document may make several.
    static let fewFolders = 16

    private func makeDurable(_ documents: [StagedDocument]) throws(StoreError) {
        let folders = try folder.preparedInPlace()
        if documents.count > Self.few || innerFolders.count > Self.fewFolders {
            return try folders.incoming.flushFileSystem()
        }
        for document in documents {
            do throws(StoreError) {
                try Self.staged(document, in: folders).flush()
            } catch  where error.code == .notFound {
                // Of a group one file may be gone: that one is not published.
            }
        }
        if hasNewNames { try folders.root.flush() }
        for folder in innerFolders.values { try folder.flush() }
        if hasNewNamesInQuarantine { try folders.quarantine().flush() }
    }

    static func staged(
        _ document: StagedDocument, in folders: OpenFolders
    ) throws(StoreError) -> FileDescriptor {
        guard let place = try StagedPlace(document.token).file(in: folders),
            let file = try place.folder.file(place.name)
        else {
            throw StoreError(.notFound, subject: document.token, reason: "there is no such file")
        }
        return file
    }

    /// Drops a staged document; one that has a name keeps it.
    public func discard(_ document: StagedDocument) {
        incoming.remove(token: document.token)
    }

    /// Removes a stored document, and the versions that are kept of it; what somebody wrote stays.
    public func remove(
        documentNamed name: String, holding digest: ContentDigest
    ) throws(StoreError) -> Bool {
        try LibraryFolder.check(name: name)
        let root = try folder.prepared().root
        // What is in the way of all versions ends it before anything is gone.
        let versions = try folder.existingVersions()
        let place = try root.place(of: name)
        let before = try place?.facts?.state
        if let place, let found = try place.digest() {
            // What somebody saved meanwhile has not been read.
            guard found == digest, try place.facts?.state == before else { return false }
            let code = place.folder.remove(place.name)
            // While the document is there, so are its versions.
            guard code == 0 || code == ENOENT else { throw VersionKeeper.notRemoved(place.path, code) }
            // Flushed like a name that was given.
            hasNewNames = true
            try flushLater(place.folder)
            root.removeEmptyFolders(of: name)
        }
        if let versions { keeper.removeAll(of: name, in: versions) }
        return try place?.facts == nil
    }

    /// Removes staged documents that killed processes left.
    public func removeAbandoned() throws(StoreError) {
        try incoming.removeAbandoned()
    }

    /// How many bytes the file system still takes from this user.
    public func freeSpace() -> Int64? { folder.freeSpace() }
}
