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

/// What is left of uploads in parts that nobody ends.
@Suite(.timeLimit(.minutes(5))) struct S3UploadTests {
    private let folder: TemporaryFolder
    private let prefix = TestBucket.newPrefix()

    init() throws { folder = try TemporaryFolder() }

    private func makeClient(_ fetcher: any Fetcher = CurlFetcher()) async throws -> S3Client {
        try await TestBucket.shared(fetcher).client(partSize: 5 << 20, copySize: 5 << 20)
    }

    private func makeStore(_ client: S3Client, of machine: String = "mine") -> S3Store {
        S3Store(client: client, prefix: prefix, folder: folder.url.appending(path: machine))
    }

    /// The keys of uploads that are not completed.
    private func uploads(_ client: S3Client) async throws -> [String] {
        var keys: [String] = []
        try await client.abortUploads(prefix) { upload in
            keys.append(String(upload.key.dropFirst(prefix.count)))
            return false
        }
        return keys
    }

    private func objects(_ client: S3Client) async throws -> [String] {
        var keys: [String] = []
        try await client.all(prefix) { objects in
            keys += objects.map { String($0.key.dropFirst(prefix.count)) }
            return true
        }
        return keys
    }

    private func stage(in store: S3Store) async throws -> StagedDocument {
        let key = ItemKey(catalog: "c", collection: "C", item: "a.bin")
        let content = DocumentContent(key: key, bytes: Array(TestBytes.make(6 << 20)))
        return try #require(await store.stage([content]).first).get()
    }

    @Test(.enabled(if: ObjectStore.program != nil), arguments: [false, true])
    func `parts that a killed process sent or copied to a name go at the next start`(
        isCopied: Bool
    ) async throws {
        let fetcher = DyingFetcher { request in
            request.target.text.contains("partNumber=")
                && (request.fields["x-amz-copy-source"] != nil) == isCopied
        }
        let dying = makeStore(try await makeClient(fetcher))
        let document = try await stage(in: dying)
        if isCopied {
            try await dying.flush([document])
            let refused = try await dying.publish([Publication(document: document, name: "a.bin")])
            #expect(refused.count == 1)
        } else {
            let content = KeptContent(document, at: .document("a.bin"))
            #expect(try await dying.put([content], replacing: false).count == 1)
        }
        let client = try await makeClient()
        #expect(try await uploads(client) == ["a.bin"])
        // They may go on for all that another machine knows.
        try await makeStore(client, of: "other").removeAbandoned()
        #expect(try await uploads(client) == ["a.bin"])
        try await makeStore(client).removeAbandoned()
        #expect(try await uploads(client).isEmpty)
        #expect(try await objects(client).isEmpty)
    }

    @Test(.enabled(if: ObjectStore.program != nil))
    func `an upload that was begun twice, because an answer was lost, leaves nothing`() async throws {
        let client = try await makeClient(ForgetfulFetcher())
        let store = makeStore(client)
        let content = KeptContent(try await stage(in: store), at: .document("a.bin"))
        #expect(try await store.put([content], replacing: false).isEmpty)
        #expect(try await uploads(client).isEmpty)
        #expect(try await objects(client) == ["a.bin"])
    }

    @Test(.enabled(if: ObjectStore.program != nil))
    func `an upload to a name that another program began stays`() async throws {
        let file = folder.url.appending(path: "theirs")
        let bytes = TestBytes.make(6 << 20)
        try bytes.write(to: file)
        let dying = try await makeClient(DyingFetcher { $0.target.text.contains("partNumber=") })
        await #expect(throws: S3Error.self) {
            try await dying.write(
                prefix + "theirs.bin", file: file.path, size: Int64(bytes.count),
                sha256: SignableRequest.digest(of: bytes))
        }
        let client = try await makeClient()
        try await makeStore(client).removeAbandoned()
        #expect(try await uploads(client) == ["theirs.bin"])
        try await client.abortUploads(prefix) { _ in true }
    }

    @Test func `uploads of other machines go after a week, in whatever part of the list they are`()
        async throws
    {
        let fetcher = ScriptedFetcher()
        let address = "http://s3.test/library/"
        fetcher.on(
            address,
            Reply { request in
                guard request.target.contains("uploads=") else {
                    return Self.answer("<ListBucketResult></ListBucketResult>")
                }
                let (old, young) = ("2025-12-01", "2025-12-31")
                let isFirst = !request.target.contains("key-marker=")
                let uploads =
                    isFirst
                    ? Self.upload("incoming/other/a", old)
                    : Self.upload("incoming/other/b", young) + Self.upload("versions/n/c", old)
                return Self.answer(
                    """
                    <ListMultipartUploadsResult>\(uploads)<IsTruncated>true</IsTruncated>
                    <NextKeyMarker>k</NextKeyMarker><NextUploadIdMarker>i</NextUploadIdMarker>
                    </ListMultipartUploadsResult>
                    """)
            })
        for name in ["incoming/other/a", "incoming/other/b", "versions/n/c"] {
            fetcher.on(address + ".carrel/" + name, .status(204))
        }
        let endpoint = try #require(URL(string: "http://s3.test"))
        let client = S3Client(
            bucket: S3Bucket(endpoint: endpoint, name: "library", region: "us-east-1"), fetcher: fetcher,
            keys: FixedS3Keys(TestBucket.keys), clock: ManualClock(.autoAdvancing),
            now: { Date(timeIntervalSince1970: 1_767_225_600) })
        try await S3Store(client: client, folder: folder.url).removeAbandoned()
        let removed = fetcher.requests.filter { $0.method == "DELETE" }.map(\.path)
        #expect(removed == ["incoming/other/a", "versions/n/c"].map { address + ".carrel/" + $0 })
        // The third part is the second again.
        #expect(fetcher.requests.filter { $0.target.contains("uploads=") }.count == 3)
    }

    private static func upload(_ name: String, _ day: String) -> String {
        """
        <Upload><Key>.carrel/\(name)</Key><UploadId>\(name.utf8.count)\(name.suffix(1))</UploadId>
        <Initiated>\(day)T12:00:00.000Z</Initiated></Upload>
        """
    }

    private static func answer(_ text: String) -> [Reply.Step] {
        let length = HTTPFields([("Content-Length", "\(text.utf8.count)")])
        return [.head(status: 200, fields: length), .bytes(Data(text.utf8))]
    }
}

/// Sends requests until one is the last thing that its process does.
private struct DyingFetcher: Fetcher {
    private let fetcher = CurlFetcher()
    private let isDead = Locked(false)
    private let dies: @Sendable (FetchRequest) -> Bool

    init(at dies: @escaping @Sendable (FetchRequest) -> Bool) { self.dies = dies }

    func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        let isLast = dies(request)
        let fails = isDead.withLock { isDead in
            isDead = isDead || isLast
            return isDead
        }
        guard !fails else { throw FetchError(.stopped, url: request.target.text, reason: "killed") }
        try await fetcher.exchange(request, into: sink)
    }
}

/// Sends requests, and loses the answer to the first that begins an upload.
private struct ForgetfulFetcher: Fetcher {
    private let fetcher = CurlFetcher()
    private let hasLost = Locked(false)

    func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        try await fetcher.exchange(request, into: sink)
        guard request.method == .post, request.target.text.contains("uploads=") else { return }
        let isFirst = hasLost.withLock { hasLost in
            defer { hasLost = true }
            return !hasLost
        }
        if isFirst { throw FetchError(.truncated, url: request.target.text, reason: "lost") }
    }
}
