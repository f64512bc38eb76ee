import CarrelDigest
import CarrelFiles
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

extension DirectoryStore {
    /// Those of the names that anything at all has.
    public func held(of names: [String]) throws(StoreError) -> Set<String> {
        var held = Set<String>()
        let root = try folder.prepared().root
        for name in names {
            try LibraryFolder.check(name: name)
            if root.facts(of: name) != nil { held.insert(name) }
        }
        return held
    }

    /// Those of the names under which no document is stored.
    public func missing(of names: [String]) throws(StoreError) -> Set<String> {
        guard let root = try? folder.existing() else { return Set(names) }
        var missing = Set<String>()
        for name in names {
            try LibraryFolder.check(name: name)
            if root.size(of: name) == nil { missing.insert(name) }
        }
        return missing
    }

    /// What is stored under a name.
    public func entry(named name: String) throws(StoreError) -> StoreEntry? {
        try LibraryFolder.check(name: name)
        return try folder.existing()?.size(of: name).map(StoreEntry.init)
    }

    /// Lends the document's own file.
    public nonisolated func withFile<Value, Failure>(
        named name: String, _ body: (URL) async throws(Failure) -> Value
    ) async throws(StoreError) -> Result<Value, Failure> {
        let file = try await file(named: name)
        do {
            return .success(try await body(file))
        } catch {
            return .failure(error)
        }
    }

    /// The document's own file.
    public func localFile(named name: String) throws(StoreError) -> URL? { try file(named: name) }

    private func file(named name: String) throws(StoreError) -> URL {
        let path = folder.root.path + "/" + name
        guard try entry(named: name) != nil else {
            throw StoreError(
                .notFound, subject: path, reason: "there is no such file", remedy: "Run carrel sync")
        }
        return URL(filePath: path)
    }

    /// Reads a document again.
    public nonisolated func digest(ofDocumentNamed name: String) async throws(StoreError) -> ContentDigest? {
        try LibraryFolder.check(name: name)
        return try await FileReading.run { () throws(StoreError) in
            try folder.existing()?.digest(of: name)
        }
    }

    /// Reads a staged document again.
    public nonisolated func digest(
        of document: StagedDocument, _ algorithm: DigestAlgorithm
    ) async throws(StoreError) -> String {
        if algorithm == .sha256 { return document.digest.sha256 }
        return try await FileReading.run { () throws(StoreError) in
            let file = try Self.staged(document, in: folder.prepared())
            let hash: MessageDigest =
                switch algorithm {
                case .sha256: SHA256()
                case .sha512: SHA512()
                }
            try file.readAll { hash.update($0) }
            return hash.finish()
        }
    }

    /// The names in the store, in byte order.
    public func names() throws(StoreError) -> [String] {
        guard let root = try folder.existing() else { return [] }
        return try root.fileNames().filter { !$0.hasPrefix(".") }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
