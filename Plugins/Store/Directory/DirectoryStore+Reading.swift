import CarrelCore
import CarrelDigest
import Foundation

extension DirectoryStore {
    /// The partial documents that can be continued.
    public func partials() throws(StoreError) -> [ItemKey: PartialDocument] {
        var partials: [ItemKey: PartialDocument] = [:]
        for name in LibraryFolder.files(in: folder.incoming.path) where name.hasSuffix(".note") {
            guard let noted = NotedPartial(path: folder.incoming.path + "/" + name),
                let size = LibraryFolder.size(ofFile: folder.partial(noted.key)), size > 0
            else { continue }
            partials[noted.key] = PartialDocument(bytes: size, note: noted.note)
        }
        return partials
    }

    /// Those of the names that anything at all has.
    public func held(of names: [String]) throws(StoreError) -> Set<String> {
        var held = Set<String>()
        let folders = try prepared()
        for name in names {
            _ = try folder.document(named: name)
            var status = stat()
            if fstatat(folders.root.raw, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { held.insert(name) }
        }
        return held
    }

    /// Those of the names under which no document is stored.
    public func missing(of names: [String]) throws(StoreError) -> Set<String> {
        var missing = Set<String>()
        guard let root = try? FileDescriptor(folder: folder.root.path, doing: "could not be opened") else {
            return Set(names)
        }
        for name in names {
            _ = try folder.document(named: name)
            var status = stat()
            let isThere = fstatat(root.raw, name, &status, AT_SYMLINK_NOFOLLOW) == 0
            if !isThere || status.st_mode & S_IFMT != S_IFREG { missing.insert(name) }
        }
        return missing
    }

    /// What is stored under a name.
    public func entry(named name: String) throws(StoreError) -> StoreEntry? {
        LibraryFolder.size(ofFile: try folder.document(named: name)).map(StoreEntry.init)
    }

    /// The file that holds a document.
    public func file(named name: String) throws(StoreError) -> URL {
        let path = try folder.document(named: name)
        guard LibraryFolder.size(ofFile: path) != nil else {
            throw StoreError(
                .notFound, subject: path, reason: "there is no such file", remedy: "Run carrel sync")
        }
        return URL(filePath: path)
    }

    /// Reads a document again.
    public func digest(ofDocumentNamed name: String) throws(StoreError) -> ContentDigest? {
        try digest(ofFile: try folder.document(named: name))
    }

    func digest(ofFile path: String) throws(StoreError) -> ContentDigest? {
        guard LibraryFolder.size(ofFile: path) != nil else { return nil }
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
        return LibraryFolder.files(in: root.path).filter { name in
            !name.hasPrefix(".") && LibraryFolder.size(ofFile: root.path + "/" + name) != nil
        }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
