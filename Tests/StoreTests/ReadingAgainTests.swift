import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import DirectoryStoring
import Foundation
import Testing

/// What is large is read again beside everything else.
@Suite(.timeLimit(.minutes(1))) struct ReadingAgainTests {
    /// What may be large.
    enum Large: CaseIterable { case document, staged, version, quarantined }

    private let folder: TemporaryFolder
    private let store: DirectoryStore

    init() throws {
        folder = try TemporaryFolder()
        store = DirectoryStore(root: folder.url)
    }

    @discardableResult private func publish(
        _ text: String, as name: String, in area: Publication.Area = .documents,
        replaces: ContentDigest? = nil
    ) async throws -> ContentDigest {
        let document = try await store.stage(text)
        try await store.flush([document])
        let publication = Publication(document: document, in: area, name: name, replaces: replaces)
        #expect(try await store.publish([publication]).isEmpty)
        return document.digest
    }

    /// Makes something, small as yet.
    ///
    /// - Returns: the path of its file in the library, and what reads it again.
    private func make(_ large: Large) async throws -> (path: String, read: @Sendable () async throws -> Void)
    {
        let store = store
        switch large {
        case .document:
            try await publish("text", as: "large.bin")
            return ("large.bin", { _ = try await store.digest(ofDocumentNamed: "large.bin") })
        case .staged:
            let staged = try await store.stage("text")
            return (".carrel/incoming/\(staged.token)", { _ = try await store.digest(of: staged, .sha512) })
        case .version:
            let digest = try await publish("text", as: "large.bin")
            try await publish("new", as: "large.bin", replaces: digest)
            let version = try #require(try await store.versions(ofDocumentNamed: "large.bin").first)
            return (
                ".carrel/versions/large.bin/\(version.name)", { _ = try await store.digest(of: version) }
            )
        case .quarantined:
            try await publish("text", as: "large~1.bin", in: .quarantine)
            return (
                ".carrel/quarantine/large~1.bin",
                { _ = try await store.staged(quarantined: "large~1.bin") }
            )
        }
    }

    @Test(arguments: Large.allCases)
    func `a large document that is read again holds up no other, and ends when it is cancelled`(
        large: Large
    ) async throws {
        let (path, read) = try await make(large)
        // 32 GiB, which take no room, and seconds to be read.
        #expect(truncate(folder.url.appending(path: path).path, 1 << 35) == 0)
        let reading = Task { try await read() }
        while try !folder.isOpen(path) { try await Task.sleep(for: .milliseconds(1)) }
        try await publish("small", as: "small.txt")
        reading.cancel()
        let error = await #expect(throws: StoreError.self) { try await reading.value }
        #expect(error?.code == .cancelled)
    }
}
