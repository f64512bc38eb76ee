import CarrelHTTP
import CarrelS3
import CarrelTesting
import Foundation
import Testing

/// What a client makes of answers that were lost, or are not what it asked for.
@Suite(.timeLimit(.minutes(1))) struct S3AnswerTests {
    private let folder: TemporaryFolder
    private let fetcher = ScriptedFetcher()
    private let address = "http://s3.test/library/a"
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
        fetcher.on(address + "?uploads=", .content(Data(begun.utf8)))
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
