import CarrelHTTP
import CarrelS3
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// What a client makes of answers that were lost, or are not what it asked for.
@Suite(.timeLimit(.minutes(1))) struct S3AnswerTests {
    private let folder: TemporaryFolder
    private let fetcher = ScriptedFetcher()
    private let address = "http://s3.test/library/a"
    private let copyAddress = "http://s3.test/library/b"
    private let sha256 = SignableRequest.digest(of: "abcdef".utf8)

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("a", "abcdef")
    }

    private func client() throws -> S3Client {
        let endpoint = try #require(URL(string: "http://s3.test"))
        return S3Client(
            bucket: S3Bucket(endpoint: endpoint, name: "library", region: "us-east-1"), partSize: 4,
            fetcher: fetcher, keys: FixedS3Keys(TestBucket.keys), clock: ManualClock(.autoAdvancing))
    }

    // MARK: Uploads in parts

    /// Scripts an upload of two parts: the answer at its end is lost, and the service knows it no longer.
    private func loseTheAnswer(leaving size: Int, noted digest: String) {
        let begun = "<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>"
        fetcher.on(address + "?uploads=", .content(begun))
        for part in 1...2 {
            fetcher.on(
                address + "?partNumber=\(part)&uploadId=u",
                .content(Data(), fields: [("ETag", "\"\(part)\"")]))
        }
        let unknown = Data("<Error><Code>NoSuchUpload</Code><Message>Words.</Message></Error>".utf8)
        fetcher.on(address + "?uploadId=u", .failing(.truncated), .content(unknown, status: 404))
        let fields = [
            ("Content-Length", "\(size)"), ("ETag", "\"x-2\""), ("x-amz-meta-carrel-sha256", digest),
        ]
        fetcher.on(address, Reply([.head(status: 200, fields: HTTPFields(fields))]))
    }

    private func write(isNew: Bool = false) async throws -> S3Object {
        try await client().write(
            "a", file: folder.url.appending(path: "a").path, size: 6, sha256: sha256,
            notes: ["carrel-sha256": sha256], isNew: isNew)
    }

    @Test(arguments: [false, true])
    func `an upload whose answer was lost is taken for done where its object is there`(
        isNew: Bool
    ) async throws {
        loseTheAnswer(leaving: 6, noted: sha256)
        #expect(try await write(isNew: isNew).entityTag == "\"x-2\"")
        #expect(fetcher.requests(for: address + "?uploadId=u").map(\.method) == ["POST", "POST"])
    }

    @Test(arguments: [(5, true), (6, false)])
    func `an upload that is gone has failed where something else is there`(
        size: Int, isNoted: Bool
    ) async throws {
        loseTheAnswer(leaving: size, noted: isNoted ? sha256 : SignableRequest.digest(of: "others".utf8))
        let error = await #expect(throws: S3Error.self) { _ = try await write() }
        #expect(error?.code == "NoSuchUpload")
    }

    @Test(arguments: [true, false])
    func `an upload whose end the service does not confirm is done only where its object is there`(
        isThere: Bool
    ) async throws {
        loseTheAnswer(leaving: 6, noted: isThere ? sha256 : SignableRequest.digest(of: "others".utf8))
        fetcher.on(address + "?uploadId=u", .content(Data()))
        guard !isThere else {
            #expect(try await write().entityTag == "\"x-2\"")
            return
        }
        let error = await #expect(throws: S3Error.self) { _ = try await write() }
        #expect(error?.code == "unreadable")
        #expect(fetcher.requests(for: address + "?uploadId=u").last?.method == "DELETE")
    }

    // MARK: Copies

    /// What services send in place of the result of a copy, behind a head that says 200.
    private static let noResults = [
        "", "   ", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<html><body>Log in</body></html>",
        "<Error><Code>InternalError</Co", "<CopyObjectResult><ETag>&quot;1&quot;</ETag>",
        "<CopyObjectResult><Progress>1048576</Progress></CopyObjectResult>",
    ]

    /// Copies an object of 6 bytes to `b`.
    ///
    /// - Parameters:
    ///   - body: what the service answers.
    ///   - there: the fields of what is at `b` then; `nil` if nothing is.
    ///   - notes: what to note of the copy.
    /// - Throws: `S3Error`.
    private func copy(
        answered body: String, leaving there: [(String, String)]?, noting notes: [String: String]
    ) async throws {
        let object = [("Content-Length", "6"), ("ETag", "\"1\"")]
        fetcher.on(address, Reply([.head(status: 200, fields: HTTPFields(object))]))
        fetcher.on(
            copyAddress,
            Reply { request in
                guard request.method != "HEAD" else {
                    guard let there else { return [.head(status: 404)] }
                    return [.head(status: 200, fields: HTTPFields(there))]
                }
                let length = HTTPFields([("Content-Length", "\(body.utf8.count)")])
                return [.head(status: 200, fields: length)] + (body.isEmpty ? [] : [.bytes(Data(body.utf8))])
            })
        let client = try client()
        let source = try #require(try await client.object("a"))
        try await client.copy(source, to: "b", notes: notes)
    }

    @Test(arguments: noResults)
    func `a copy that the service neither confirms nor shows has failed`(body: String) async throws {
        let error = await #expect(throws: S3Error.self) {
            try await copy(answered: body, leaving: nil, noting: ["carrel-sha256": sha256])
        }
        #expect(error?.code == "unreadable")
        #expect(error?.storeError.endsRun == false)
        // It may have failed for a moment.
        #expect(fetcher.requests(for: copyAddress).filter { $0.method == "PUT" }.count == 6)
    }

    @Test(arguments: [("6", "other"), ("5", "right")])
    func `what was there before is not taken for the copy`(size: String, note: String) async throws {
        let there = [("Content-Length", size), ("ETag", "\"2\""), ("x-amz-meta-carrel-sha256", note)]
        await #expect(throws: S3Error.self) {
            try await copy(answered: "", leaving: there, noting: ["carrel-sha256": "right"])
        }
    }

    @Test(arguments: noResults)
    func `a copy that the service shows is made, whatever it says`(body: String) async throws {
        let there = [("Content-Length", "6"), ("ETag", "\"2\""), ("x-amz-meta-carrel-sha256", sha256)]
        try await copy(answered: body, leaving: there, noting: ["carrel-sha256": sha256])
        #expect(fetcher.requests(for: copyAddress).map(\.method) == ["PUT", "HEAD"])
    }

    @Test func `a copy without notes is known by the entity tag of its content`() async throws {
        let there = [("Content-Length", "6"), ("ETag", "\"1\"")]
        try await copy(answered: "", leaving: there, noting: [:])
        let other = [("Content-Length", "6"), ("ETag", "\"2\"")]
        await #expect(throws: S3Error.self) { try await copy(answered: "", leaving: other, noting: [:]) }
    }

    @Test func `a copy whose result comes behind spaces is made`() async throws {
        let body = """
              \n<?xml version="1.0" encoding="UTF-8"?>
            <CopyObjectResult><ETag>&quot;1&quot;</ETag></CopyObjectResult>
            """
        try await copy(answered: body, leaving: nil, noting: [:])
        #expect(fetcher.requests(for: copyAddress).map(\.method) == ["PUT"])
    }

    // MARK: Sizes

    /// Scripts an object whose size HEAD does not say.
    private func answerWithoutLength(_ piece: Reply.Step) {
        fetcher.on(
            address, Reply([.head(status: 200, fields: HTTPFields([("ETag", "\"1\"")]))]),
            Reply([piece, .bytes(Data("a".utf8))]))
    }

    @Test func `the size of an object is asked for where HEAD does not say it`() async throws {
        let fields = [("Content-Length", "1"), ("Content-Range", "bytes 0-0/6"), ("ETag", "\"1\"")]
        answerWithoutLength(.head(status: 206, fields: HTTPFields(fields)))
        #expect(try await client().object("a")?.size == 6)
        #expect(fetcher.requests(for: address).map { $0.fields["Range"] } == [nil, "bytes=0-0"])
        answerWithoutLength(.head(status: 416, fields: HTTPFields([("Content-Length", "1")])))
        #expect(try await client().object("a")?.size == 0)
    }

    @Test func `an object whose size nothing says cannot be read`() async throws {
        answerWithoutLength(.head(status: 200, fields: HTTPFields([("ETag", "\"1\"")])))
        let error = await #expect(throws: S3Error.self) { _ = try await client().object("a") }
        #expect(error?.code == "unreadable")
    }

    // MARK: Pieces

    /// Scripts an object of 9 MiB: its first 8, and all of it behind another head in the place of the rest.
    private func answerTheRest(_ second: @escaping @Sendable (Data) -> Reply.Step) {
        let (bytes, length) = (Data(repeating: 7, count: 9 << 20), 8 << 20)
        fetcher.on(
            address,
            Reply { request in
                guard request.fields["Range"] == "bytes=0-\(length - 1)" else {
                    return [second(bytes), .bytes(bytes)]
                }
                let fields = [
                    ("Content-Length", "\(length)"), ("ETag", "\"1\""),
                    ("Content-Range", "bytes 0-\(length - 1)/\(bytes.count)"),
                ]
                return [.head(status: 206, fields: HTTPFields(fields)), .bytes(bytes.prefix(length))]
            })
    }

    @Test func `the whole object in the place of its second piece is an error`() async throws {
        answerTheRest { bytes in
            .head(status: 200, fields: HTTPFields([("Content-Length", "\(bytes.count)"), ("ETag", "\"1\"")]))
        }
        let error = await #expect(throws: S3Error.self) { _ = try await client().read("a") { _ in } }
        #expect(error?.reason == "the service sent other bytes than it was asked for")
    }

    @Test func `a piece that is longer than it says is an error`() async throws {
        answerTheRest { bytes in
            let fields = [
                ("Content-Length", "\(bytes.count)"), ("ETag", "\"1\""),
                ("Content-Range", "bytes \(8 << 20)-\(bytes.count - 1)/\(bytes.count)"),
            ]
            return .head(status: 206, fields: HTTPFields(fields))
        }
        let error = await #expect(throws: S3Error.self) { _ = try await client().read("a") { _ in } }
        #expect(error?.reason == "the service sent other bytes than it was asked for")
    }
}
