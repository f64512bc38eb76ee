import CarrelBasics
import CarrelCore
import CarrelDigest
import CarrelModel
import CarrelStages
import Foundation

/// A folder that appears under its name only when it is whole.
///
/// The files are written into a hidden folder beside it, which `finish` renames. Runs on a thread of its own.
public actor ExportFolder {
    /// A file that was written.
    public struct File: Sendable, Hashable {
        /// Its path within the folder.
        public var path: String
        /// What it holds: its size and SHA-256.
        public var digest: ContentDigest
    }

    /// A document that was left out.
    public struct LeftOut: Sendable {
        /// The document.
        public var document: ExportedLibrary.Document
        /// Whether its file is gone; otherwise that is not what is recorded.
        public var isGone: Bool

        /// The document's name.
        public var name: String { document.stored.name }
    }

    /// Tells what is recorded of a document, and whether its file may be about to become that; `nil` for no document.
    public typealias Records =
        @Sendable (ItemKey) async throws -> (document: StoredDocument, isChanging: Bool)?

    private nonisolated let executor = BlockingExecutor(label: "carrel.export")
    /// Its own thread, which may block.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let destination: URL
    private let part: ExportPart
    private var hidden: URL { part.url }
    private let documents: any StoredDocuments
    private let recorded: Records
    private var isOver = false
    /// The documents that were left out, because they are gone or not what is recorded of them.
    public private(set) var leftOut: [LeftOut] = []
    /// What is recorded of documents that were replaced or renamed while they were copied, by their former names.
    public private(set) var replaced: [String: StoredDocument] = [:]

    /// Begins a folder.
    ///
    /// - Parameters:
    ///   - destination: where it is to be; nothing may be there but an empty folder.
    ///   - documents: those that are copied.
    ///   - recorded: tells what is recorded of a document now.
    /// - Throws: `ExportError`.
    public init(
        _ destination: URL, of documents: any StoredDocuments, recorded: @escaping Records
    ) throws(ExportError) {
        let destination = destination.standardizedFileURL
        (self.destination, self.documents, self.recorded) = (destination, documents, recorded)
        var status = stat()
        if lstat(destination.path, &status) == 0 {
            let isEmpty = (try? FileManager.default.contentsOfDirectory(atPath: destination.path))?.isEmpty
            guard status.st_mode & S_IFMT == S_IFDIR, isEmpty == true else {
                throw Self.taken(destination)
            }
        }
        part = try ExportPart(of: destination, isFolder: true)
    }

    /// Copies a document into a folder of this one, unless it is gone or damaged, or somebody changed it: then it is left out.
    ///
    /// A document that a sync replaces meanwhile is copied as it is then.
    ///
    /// - Parameters:
    ///   - document: the document, with what was recorded of it.
    ///   - folder: where it goes, under its name.
    /// - Returns: the document as it was copied, and what was written; `nil` if it is left out.
    /// - Throws: `ExportError`, `StoreError`, `CancellationError`.
    public func copy(
        _ document: ExportedLibrary.Document, into folder: String
    ) async throws -> (document: ExportedLibrary.Document, file: File)? {
        var stored = document.stored
        var isGone = false
        for _ in 0..<Self.looks {
            switch try await copy(stored, to: "\(folder)/\(stored.name)") {
            case .written(let file):
                guard stored != document.stored else { return (document, file) }
                replaced[document.stored.name] = stored
                return (document.recorded(as: stored), file)
            case .gone: isGone = true
            case .other: isGone = false
            }
            // The record changes before the file: if it is the same as before, it belongs to what was read.
            guard let now = try await recorded(document.row.documentKey) else { break }
            if now.document.name == stored.name, now.document.digest == stored.digest {
                guard now.isChanging else { break }
                try await Task.sleep(for: Self.patience)
            }
            stored = now.document
        }
        leftOut.append(LeftOut(document: document, isGone: isGone))
        return nil
    }

    /// How often a document is copied that another process keeps replacing, and how long its file may take to follow its
    /// record.
    private static let (looks, patience) = (20, Duration.milliseconds(50))

    private enum Outcome {
        case written(File)
        /// There is no file.
        case gone
        /// It is not what was recorded.
        case other
    }

    /// Copies a document as it was recorded; if there is nothing that is, nothing is written.
    ///
    /// - Returns: what came of it.
    /// - Throws: `ExportError`, `StoreError`, `CancellationError`.
    private func copy(_ document: StoredDocument, to path: String) async throws -> Outcome {
        let target = try place(path)
        guard let digest = try await copy(fileOf: document, to: target) else {
            removeEmptyFolders(above: target)
            return .gone
        }
        guard digest == document.digest else {
            guard unlink(target.path) == 0 else { throw ExportError(target.path, code: errno) }
            removeEmptyFolders(above: target)
            return .other
        }
        return .written(File(path: path, digest: digest))
    }

    /// Copies the file of a document; `nil`, and nothing is written, if there is none.
    private func copy(fileOf document: StoredDocument, to target: URL) async throws -> ContentDigest? {
        do {
            return try await documents.withFile(named: document.name) { source in
                try Self.copy(source, to: target)
            }.get()
        } catch let error as StoreError where error.code == .notFound {
            return nil
        }
    }

    /// Writes a text into the folder.
    ///
    /// - Returns: what was written.
    /// - Throws: `ExportError`.
    public func write(_ text: String, to path: String) throws -> File {
        try write(Data(text.utf8), to: path)
    }

    /// Writes bytes into the folder.
    ///
    /// - Returns: what was written.
    /// - Throws: `ExportError`.
    public func write(_ data: Data, to path: String) throws -> File {
        let digest = ContentDigest(size: Int64(data.count), sha256: SHA256.digits(of: data))
        let target = try place(path)
        guard FileManager.default.createFile(atPath: target.path, contents: data) else {
            throw ExportError(target.path, code: errno)
        }
        return File(path: path, digest: digest)
    }

    /// Gives the folder its name.
    ///
    /// - Throws: `ExportError`.
    public func finish() throws(ExportError) {
        sync()
        guard rename(hidden.path, destination.path) == 0 else {
            // Another export may have come first.
            if [ENOTEMPTY, EEXIST, ENOTDIR].contains(errno) { throw Self.taken(destination) }
            throw ExportError(destination.path, code: errno)
        }
        isOver = true
    }

    private static func taken(_ destination: URL) -> ExportError {
        ExportError(
            destination.path, reason: "there is something already",
            remedy: "Name a folder that is new or empty")
    }

    /// Removes what was written, if the folder is not finished.
    public func abandon() {
        guard !isOver else { return }
        isOver = true
        try? FileManager.default.removeItem(at: hidden)
    }

    // MARK: Files

    private func place(_ path: String) throws(ExportError) -> URL {
        guard DocumentName.isSafe(path) else {
            throw ExportError(path.singleLine, reason: "this is not a name for a file in an export")
        }
        let file = hidden.appending(path: path)
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        } catch {
            throw ExportError(file.path, code: errno)
        }
        return file
    }

    /// An archive has no folders without documents.
    private func removeEmptyFolders(above file: URL) {
        var folder = file.deletingLastPathComponent()
        while folder.path.count > hidden.path.count, rmdir(folder.path) == 0 {
            folder.deleteLastPathComponent()
        }
    }

    private static func copy(_ source: URL, to target: URL) throws -> ContentDigest? {
        let input = open(source.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard input >= 0 else {
            if errno == ENOENT { return nil }
            throw ExportError(reading: source.path, code: errno)
        }
        defer { close(input) }
        let output = open(target.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard output >= 0 else { throw ExportError(target.path, code: errno) }
        defer { close(output) }
        let digest = SHA256()
        var size: Int64 = 0
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            try Task.checkCancellation()
            let count = read(input, buffer.baseAddress, buffer.count)
            if count == 0 { return ContentDigest(size: size, sha256: digest.finish()) }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw ExportError(reading: source.path, code: errno)
            }
            let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            digest.update(piece)
            size += Int64(count)
            let code = piece.writeAll(to: output)
            guard code == 0 else { throw ExportError(target.path, code: code) }
        }
    }
}
