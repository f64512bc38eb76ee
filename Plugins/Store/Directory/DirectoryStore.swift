import CPlatform
import CarrelCore
import CarrelDigest
import Foundation

/// Keeps documents under readable names in a folder that people can open and copy.
public actor DirectoryStore: Store {
    /// The folder.
    public nonisolated let root: URL?

    private let executor = BlockingExecutor(label: "carrel.store")
    private let isDurable: Bool
    private var openFolders: OpenFolders?
    let folder: LibraryFolder
    let versions: VersionKeeper
    /// Whether names were given that may not be durable yet.
    var hasNewNames = false

    /// The queue that the disk is used on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Makes a store; the folder is created when it is first written to.
    ///
    /// - Parameters:
    ///   - root: the folder.
    ///   - isDurable: whether documents are flushed to the disk before they get their name.
    ///   - versionsKept: how many earlier versions of a document are kept.
    public init(root: URL, isDurable: Bool = true, versionsKept: Int = 5) {
        self.root = root
        self.folder = LibraryFolder(root: root)
        self.isDurable = isDurable
        self.versions = VersionKeeper(folder: folder.versions, kept: versionsKept)
    }

    /// The folders that are written to, created and opened at the first call.
    func prepared() throws(StoreError) -> OpenFolders {
        if let openFolders { return openFolders }
        try folder.prepare()
        let opened = try OpenFolders(folder)
        openFolders = opened
        return opened
    }

    // MARK: Writing

    /// Opens a writer.
    public nonisolated func writer(for key: ItemKey, resuming: Bool) throws(StoreError) -> any StoreWriter {
        try folder.prepare()
        if resuming, let noted = NotedPartial(path: folder.note(key)), noted.key == key,
            let size = LibraryFolder.size(ofFile: folder.partial(key)),
            size <= noted.note.completeLength ?? .max
        {
            return try DirectoryStoreWriter(folder: folder, key: key, continuing: noted.note)
        }
        unlink(folder.note(key))
        return DirectoryStoreWriter(folder: folder, key: key)
    }

    /// Stages whole contents: a file each, written at once.
    public func stage(_ contents: [DocumentContent]) -> [Result<StagedDocument, StoreError>] {
        guard !contents.isEmpty else { return [] }
        do {
            let folders = try prepared()
            let hash = SHA256()
            return contents.map { content in
                Result { () throws(StoreError) in try stage(content.bytes, in: folders.incoming, hash) }
            }
        } catch {
            return contents.map { _ in .failure(error) }
        }
    }

    private func stage(
        _ bytes: [UInt8], in incoming: borrowing FileDescriptor, _ hash: SHA256
    ) throws(StoreError) -> StagedDocument {
        let token = LibraryFolder.newToken()
        let file = try FileDescriptor(creating: token, in: incoming)
        do {
            try file.write(bytes)
        } catch {
            unlinkat(incoming.raw, token, 0)
            throw error
        }
        bytes.withUnsafeBytes { hash.update($0) }
        return StagedDocument(
            token: token, digest: ContentDigest(size: Int64(bytes.count), sha256: hash.finish()))
    }

    /// Reads a staged document again.
    public func digest(
        of document: StagedDocument, _ algorithm: DigestAlgorithm
    ) throws(StoreError) -> String {
        if algorithm == .sha256 { return document.digest.sha256 }
        let path = try folder.staged(document.token)
        let file = try FileDescriptor(path, O_RDONLY, doing: "the document could not be read")
        let hash: MessageDigest =
            switch algorithm {
            case .sha256: SHA256()
            case .sha512: SHA512()
            }
        try file.readAll { hash.update($0) }
        return hash.finish()
    }

    /// Makes the bytes of a group durable, and the names given before: one flush of the file system for many,
    /// one a file for few.
    public func flush(_ documents: [StagedDocument]) throws(StoreError) {
        defer { hasNewNames = false }
        guard isDurable, hasNewNames || !documents.isEmpty else { return }
        let folders = try prepared()
        if documents.count > 4 {
            guard carrel_flush_file_system(folders.incoming.raw) == 0 else {
                throw StoreError(
                    systemError: errno, subject: folders.incoming.path, doing: "could not be made durable")
            }
            return
        }
        for document in documents {
            try FileDescriptor(
                try folder.staged(document.token), O_RDONLY, doing: "could not be made durable"
            ).flush()
        }
        if hasNewNames { try folders.root.flush() }
    }

    /// Drops a staged document.
    public func discard(_ document: StagedDocument) {
        guard let path = try? folder.staged(document.token) else { return }
        unlink(path)
    }

    /// How many bytes the file system still takes from this user.
    public func freeSpace() -> Int64? {
        var status = statvfs()
        // Before the first document there is no folder yet: its file system is that of the nearest one above.
        var path = folder.root
        while statvfs(path.path, &status) != 0 {
            guard errno == ENOENT, path.path != "/" else { return nil }
            path.deleteLastPathComponent()
        }
        return Int64(clamping: UInt64(status.f_bavail) &* UInt64(status.f_frsize))
    }
}
