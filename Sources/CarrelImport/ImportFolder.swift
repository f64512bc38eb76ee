import CarrelBasics
import CarrelCore
import CarrelDigest
import CarrelFiles
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// The folder that is imported: its files are opened name by name, and links are not followed.
///
/// It is only read, except by `remove`. Runs on a thread of its own.
public actor ImportFolder {
    /// How the removal of a file ended.
    public enum Removal: Sendable {
        /// It is gone.
        case removed
        /// It stays, because it is no longer what was read: its content may be nowhere else.
        case changed
        /// It could not be removed.
        case failed
    }

    /// The most files that are looked at.
    static let maxFiles = 1_000_000
    /// The most folders within each other that are looked into.
    static let maxDepth = 64

    private nonisolated let executor = BlockingExecutor(label: "carrel.import.folder")
    /// Its own thread, which may block.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private nonisolated let folder: Folder
    /// Where it is, for messages.
    public nonisolated let path: String

    /// Opens a folder.
    ///
    /// - Parameter url: the folder, which may be a link to one.
    public init(_ url: URL) throws(ImportError) {
        path = url.standardizedFileURL.path
        let opened: Folder?
        do {
            opened = try Folder.open(path, as: "the folder")
        } catch {
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
                throw ImportError(
                    path, reason: "this is a file, not a folder", remedy: "Name the folder that it is in")
            }
            throw ImportError(path, reason: error.reason, remedy: "Name a folder that you may read")
        }
        guard let opened else {
            throw ImportError(path, reason: "there is no such folder", remedy: "Check the path")
        }
        folder = opened
    }

    /// Where a file is, for messages and records.
    public nonisolated func path(of file: FoundFile) -> String { folder.path(of: file.path) }

    /// Where something that was left out is, for messages.
    public nonisolated func path(of other: LeftOut) -> String { folder.path(of: other.path) }

    /// Lists the files, without those of libraries within; a folder within that cannot be read is left out.
    ///
    /// - Throws: `ImportError` if the folder itself cannot be listed; `CancellationError`.
    public func files() throws -> FoundFiles {
        var found = FoundFiles()
        do {
            try list(folder, [], &found)
        } catch let error as StoreError {
            throw ImportError(path, reason: error.reason, remedy: "Name a folder that you may read")
        }
        found.files.sort { $0.path < $1.path }
        found.unfinished.sort { $0.path < $1.path }
        found.leftOut.sort { $0.path < $1.path }
        return found
    }

    private func list(_ folder: Folder, _ parents: [String], _ found: inout FoundFiles) throws {
        try Task.checkCancellation()
        let (files, folders) = try folder.names()
        // Another library's documents are there under records of their own.
        guard !folders.contains(".carrel") else {
            let path = parents.isEmpty ? "." : parents.joined(separator: "/")
            return found.leftOut.append(LeftOut(path: path, reason: "a library"))
        }
        for (name, kind) in try folder.others() {
            guard found.leftOut.count < Self.maxFiles else { break }
            found.leftOut.append(LeftOut(path: (parents + [name]).joined(separator: "/"), reason: kind))
        }
        let siblings = Set(files)
        for name in files {
            guard found.files.count + found.unfinished.count < Self.maxFiles else {
                found.isCut = true
                return
            }
            let path = (parents + [name]).joined(separator: "/")
            guard let facts = Self.facts(of: name, in: folder, path, &found), facts.kind == .regular else {
                continue
            }
            let file = FoundFile(
                path: path, size: facts.size, time: facts.fileTime, inode: facts.inode)
            if UnfinishedFile.isUnfinished(name, among: siblings) {
                found.unfinished.append(file)
            } else {
                found.files.append(file)
            }
        }
        for name in folders.sorted() {
            guard parents.count < Self.maxDepth else {
                found.isCut = true
                return
            }
            do {
                if let inner = try folder.folder(name) { try list(inner, parents + [name], &found) }
            } catch let error as StoreError {
                // What is wrong with one folder is not wrong with the others.
                let path = (parents + [name]).joined(separator: "/")
                found.leftOut.append(LeftOut(path: path, reason: error.reason))
            }
        }
    }

    /// What a file is; it is left out, with the reason, where the system does not tell.
    private static func facts(
        of name: String, in folder: Folder, _ path: String, _ found: inout FoundFiles
    ) -> FileFacts? {
        do throws(StoreError) {
            return try folder.facts(of: name)
        } catch {
            found.leftOut.append(LeftOut(path: path, reason: error.reason))
            return nil
        }
    }

    // MARK: Reading

    /// The first bytes of a file.
    func beginning(of file: FoundFile) throws(StoreError) -> [UInt8] {
        try Self.open(file, in: folder).read(0..<Int64(ContentSniff.length))
    }

    /// The digests of a file, by algorithm.
    func digests(of file: FoundFile, _ algorithms: Set<DigestAlgorithm>) throws(StoreError)
        -> [DigestAlgorithm:
        String]
    {
        let digests = algorithms.map { ($0, MessageDigest($0)) }
        try Self.read(file, in: folder) { bytes in
            for (_, digest) in digests { digest.update(bytes) }
        }
        return Dictionary(digests.map { ($0, $1.finish()) }) { first, _ in first }
    }

    /// Reads a file for the store.
    public nonisolated func reader(of file: FoundFile) -> Adoption.Reader {
        { [folder] (take) throws(StoreError) in
            try Self.read(file, in: folder, take)
        }
    }

    /// Whether a file may be one that has another path, too: where a disk is mounted twice, or a file has two names.
    ///
    /// A share gives a file another inode where it is mounted for the second time; its time is the same to the nanosecond.
    public func mayBe(_ file: FoundFile, the other: URL) -> Bool {
        guard let parent = try? Folder.open(other.deletingLastPathComponent().path, as: "the folder") else {
            return false
        }
        do throws(StoreError) {
            guard let facts = try parent.facts(of: other.lastPathComponent) else { return false }
            return facts.size == file.size && (facts.inode == file.inode || facts.fileTime == file.time)
        } catch {
            // What cannot be looked at may be the same.
            return true
        }
    }

    /// Removes a file, if it is the one that was read.
    public func remove(_ file: FoundFile) -> Removal {
        guard let (parent, name) = try? Self.parent(of: file, in: folder),
            let facts = try? parent.facts(of: name)
        else { return .failed }
        guard Self.isSame(facts, as: file) else { return .changed }
        return parent.remove(name) == 0 ? .removed : .failed
    }

    /// Reads a file whole, and makes sure that it did not change since it was listed.
    private static func read(
        _ file: FoundFile, in folder: Folder,
        _ take: (UnsafeRawBufferPointer) throws(StoreError) -> Void
    ) throws(StoreError) {
        let open = try open(file, in: folder)
        try open.readAll(take)
        guard isSame(try open.facts(), as: file) else { throw changed(file) }
    }

    private static func open(
        _ file: FoundFile, in folder: Folder
    ) throws(StoreError) -> FileDescriptor {
        let opened: FileDescriptor?
        do {
            let (parent, name) = try parent(of: file, in: folder)
            opened = try parent.file(name)
        } catch {
            // What is wrong with one file is not wrong with the library.
            throw StoreError(.system, subject: file.path, reason: error.reason)
        }
        guard let opened, isSame(try opened.facts(), as: file) else { throw changed(file) }
        return opened
    }

    private static func parent(
        of file: FoundFile, in folder: Folder
    ) throws(StoreError) -> (folder: Folder, name: String) {
        var parent = folder
        let (name, folders) = file.parts
        for component in folders {
            guard let next = try parent.folder(component) else { throw changed(file) }
            parent = next
        }
        return (parent, name)
    }

    private static func isSame(_ facts: FileFacts, as file: FoundFile) -> Bool {
        facts.kind == .regular && facts.size == file.size && facts.inode == file.inode
            && facts.fileTime.isSame(as: file.time)
    }

    private static func changed(_ file: FoundFile) -> StoreError {
        StoreError(.incomplete, subject: file.path, reason: "it changed meanwhile")
    }
}
