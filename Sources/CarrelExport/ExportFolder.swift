import CarrelBasics
import CarrelCore
import CarrelDigest
import CarrelFiles
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
        /// Why a document was left out.
        public enum Cause: Sendable, Hashable {
            /// Its file is gone.
            case gone
            /// Its file is not what is recorded.
            case other
            /// Its file cannot be read, or its copy not be written.
            case failed(ErrorMessage)
        }

        /// The document.
        public var document: ExportedLibrary.Document
        /// Why it was left out.
        public var cause: Cause

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
    /// The documents that were left out.
    public private(set) var leftOut: [LeftOut] = []
    /// What is recorded of documents that were replaced or renamed while they were copied, by their former names.
    public private(set) var replaced: [String: StoredDocument] = [:]

    /// Begins a folder.
    ///
    /// - Parameters:
    ///   - destination: where it is to be; nothing may be there but an empty folder.
    ///   - documents: those that are copied.
    ///   - recorded: tells what is recorded of a document now.
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
            var here = stat()
            guard stat(".", &here) != 0 || here.st_dev != status.st_dev || here.st_ino != status.st_ino else {
                throw ExportError(
                    destination.path, reason: "it is the current folder, which would be replaced",
                    remedy: "Name a new folder in it")
            }
        }
        // Later no descriptor may be left to load it with, which would end the process and leave what was written.
        if let problem = LoadedLibrary.crypto.problem() {
            throw ExportError("OpenSSL", reason: problem.reason, remedy: problem.remedy)
        }
        part = try ExportPart(of: destination, isFolder: true)
    }

    /// Copies a document into a folder of this one, unless it is gone or damaged, somebody changed it, or it alone cannot be read
    /// or written: then it is left out.
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
        var cause = LeftOut.Cause.gone
        for _ in 0..<Self.looks {
            switch try await copy(stored, to: "\(folder)/\(stored.name)") {
            case .written(let file):
                guard stored != document.stored else { return (document, file) }
                replaced[document.stored.name] = stored
                return (document.recorded(as: stored), file)
            case .leftOut(let why): cause = why
            }
            // The record changes before the file: if it is the same as before, it belongs to what was read.
            guard let now = try await recorded(document.row.documentKey) else { break }
            if now.document.name == stored.name, now.document.digest == stored.digest {
                guard now.isChanging else { break }
                try await Task.sleep(for: Self.patience)
            }
            stored = now.document
        }
        try checkLibrary()
        leftOut.append(LeftOut(document: document, cause: cause))
        return nil
    }

    /// Ends the export where the library's folder itself is gone or has failed: no document can be read then.
    private func checkLibrary() throws(StoreError) {
        guard let root = documents.root else { return }
        do throws(StoreError) {
            guard try Folder.open(root.path) != nil else { throw StoreError.gone(root.path) }
        } catch  where error.code == .readOnly {
            // Who may not list a folder may still read what is in it.
        }
    }

    /// How often a document is copied that another process keeps replacing, and how long its file may take to follow its
    /// record.
    private static let (looks, patience) = (20, Duration.milliseconds(50))

    private enum Outcome {
        case written(File)
        case leftOut(LeftOut.Cause)
    }

    /// Copies a document as it was recorded; if there is nothing that is, nothing is written.
    ///
    /// - Returns: what came of it.
    /// - Throws: `ExportError`, `StoreError`, `CancellationError`.
    private func copy(_ document: StoredDocument, to path: String) async throws -> Outcome {
        let (target, shown) = (hidden.appending(path: path), place(of: path))
        do {
            try Self.check(document.name)
            try makeFolders(above: path)
            let found = try await copy(fileOf: document, to: target, as: shown)
            if let found, found == document.digest { return .written(File(path: path, digest: found)) }
            if found != nil, unlink(target.path) != 0 { throw ExportError(shown, code: errno) }
            removeEmptyFolders(above: target)
            return .leftOut(found == nil ? .gone : .other)
        } catch let error as ExportError where error.concernsOne {
            removeEmptyFolders(above: target)
            return .leftOut(.failed(error.message))
        } catch let error as StoreError where error.concernsReadingOne {
            removeEmptyFolders(above: target)
            // What helps against one that may not be written does not help here.
            let remedy = error.code == .readOnly ? "Give yourself read permission" : error.remedy
            return .leftOut(
                .failed(ErrorMessage(subject: error.subject, reason: error.reason, remedy: remedy)))
        }
    }

    /// Copies the file of a document; `nil`, and nothing is written, if there is none.
    private func copy(
        fileOf document: StoredDocument, to target: URL, as place: String
    ) async throws -> ContentDigest? {
        do {
            return try await documents.withFile(named: document.name) { source in
                try Self.copy(source, to: target, as: place)
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
        try Self.check(path)
        try makeFolders(above: path)
        let target = hidden.appending(path: path)
        guard FileManager.default.createFile(atPath: target.path, contents: data) else {
            let code = errno
            throw ExportError(place(of: path), code: code)
        }
        return File(path: path, digest: digest)
    }

    /// Gives the folder its name.
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

    /// Where a file is once the folder has its name, for messages.
    private func place(of path: String) -> String { destination.appending(path: path).path }

    private static func check(_ path: String) throws(ExportError) {
        guard !DocumentName.isSafe(path) else { return }
        var error = ExportError(path.singleLine, reason: "this is not a name for a file in an export")
        error.concernsOne = true
        throw error
    }

    private func makeFolders(above path: String) throws(ExportError) {
        var folder = hidden
        for component in DocumentName.components(of: path).dropLast() {
            folder.append(path: component, directoryHint: .isDirectory)
            guard mkdir(folder.path, 0o755) == 0 || errno == EEXIST else {
                let code = errno
                throw ExportError(copyTo: place(of: path), code: code)
            }
        }
    }

    /// Makes a folder that is there without documents, too.
    func makeFolder(_ name: String) throws(ExportError) { try makeFolders(above: name + "/") }

    /// An archive has no other folders without documents.
    private func removeEmptyFolders(above file: URL) {
        var folder = file.deletingLastPathComponent()
        while folder.path.count > hidden.path.count {
            // Those with others in them stay, and some were never made.
            rmdir(folder.path)
            folder.deleteLastPathComponent()
        }
    }
}
