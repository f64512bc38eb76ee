import CarrelBasics
import CarrelModel
import CarrelStages
import CarrelTesting
import DirectoryStoring
import Foundation
import Testing

/// What a person saves while a large document is read is kept.
@Suite(.timeLimit(.minutes(2))) struct SavedMeanwhileTests {
    private static let name = "large.bin"
    private static let words = "my own words"
    private let folder: TemporaryFolder
    private let store: DirectoryStore
    /// The content of the large document.
    private let digest: ContentDigest

    init() async throws {
        let folder = try TemporaryFolder()
        let store = DirectoryStore(root: folder.url, isDurable: false, versionsKept: 0)
        try folder.write(Self.name, "")
        // It takes no room, and a while to be read.
        #expect(truncate(folder.url.appending(path: Self.name).path, 1 << 29) == 0)
        let digest = try await store.digest(ofDocumentNamed: Self.name)
        (self.folder, self.store) = (folder, store)
        self.digest = try #require(digest)
    }

    /// Does something that reads the document, and meanwhile saves something else under its name as editors do.
    private func saving<Value: Sendable>(
        while reads: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try folder.write(".saving", Self.words)
        let hasEnded = Locked(false)
        let task = Task {
            defer { hasEnded.withLock { $0 = true } }
            return try await reads()
        }
        // Whenever it is saved, nothing may be lost; one that is saved too late proves nothing.
        while try !folder.isOpen(Self.name), !hasEnded.value { await Task.yield() }
        let path = folder.url.appending(path: Self.name).path
        #expect(rename(folder.url.appending(path: ".saving").path, path) == 0)
        return try await task.value
    }

    @Test func `what is saved while the document before is read becomes a version`() async throws {
        let store = store
        let publication = Publication(
            document: try await store.stage("new"), name: Self.name, replaces: digest)
        #expect(try await saving { try await store.publish([publication]) }.isEmpty)
        let versions = ".carrel/versions/\(Self.name)"
        var texts = try folder.names(versions).map { try folder.text("\(versions)/\($0)") }
        texts.append(try folder.text(Self.name))
        #expect(texts.contains(Self.words))
    }

    @Test func `what is saved while the document is removed stays`() async throws {
        let (store, digest) = (store, digest)
        _ = try await saving { try await store.remove(documentNamed: Self.name, holding: digest) }
        #expect(try folder.text(Self.name) == Self.words)
    }

    @Test func `what is saved while the document is set aside is not lost`() async throws {
        let store = store
        let document = try store.staged(documentNamed: Self.name, holding: digest)
        let publication = Publication(document: document, in: .quarantine, name: "large~1.bin")
        _ = try await saving { try await store.publish([publication]) }
        #expect(try folder.text(Self.name) == Self.words)
    }
}
