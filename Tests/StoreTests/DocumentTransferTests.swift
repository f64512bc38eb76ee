import CarrelModel
import CarrelStages
import CarrelTesting
import CurlFetching
import DirectoryStoring
import Foundation
import S3Storing
import Testing

/// Documents go from one store to another.
@Suite(.timeLimit(.minutes(3))) struct DocumentTransferTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: DocumentTransferConformance.checks)
    func `a folder gives its documents to a folder`(
        check: ConformanceCheck<DocumentTransferConformance.Stores>
    ) async throws {
        try await check.run { .init(from: directory("from"), to: directory("to")) }
    }

    @Test(.enabled(if: ObjectStore.program != nil), arguments: DocumentTransferConformance.checks)
    func `a folder gives its documents to a bucket`(
        check: ConformanceCheck<DocumentTransferConformance.Stores>
    ) async throws {
        try await check.run { .init(from: directory("from"), to: try await bucket("to")) }
    }

    @Test(.enabled(if: ObjectStore.program != nil), arguments: DocumentTransferConformance.checks)
    func `a bucket gives its documents to a folder`(
        check: ConformanceCheck<DocumentTransferConformance.Stores>
    ) async throws {
        try await check.run { .init(from: try await bucket("from"), to: directory("to")) }
    }

    @Test(.enabled(if: ObjectStore.program != nil), arguments: DocumentTransferConformance.checks)
    func `a bucket gives its documents to a bucket`(
        check: ConformanceCheck<DocumentTransferConformance.Stores>
    ) async throws {
        try await check.run { .init(from: try await bucket("from"), to: try await bucket("to")) }
    }

    @Test func `a link in place of a document or a version is not followed`() async throws {
        let secret = folder.url.appending(path: "secret")
        try Data("secret".utf8).write(to: secret)
        let (from, to) = (directory("from"), directory("to"))
        let name = "00000001-0123456789abcdef.txt"
        for (place, path) in [
            (KeptPlace.document("a.txt"), "from/a.txt"),
            (KeptPlace.version(of: "a.txt", name), "from/.carrel/versions/a.txt/\(name)"),
        ] {
            let link = folder.url.appending(path: path)
            try FileManager.default.createDirectory(
                at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: secret)
            let key = ItemKey(catalog: "", collection: "", item: path)
            let writer = try to.writer(for: key)
            _ = try? await from.copy(place, into: writer)
            #expect(writer.bytesWritten == 0)
            writer.discard()
        }
    }

    private func directory(_ name: String) -> DirectoryStore {
        DirectoryStore(root: folder.url.appending(path: name))
    }

    private func bucket(_ name: String) async throws -> S3Store {
        let client = try await TestBucket.shared(CurlFetcher()).client()
        return S3Store(
            client: client, prefix: TestBucket.newPrefix(), folder: folder.url.appending(path: name))
    }
}
