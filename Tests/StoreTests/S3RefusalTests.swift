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

/// What a store does about a bucket that refuses some requests, and takes them later.
@Suite(.timeLimit(.minutes(5)), .enabled(if: ObjectStore.program != nil, "SeaweedFS (weed) is not installed"))
struct S3RefusalTests {
    private let folder: TemporaryFolder
    private let fetcher = RefusingFetcher(CurlFetcher())

    init() throws { folder = try TemporaryFolder() }

    private func store(_ prefix: String = TestBucket.newPrefix()) async throws -> S3Store {
        S3Store(
            client: try await TestBucket.shared(fetcher).client(), prefix: prefix, folder: folder.url)
    }

    private func publication(
        _ text: String, as name: String = "a.txt", replaces: ContentDigest? = nil, in store: S3Store
    ) async throws -> Publication {
        let document = try await store.stage(text)
        try await store.flush([document])
        return Publication(document: document, name: name, replaces: replaces)
    }

    /// Publishes versions of `a.txt`, one after the other; returns the last one.
    private func publish(_ texts: [String], in store: S3Store) async throws -> ContentDigest {
        var last: ContentDigest?
        for text in texts {
            let publication = try await publication(text, replaces: last, in: store)
            #expect(try await store.publish([publication]).isEmpty)
            last = publication.document.digest
        }
        return try #require(last)
    }

    private func move(_ digest: ContentDigest, in store: S3Store) throws -> Publication {
        let document = try store.staged(documentNamed: "a.txt", holding: digest)
        var move = Publication(document: document, name: "b.txt")
        move.moves = "a.txt"
        return move
    }

    private func numbers(_ name: String, in store: S3Store) async throws -> [Int] {
        let versions = try #require(store.versions)
        return try await versions.versions(ofDocumentNamed: name).map(\.number)
    }

    @Test(arguments: [
        ("DELETE", "/.carrel/versions/a.txt/"), ("PUT", "/.carrel/versions/b.txt/00000002"),
        ("PUT", "/b.txt"), ("DELETE", "/a.txt"),
    ])
    func `versions are not doubled where a move is interrupted and repeated`(
        method: String, part: String
    ) async throws {
        let store = try await store()
        let last = try await publish(["one", "two", "three", "four"], in: store)
        let move = try move(last, in: store)
        fetcher.refuseAll(from: method, part)
        await #expect(throws: StoreError.self) { _ = try await store.publish([move]) }
        fetcher.takeAll()
        for _ in 1...2 {
            #expect(try await store.publish([move]).isEmpty)
            #expect(try await numbers("b.txt", in: store) == [1, 2, 3])
            #expect(try await numbers("a.txt", in: store) == [])
        }
        #expect(try await store.names() == ["b.txt"])
    }

    @Test func `a document whose earlier version cannot follow it keeps its name`() async throws {
        let store = try await store()
        let last = try await publish(["one", "two", "three"], in: store)
        let move = try move(last, in: store)
        fetcher.refuse(["PUT"], "/.carrel/versions/b.txt/00000002", as: "NoSuchKey")
        #expect(try await store.publish([move]).map(\.publication) == [move])
        #expect(try await store.names() == ["a.txt"])
        #expect(try await numbers("a.txt", in: store) == [1, 2])
        #expect(try await numbers("b.txt", in: store) == [])
        fetcher.takeAll()
        #expect(try await store.publish([move]).isEmpty)
        #expect(try await store.names() == ["b.txt"])
        #expect(try await numbers("b.txt", in: store) == [1, 2])
    }

    @Test func `a new version has no name where an edited document cannot become one`() async throws {
        let prefix = TestBucket.newPrefix()
        let store = try await store(prefix)
        let last = try await publish(["one", "two"], in: store)
        let client = try await TestBucket.shared(fetcher).client()
        try await client.write(prefix + "a.txt", bytes: Array("theirs".utf8))
        var publication = try await publication("three", as: "b.txt", replaces: last, in: store)
        publication.succeeds = "a.txt"
        fetcher.refuse(["PUT"], "~edited", as: "NoSuchKey")
        #expect(try await store.publish([publication]).count == 1)
        #expect(try await store.names() == ["a.txt"])
        #expect(try await numbers("a.txt", in: store) == [1])
        fetcher.takeAll()
        #expect(try await store.publish([publication]).isEmpty)
        #expect(try await store.names() == ["a.txt", "b.txt"])
        #expect(try await numbers("b.txt", in: store) == [1, 2])
    }

    @Test func `content that comes again is one version where keeping it is interrupted`() async throws {
        let store = try await store()
        let two = try await publish(["one", "two", "one", "two"], in: store)
        let update = try await publication("three", replaces: two, in: store)
        fetcher.refuseAll(from: "DELETE", "/.carrel/versions/a.txt/")
        await #expect(throws: StoreError.self) { _ = try await store.publish([update]) }
        fetcher.takeAll()
        #expect(try await store.publish([update]).isEmpty)
        #expect(try await numbers("a.txt", in: store).sorted() == [1, 2])
    }

