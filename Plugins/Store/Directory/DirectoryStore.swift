import CPlatform
import CarrelCore
import CarrelDigest
import Foundation

/// Keeps documents under readable names in a folder that people can open and copy.
public actor DirectoryStore: Store {
    /// The folder.
    public nonisolated let root: URL?

    private let executor = BlockingExecutor(label: "carrel.store")
    private let folder: LibraryFolder
    private let isDurable: Bool
    private let versions: VersionKeeper
    private var isPrepared = false

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

    private func prepare() throws(StoreError) {
        guard !isPrepared else { return }
        try folder.prepare()
        isPrepared = true
    }

    // MARK: Writing

    /// Opens a writer.
    public func writer(for key: ItemKey, resuming: Bool) throws(StoreError) -> any StoreWriter {
        try prepare()
        if resuming, let noted = NotedPartial(path: folder.note(key)), noted.key == key,
            let size = Self.size(ofFile: folder.partial(key)), size <= noted.note.completeLength ?? .max
        {
            return try DirectoryStoreWriter(folder: folder, key: key, continuing: noted.note)
        }
        unlink(folder.note(key))
        return DirectoryStoreWriter(folder: folder, key: key)
    }

    /// The partial documents that can be continued.
    public func partials() throws(StoreError) -> [ItemKey: PartialDocument] {
        var partials: [ItemKey: PartialDocument] = [:]
        for name in files(in: folder.incoming.path) where name.hasSuffix(".note") {
            guard let noted = NotedPartial(path: folder.incoming.path + "/" + name),
                let size = Self.size(ofFile: folder.partial(noted.key)), size > 0
            else { continue }
            partials[noted.key] = PartialDocument(bytes: size, note: noted.note)
        }
        return partials
    }

    /// Makes the bytes of a group durable with one flush of the file system, or one a file for few files.
    public func flush(_ documents: [StagedDocument]) throws(StoreError) {
        guard isDurable, !documents.isEmpty else { return }
        if documents.count <= 4 {
            for document in documents {
                try FileDescriptor(
                    try folder.staged(document.token), O_RDONLY, doing: "could not be made durable"
                ).flush()
            }
            return
        }
        let directory = try FileDescriptor(folder: folder.incoming.path, doing: "could not be made durable")
        guard carrel_flush_file_system(directory.raw) == 0 else {
            throw StoreError(systemError: errno, subject: directory.path, doing: "could not be made durable")
        }
    }

    /// Gives staged documents their names.
    public func publish(_ publications: [Publication]) throws(StoreError) -> [Publication] {
        guard !publications.isEmpty else { return [] }
        try prepare()
        var refused: [Publication] = []
        for publication in publications where try !publish(publication) { refused.append(publication) }
        if isDurable, let root {
            try FileDescriptor(folder: root.path, doing: "the names could not be made durable").flush()
        }
        return refused
    }

    private func publish(_ publication: Publication) throws(StoreError) -> Bool {
        let staged = try folder.staged(publication.document.token)
        let name = try folder.document(named: publication.name)
        guard Self.size(ofFile: staged) != nil else {
            // Published before the process was killed, or lost; what has the name now is for verification to judge.
            return Self.size(ofFile: name) != nil
        }
        if let replaced = publication.replaces, let size = Self.size(ofFile: name) {
            // What somebody wrote into the document is kept in any case.
            var isEdited = false
            if versions.kept == 0 {
                isEdited = try self.isEdited(publication.name, size: size, recorded: replaced)
            }
            try versions.keep(name, named: publication.name, digest: replaced, isEdited: isEdited)
            guard rename(staged, name) == 0 else {
                throw StoreError(systemError: errno, subject: name, doing: "the document could not be named")
            }
            return true
        }
        return try nameExclusively(staged, name, publication)
    }

    private func isEdited(_ name: String, size: Int64, recorded: ContentDigest) throws(StoreError) -> Bool {
        if size != recorded.size { return true }
        return try digest(ofDocumentNamed: name) != recorded
    }

    private func nameExclusively(
        _ staged: String, _ name: String, _ publication: Publication
    ) throws(StoreError) -> Bool {
        if carrel_rename_exclusively(staged, name) == 0 { return true }
        var code = errno
        if code == ENOSYS || code == EINVAL {
            // No exclusive rename on this file system; this process holds the library, so looking first will do.
            code = access(name, F_OK) == 0 ? EEXIST : rename(staged, name) == 0 ? 0 : errno
        }
        guard code != 0 else { return true }
        guard code == EEXIST else {
            throw StoreError(systemError: code, subject: name, doing: "the document could not be named")
        }
        guard try digest(ofDocumentNamed: publication.name) == publication.document.digest else {
            return false
        }
        unlink(staged)
        return true
    }

    // MARK: Reading

    /// Drops a staged document.
    public func discard(_ document: StagedDocument) {
        guard let path = try? folder.staged(document.token) else { return }
        unlink(path)
    }

    /// Whether anything at all has a name.
    public func holds(name: String) throws(StoreError) -> Bool {
        var status = stat()
        return lstat(try folder.document(named: name), &status) == 0
    }

    /// What is stored under a name.
    public func entry(named name: String) throws(StoreError) -> StoreEntry? {
        Self.size(ofFile: try folder.document(named: name)).map(StoreEntry.init)
    }

    /// The file that holds a document.
    public func file(named name: String) throws(StoreError) -> URL {
        let path = try folder.document(named: name)
        guard Self.size(ofFile: path) != nil else {
            throw StoreError(
                .notFound, subject: path, reason: "there is no such file", remedy: "Run carrel sync")
        }
        return URL(filePath: path)
    }

    /// Reads a document again.
    public func digest(ofDocumentNamed name: String) throws(StoreError) -> ContentDigest? {
        let path = try folder.document(named: name)
        guard Self.size(ofFile: path) != nil else { return nil }
        let file = try FileDescriptor(path, O_RDONLY, doing: "the document could not be read")
        let hash = SHA256()
        var size: Int64 = 0
        try file.readAll { bytes in
            hash.update(bytes)
            size += Int64(bytes.count)
        }
        return ContentDigest(size: size, sha256: hash.finish())
    }

    /// The names in the store, in byte order.
    public func names() throws(StoreError) -> [String] {
        guard let root else { return [] }
        return files(in: root.path).filter { name in
            !name.hasPrefix(".") && Self.size(ofFile: root.path + "/" + name) != nil
        }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    // MARK: Tidying

    /// Takes a damaged document out of its name.
    public func setAside(documentNamed name: String) throws(StoreError) {
        let path = try folder.document(named: name)
        let token = String(UInt64.random(in: .min ... .max), radix: 36)
        let target = folder.quarantine.path + "/" + DocumentName.adding(suffix: token, to: name)
        do {
            try FileManager.default.createDirectory(at: folder.quarantine, withIntermediateDirectories: true)
        } catch {
            throw StoreError(cocoaError: error, subject: name, doing: "could not be set aside")
        }
        guard rename(path, target) == 0 || errno == ENOENT else {
            throw StoreError(systemError: errno, subject: path, doing: "could not be set aside")
        }
    }

    /// Removes what killed processes left that can never be continued.
    public func removeAbandoned() throws(StoreError) {
        let names = files(in: folder.incoming.path)
        let notes = names.filter { $0.hasSuffix(".note") && !isForgotten(folder.incoming.path + "/" + $0) }
        let stems = Set(notes.map { $0.dropLast(5) })
        for name in names where !stems.contains(name.dropLast(5)) || name.hasSuffix(".whole") {
            unlink(folder.incoming.path + "/" + name)
        }
    }

    /// Whether nobody continued a download for a month: its item is probably listed no more.
    private func isForgotten(_ note: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: note)
        let date = attributes?[.modificationDate] as? Date ?? .now
        return date < Date(timeIntervalSinceNow: -30 * 24 * 3600)
    }

    private func files(in path: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    /// The size of a regular file, or `nil` where there is none; links are not followed.
    private static func size(ofFile path: String) -> Int64? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_size)
    }
}
