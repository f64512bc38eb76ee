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
        let document = try await stage("mine", in: store)
        #expect(try await store.publish([Publication(document: document, name: "a.txt")]).isEmpty)
        try await client.write(prefix + "a.txt", bytes: Array("theirs".utf8))
        var move = Publication(
            document: try store.staged(documentNamed: "a.txt", holding: document.digest), name: "b.txt")
        move.moves = "a.txt"
        #expect(try await store.publish([move]).isEmpty)
        let next = try await stage("new", in: store)
        let update = Publication(document: next, name: "b.txt", replaces: document.digest)
        #expect(try await store.publish([update]).isEmpty)
        let versions = try #require(store.versions)
        #expect(try await versions.versions(ofDocumentNamed: "b.txt").map(\.isEdited) == [true])
    }

    @Test func `a version that somebody overwrote is not taken for the content of the document`() async throws
    {
        let client = try await TestBucket.shared(CurlFetcher()).client()
        let prefix = TestBucket.newPrefix()
        let store = S3Store(client: client, prefix: prefix, folder: folder.url)
        let one = try await publish("one", in: store)
        let two = try await publish("two", replaces: one, in: store)
        _ = try await publish("one", replaces: two, in: store)
        let versions = try #require(store.versions)
        let first = try #require(try await versions.versions(ofDocumentNamed: "a.txt").first)
        try await client.write(
            prefix + ".carrel/versions/a.txt/" + first.name, bytes: Array("theirs".utf8))
        _ = try await publish("three", replaces: one, in: store)
        var digests: [ContentDigest?] = []
        for version in try await versions.versions(ofDocumentNamed: "a.txt") {
            digests.append(try await versions.digest(of: version))
        }
        #expect(digests.count == 3 && digests.contains(one) && digests.contains(two))
    }

    @Test func `what somebody writes while a document is being replaced is kept`() async throws {
        let (store, write) = try await interrupted(afterWriting: "/.carrel/versions/a.txt/")
        let one = try await publish("one", in: store)
        let two = try await publish("two", replaces: one, in: store)
        #expect(write.value)
        #expect(try await store.digest(ofDocumentNamed: "a.txt") == two)
        let versions = try #require(store.versions)
        let kept = try await versions.versions(ofDocumentNamed: "a.txt")
        #expect(kept.map(\.size) == [3, 6] && kept.map(\.isEdited) == [false, true])
    }

    @Test func `what somebody writes under the former name of a document stays there`() async throws {
        let (store, write) = try await interrupted(afterWriting: "/b.txt")
        let one = try await publish("one", in: store)
        var move = Publication(
            document: try store.staged(documentNamed: "a.txt", holding: one), name: "b.txt")
        move.moves = "a.txt"
        #expect(try await store.publish([move]).isEmpty)
        #expect(write.value)
        #expect(try await store.names() == ["a.txt", "b.txt"])
        #expect(try await store.digest(ofDocumentNamed: "b.txt") == one)
    }

    @Test func `what another machine finished has its name, and is refused to nobody`() async throws {
        let client = try await TestBucket.shared(CurlFetcher()).client()
        let prefix = TestBucket.newPrefix()
        let store = S3Store(client: client, prefix: prefix, folder: folder.url)
        let publication = Publication(document: try await stage("one", in: store), name: "a.txt")
        let other = S3Store(client: client, prefix: prefix, folder: others)
        #expect(try await other.publish([publication]).isEmpty)
        #expect(try await store.publish([publication]).isEmpty)
        #expect(try await store.digest(ofDocumentNamed: "a.txt") == publication.document.digest)
    }

    @Test func `what another machine finishes beside a version becomes none`() async throws {
        let work = Locked<Publication?>(nil)
        let kept = "/.carrel/versions/a.txt/"
        let (store, hasFinished) = try await interrupted(afterWriting: kept) {
            [others] client, prefix in
            let other = S3Store(client: client, prefix: prefix, folder: others)
            let publication = try #require(work.value)
            #expect(try await other.publish([publication]).isEmpty)
        }
        let one = try await publish("one", in: store)
        let two = try await stage("two", in: store)
        let publication = Publication(document: two, name: "a.txt", replaces: one)
        work.withLock { $0 = publication }
        #expect(try await store.publish([publication]).isEmpty)
        #expect(hasFinished.value)
        #expect(try await store.digest(ofDocumentNamed: "a.txt") == two.digest)
        let versions = try #require(store.versions)
        #expect(try await versions.versions(ofDocumentNamed: "a.txt").map(\.isEdited) == [false])
    }

    /// The folder of another machine.
    private var others: URL { folder.url.appending(path: "others") }

    private func publish(
        _ text: String, replaces: ContentDigest? = nil, in store: S3Store
    ) async throws -> ContentDigest {
        let document = try await stage(text, in: store)
        let publication = Publication(document: document, name: "a.txt", replaces: replaces)
        #expect(try await store.publish([publication]).isEmpty)
        return document.digest
    }

    private func stage(_ text: String, in store: S3Store) async throws -> StagedDocument {
        let document = try await store.stage(text)
        try await store.flush([document])
        return document
    }

    /// A store in whose bucket somebody else does something once, such as to write `a.txt`, as soon as something was written
    /// to a path; and whether that has happened.
    private func interrupted(
        afterWriting path: String,
        by meddling: @escaping @Sendable (S3Client, String) async throws -> Void = { client, prefix in
            try await client.write(prefix + "a.txt", bytes: Array("theirs".utf8))
        }
    ) async throws -> (S3Store, Locked<Bool>) {
        let other = try await TestBucket.shared(CurlFetcher()).client()
        let prefix = TestBucket.newPrefix()
        let hasWritten = Locked(false)
        let fetcher = InterruptedFetcher(path: path) {
            let isFirst = hasWritten.withLock { written in
                defer { written = true }
                return !written
            }
            guard isFirst else { return }
            do {
                try await meddling(other, prefix)
            } catch {
                Issue.record(error)
            }
        }
        let client = try await TestBucket.shared(fetcher).client()
        return (S3Store(client: client, prefix: prefix, folder: folder.url), hasWritten)
    }
}

/// Sends requests; does something after each that wrote to a path.
private struct InterruptedFetcher: Fetcher {
    private let fetcher = CurlFetcher()
    let path: String
    let then: @Sendable () async -> Void

    init(path: String, then: @escaping @Sendable () async -> Void) {
        (self.path, self.then) = (path, then)
    }

    func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        try await fetcher.exchange(request, into: sink)
        if request.method == .put, request.target.text.contains(path) { await then() }
    }
}
