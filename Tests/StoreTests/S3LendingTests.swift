import CarrelHTTP
import CarrelModel
import CarrelS3
import CarrelStages
import CarrelTesting
import Foundation
import S3Storing
import Testing

/// Copies of documents of a bucket, lent as files, and of the folder that they are in.
@Suite(.timeLimit(.minutes(1))) struct S3LendingTests {
    private let folder: TemporaryFolder
    private let fetcher = ScriptedFetcher()

    init() throws {
        folder = try TemporaryFolder()
        let page = "<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>"
        for path in ["", "/"] { fetcher.on("http://s3.test/library\(path)", .content(page)) }
        fetcher.on("http://s3.test/library/a.txt", .content("abc", fields: [("ETag", "\"1\"")]))
    }

    /// The store as another process opens it.
    private func store(in folder: URL? = nil) throws -> S3Store {
        let endpoint = try #require(URL(string: "http://s3.test"))
        let client = S3Client(
            bucket: S3Bucket(endpoint: endpoint, name: "library", region: "us-east-1"), fetcher: fetcher,
            keys: FixedS3Keys(TestBucket.keys), clock: ManualClock(.autoAdvancing))
        return S3Store(client: client, folder: folder ?? self.folder.url)
    }

    /// How the bucket knows a folder.
    private func machine(_ folder: URL) async throws -> String {
        let key = ItemKey(catalog: "c", collection: "C", item: "a")
        let staged = try await store(in: folder).stage([DocumentContent(key: key, bytes: [1])])
        return String(try #require(staged.first).get().token.split(separator: "/")[1])
    }

    @Test func `a folder that was copied is another machine to the bucket`() async throws {
        let (one, copy) = (folder.url.appending(path: "one"), folder.url.appending(path: "copy"))
        let first = try await machine(one)
        try FileManager.default.copyItem(at: one, to: copy)
        #expect(try await machine(one) == first)
        #expect(try await machine(copy) != first)
    }

    @Test func `the name that an earlier Carrel gave a folder stays that of the folder, and of no copy`()
        async throws
    {
        let (one, copy) = (folder.url.appending(path: "one"), folder.url.appending(path: "copy"))
        _ = try await machine(one)
        try folder.write("one/.carrel/incoming/machine", "earlier")
        #expect(try await machine(one) == "earlier")
        #expect(try await machine(one) == "earlier")
        try FileManager.default.copyItem(at: one, to: copy)
        #expect(try await machine(copy) != "earlier")
    }

    @Test func `a copy that is lent outlives the recovery of another process`() async throws {
        let (lender, other) = (try store(), try store())
        let copy = try await lender.withFile(named: "a.txt") { file in
            try folder.write(".carrel/incoming/1-1.whole", "left by a killed process")
            try await other.removeAbandoned()
            let content = try Data(contentsOf: file)
            #expect(content == Data("abc".utf8))
            return file
        }.get()
        #expect(!FileManager.default.fileExists(atPath: copy.path))
        #expect(folder.names(".carrel/incoming") == ["machine"])
    }
}
