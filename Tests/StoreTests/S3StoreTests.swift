import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelS3
import CarrelStages
import CarrelTesting
import CurlFetching
import Foundation
import S3Storing
import Testing

/// Stores over a real object store, each with a folder of its own in one bucket.
@Suite(.timeLimit(.minutes(5)), .enabled(if: ObjectStore.program != nil, "SeaweedFS (weed) is not installed"))
struct S3StoreTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: StoreConformance.checks(for: StorePart.all))
    func `a store in a bucket keeps the promises of a store`(
        check: ConformanceCheck<any Store>
    ) async throws {
        let client = try await TestBucket.shared(CurlFetcher()).client()
        try await check.run {
            S3Store(client: client, prefix: TestBucket.newPrefix(), folder: folder.url)
        }
    }

    @Test func `an object that somebody else wrote stays theirs under another name`() async throws {
        let client = try await TestBucket.shared(CurlFetcher()).client()
        let prefix = TestBucket.newPrefix()
        let store = S3Store(client: client, prefix: prefix, folder: folder.url)
        let key = ItemKey(catalog: "c", collection: "C", item: "a.txt")
        let document = try #require(
            await store.stage([DocumentContent(key: key, bytes: Array("mine".utf8))]).first
        ).get()
        try await store.flush([document])
        #expect(try await store.publish([Publication(document: document, name: "a.txt")]).isEmpty)
        try await client.write(prefix + "a.txt", bytes: Array("theirs".utf8))
        var move = Publication(
            document: try store.staged(documentNamed: "a.txt", holding: document.digest), name: "b.txt")
        move.moves = "a.txt"
        #expect(try await store.publish([move]).isEmpty)
        let next = try #require(
            await store.stage([DocumentContent(key: key, bytes: Array("new".utf8))]).first
        ).get()
        try await store.flush([next])
        let update = Publication(document: next, name: "b.txt", replaces: document.digest)
        #expect(try await store.publish([update]).isEmpty)
        let versions = try #require(store.versions)
        #expect(try await versions.versions(ofDocumentNamed: "b.txt").map(\.isEdited) == [true])
    }
}
