import CarrelBasics
import CarrelDigest
import CarrelFiles
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelStaging
import Foundation

extension DirectoryStore {
    /// Those of the names that anything at all has.
    public func held(of names: [String]) throws(StoreError) -> Set<String> {
        var held = Set<String>()
        let root = try folder.prepared().root
        for name in names {
            try LibraryFolder.check(name: name)
            if try Self.isHeld(name, in: root) { held.insert(name) }
        }
        return held
    }

    /// Whether anything has a name, or what is not a folder has the name of one that it is in.
    private static func isHeld(_ name: String, in root: Folder) throws(StoreError) -> Bool {
        if let place = try root.place(of: name) { return try place.facts != nil }
        for folder in DocumentName.folders(of: name) {
            guard let facts = try root.place(of: folder)?.facts else { return false }
            if facts.kind != .folder { return true }
        }
        return false
    }

    /// What would keep documents that are missing from their names.
    public func obstacles(at names: [String]) async throws(StoreError) -> [FileName: StoreError] {
        var obstacles: [FileName: StoreError] = [:]
        let root = try folder.prepared().root
        for name in names {
            try LibraryFolder.check(name: name)
            // Where the disk does not tell, publishing does.
            obstacles[FileName(name)] = try? root.obstacle(at: name)
        }
        return obstacles
    }

    /// What is stored under names; meanwhile the store does other things.
    public nonisolated func entries(of names: [String]) async throws(StoreError) -> [FileName: StoreEntry] {
        try await FileReading.run { () throws(StoreError) in try Self.entries(of: names, in: folder) }
    }

    private static func entries(
        of names: [String], in folder: LibraryFolder
    ) throws(StoreError) -> [FileName: StoreEntry] {
        for name in names { try LibraryFolder.check(name: name) }
        guard let root = try folder.existing() else { return [:] }
        let entries = Locked([FileName: StoreEntry](minimumCapacity: names.count))
        // Most of the time is the system's, and nothing else happens meanwhile.
        let parts = min(Processors.count, 4, 1 + names.count / 500)
        DispatchQueue.concurrentPerform(iterations: parts) { part in
            let share = names[names.count * part / parts..<names.count * (part + 1) / parts]
            let found = share.compactMap { name -> (String, StoreEntry)? in
                do throws(StoreError) {
                    guard let facts = try root.place(of: name)?.facts, facts.kind == .regular else {
                        return nil
                    }
                    return (name, StoreEntry(size: facts.size, fileTime: facts.fileTime))
                } catch {
                    // That is this document's trouble, and not that it is missing.
                    return (name, StoreEntry.unseen)
                }
            }
            entries.withLock { entries in for (name, entry) in found { entries[FileName(name)] = entry } }
        }
        return entries.value
    }

    /// Lends the document's own file.
    public nonisolated func withFile<Value, Failure>(
        named name: String, _ body: (URL) async throws(Failure) -> Value
    ) async throws(StoreError) -> Result<Value, Failure> {
        let file = try await file(named: name)
        return await Result(of: { () async throws(Failure) in try await body(file) })
    }

    /// The document's own file.
    public func localFile(named name: String) throws(StoreError) -> URL? { try file(named: name) }

    private func file(named name: String) throws(StoreError) -> URL {
        let path = folder.root.path + "/" + name
        guard try Self.entries(of: [name], in: folder)[FileName(name)] != nil else {
            throw StoreError(
                .notFound, subject: path, reason: "there is no such file", remedy: "Run carrel sync")
        }
        return URL(filePath: path)
    }

    /// Reads a document again.
    public nonisolated func digest(ofDocumentNamed name: String) async throws(StoreError) -> ContentDigest? {
        try LibraryFolder.check(name: name)
        return try await FileReading.run { () throws(StoreError) in
            try folder.existing()?.place(of: name)?.digest()
        }
    }

    /// Reads a staged document again.
    public nonisolated func digest(
        of document: StagedDocument, _ algorithm: DigestAlgorithm
    ) async throws(StoreError) -> String {
        if algorithm == .sha256 { return document.digest.sha256 }
        return try await FileReading.run { () throws(StoreError) in
            let file = try Self.staged(document, in: folder.prepared())
            let hash = MessageDigest(algorithm)
            try file.readAll { hash.update($0) }
            return hash.finish()
        }
    }

    /// The most names that are listed, and the deepest folders: somebody may keep a library among much else.
    private static let listedNames = 1_000_000
    private static let listedDepth = 16

    /// The names in the store, in byte order; those of another library within are left out.
    public func names() throws(StoreError) -> [String] {
        guard let root = try folder.existing() else { return [] }
        var names: [String] = []
        try Self.list(root, "", depth: 0, &names)
        return names.inByteOrder()
    }

    private static func list(
        _ folder: Folder, _ above: String, depth: Int, _ names: inout [String]
    ) throws(StoreError) {
        let found = try folder.names()
        guard depth == 0 || !found.folders.contains(OpenFolders.carrel) else { return }
        names += found.files.lazy.filter { !$0.hasPrefix(".") }.map { above + $0 }
        guard depth < listedDepth else { return }
        for name in found.folders where !name.hasPrefix(".") && names.count < listedNames {
            do throws(StoreError) {
                guard let inner = try folder.folder(name) else { continue }
                try list(inner, above + name + "/", depth: depth + 1, &names)
            } catch  where [.readOnly, .foreign, .notFound].contains(error.code) {
                // What may not be read, or has gone meanwhile, holds nothing of the library.
            }
        }
    }
}