    @Test func `an update that was lost on its way to its name is not taken for published`() async throws {
        let prefix = TestBucket.newPrefix()
        let one = try await publish(["one"], in: try await store(prefix))
        let update = try await publication("two", replaces: one, in: try await store(prefix))
        let client = try await TestBucket.shared(fetcher).client()
        var sent: [String] = []
        try await client.all(prefix + ".carrel/incoming/") { objects in
            sent += objects.map(\.key)
            return true
        }
        #expect(sent.count == 1)
        for key in sent { try await client.remove(key) }
        // As a process that begins anew.
        let refused = try await store(prefix).publish([update])
        #expect(refused.map(\.error.code) == [.notFound])
        let again = try await publication("two", replaces: one, in: try await store(prefix))
        for _ in 1...2 { #expect(try await store(prefix).publish([again]).isEmpty) }
        #expect(try await store(prefix).digest(ofDocumentNamed: "a.txt") == again.document.digest)
    }

    // MARK: One object

    @Test func `an object that the bucket refuses alone does not end a run, unlike a refusal of everything`()
        async throws
    {
        let store = try await store()
        for name in ["a.txt", "b.txt"] {
            let publication = try await publication("content of \(name)", as: name, in: store)
            #expect(try await store.publish([publication]).isEmpty)
        }
        fetcher.refuse(["HEAD", "GET"], "/a.txt")
        let entries = try await store.entries(of: ["a.txt", "b.txt"])
        #expect(entries["a.txt"] == StoreEntry.unseen && entries["b.txt"]?.size == 16)
        let error = await #expect(throws: StoreError.self) {
            _ = try await store.digest(ofDocumentNamed: "a.txt")
        }
        #expect(error?.endsRun == false && error?.reason == "It is refused (AccessDenied)")
        #expect(try await store.digest(ofDocumentNamed: "b.txt") != nil)
        fetcher.refuse(["HEAD", "GET"], "/")
        let all = await #expect(throws: StoreError.self) {
            _ = try await store.digest(ofDocumentNamed: "a.txt")
        }
        #expect(all?.code == .unreachable)
        await #expect(throws: StoreError.self) { _ = try await store.entries(of: ["a.txt", "b.txt"]) }
        // What is said of the bucket concerns every object, whichever it was said for.
        fetcher.refuse(["GET"], "/a.txt", as: "NoSuchBucket")
        let gone = await #expect(throws: StoreError.self) {
            _ = try await store.digest(ofDocumentNamed: "a.txt")
        }
        #expect(gone?.code == .unreachable)
    }

    @Test(arguments: ["AccessDenied", "EntityTooLarge"])
    func `a document that the bucket refuses is refused alone, and a right that lacks ends the run`(
        code: String
    ) async throws {
        let store = try await store()
        let first = try await publication("one", as: "a.txt", in: store)
        let second = try await publication("two", as: "b.txt", in: store)
        fetcher.refuse(["PUT"], "/a.txt", as: code)
        #expect(try await store.publish([first, second]).map(\.publication) == [first])
        #expect(try await store.names() == ["b.txt"])
        fetcher.refuse(["PUT"], "/")
        let error = await #expect(throws: StoreError.self) { _ = try await store.publish([first]) }
        #expect(error?.code == .unreachable)
        fetcher.takeAll()
        #expect(try await store.publish([first]).isEmpty)
        #expect(try await store.names() == ["a.txt", "b.txt"])
    }

    @Test func `a document is published although the bucket keeps what is to be removed`() async throws {
        let store = S3Store(
            client: try await TestBucket.shared(fetcher).client(), prefix: TestBucket.newPrefix(),
            folder: folder.url, versionsKept: 1)
        let two = try await publish(["one", "two"], in: store)
        fetcher.refuse(["DELETE"], "/.carrel/versions/")
        let update = try await publication("three", replaces: two, in: store)
        #expect(try await store.publish([update]).isEmpty)
        fetcher.refuse(["DELETE"], "/.carrel/incoming/")
        let last = try await publication("four", replaces: update.document.digest, in: store)
        #expect(try await store.publish([last]).isEmpty)
        try await store.removeAbandoned()
        #expect(try await store.digest(ofDocumentNamed: "a.txt") == last.document.digest)
    }

    @Test func `a document goes although the bucket keeps one of its versions`() async throws {
        let store = try await store()
        let last = try await publish(["one", "two", "three"], in: store)
        fetcher.refuse(["DELETE"], "/.carrel/versions/a.txt/00000001")
        #expect(try await store.remove(documentNamed: "a.txt", holding: last))
        #expect(try await store.names().isEmpty)
        #expect(try await numbers("a.txt", in: store) == [1])
    }

    @Test(arguments: ["AccessDenied", "NoSuchKey"])
    func `a document stays where the bucket does not list its versions`(code: String) async throws {
        let store = try await store()
        let last = try await publish(["one", "two"], in: store)
        fetcher.refuse(["GET"], "versions%2Fa.txt%2F", as: code)
        await #expect(throws: StoreError.self) {
            _ = try await store.remove(documentNamed: "a.txt", holding: last)
        }
        fetcher.takeAll()
        #expect(try await store.names() == ["a.txt"])
        #expect(try await store.remove(documentNamed: "a.txt", holding: last))
        #expect(try await numbers("a.txt", in: store).isEmpty)
    }
}
