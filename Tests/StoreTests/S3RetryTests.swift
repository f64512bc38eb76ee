import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelS3
import CarrelStages
import CarrelTesting
import Foundation
import S3Storing
import Testing

/// What a client does about a service that fails, slows it down or does not take its keys.
@Suite(.timeLimit(.minutes(1))) struct S3RetryTests {
    private let fetcher = ScriptedFetcher()
    private let address = "http://s3.test/library/a"

    private func client(
        _ keys: any S3KeyProvider = FixedS3Keys(TestBucket.keys), over other: (any Fetcher)? = nil,
        trials: String? = nil
    ) throws -> S3Client {
        let endpoint = try #require(URL(string: "http://s3.test"))
        var client = S3Client(
            bucket: S3Bucket(endpoint: endpoint, name: "library", region: "us-east-1"),
            fetcher: other ?? fetcher, keys: keys, clock: ManualClock(.autoAdvancing))
        client.trials = trials
        return client
    }

    private func failure(
        _ code: String, status: Int, _ more: String = "", message: String = "Words."
    ) -> Reply {
        .content(
            "<Error><Code>\(code)</Code><Message>\(message)</Message>\(more)</Error>",
            status: status)
    }

    @Test func `what fails for a moment is tried again`() async throws {
        fetcher.on(
            address, failure("SlowDown", status: 503), failure("InternalError", status: 500),
            .failing(.truncated), .failing(.system), .status(200))
        try await client().write("a", bytes: [1])
        #expect(fetcher.requests(for: address).count == 5)
        #expect(fetcher.requests(for: address).allSatisfy { $0.content == [1] })
    }

    @Test func `what keeps failing ends after six tries, with what to do`() async throws {
        fetcher.on(address, failure("SlowDown", status: 503))
        let error = await #expect(throws: S3Error.self) { try await client().write("a", bytes: [1]) }
        #expect(fetcher.requests(for: address).count == 6)
        #expect(error?.storeError.endsRun == true)
        #expect(error?.storeError.description == "library/a: Words (SlowDown). Try again later")
    }

    @Test func `an object that always breaks off fails alone if others do not`() async throws {
        fetcher.on(address, .failing(.truncated))
        let refusing = RefusingFetcher(fetcher)
        refusing.refuse(["HEAD"], "/library/trials/", as: "NoSuchKey")
        let client = try client(over: refusing, trials: "trials/")
        let alone = await #expect(throws: S3Error.self) { _ = try await client.read("a") { _ in } }
        #expect(alone?.storeError.endsRun == false)
        #expect(fetcher.requests(for: address).count == 6)
        // What was to be written may be there.
        let written = await #expect(throws: S3Error.self) { try await client.write("a", bytes: [1]) }
        #expect(written?.storeError.endsRun == true)
        refusing.takeAll()
        let all = await #expect(throws: S3Error.self) { _ = try await client.read("a") { _ in } }
        #expect(all?.storeError.code == .unreachable)
    }

    @Test func `what will not change is tried once`() async throws {
        fetcher.on(address, failure("AccessDenied", status: 403))
        let error = await #expect(throws: S3Error.self) { try await client().write("a", bytes: [1]) }
        #expect(fetcher.requests(for: address).count == 1)
        #expect(error?.storeError.remedy?.contains("the right to read, write, list and delete") == true)
    }

    @Test(arguments: [
        ("AccessDenied", 403, "Bucket size quota is reached"),
        ("XMinioAdminBucketQuotaExceeded", 400, "Words."),
    ])
    func `a quota that is used up concerns all objects, whatever its code`(
        code: String, status: Int, words: String
    ) async throws {
        fetcher.on(address, failure(code, status: status, message: words))
        let client = try client(trials: "trials/")
        let error = await #expect(throws: S3Error.self) { try await client.write("a", bytes: [1]) }
        #expect(error?.storeError.code == .unreachable)
        #expect(error?.remedy?.contains("Make room") == true)
        // No other object is tried.
        #expect(fetcher.requests.count == 1)
    }

    @Test func `a document whose name speaks of a quota is refused alone`() async throws {
        let words = "User: me is not authorized to perform: s3:GetObject on resource: library/quota.pdf"
        fetcher.on(
            "http://s3.test/library/quota.pdf", failure("AccessDenied", status: 403, message: words))
        let refusing = RefusingFetcher(fetcher)
        refusing.refuse(["HEAD"], "/library/trials/", as: "NoSuchKey")
        let client = try client(over: refusing, trials: "trials/")
        let error = await #expect(throws: S3Error.self) { _ = try await client.read("quota.pdf") { _ in } }
        #expect(error?.storeError.endsRun == false)
    }

    /// Keys that differ each time they are read.
    private actor Changing: S3KeyProvider {
        var count = 0

        func keys(afresh: Bool) -> S3Keys? {
            if afresh { count += 1 }
            return S3Keys(accessKey: "key\(count)", secretKey: "s", sessionToken: "token\(count)")
        }
    }

    @Test func `keys that have expired are read again, once`() async throws {
        fetcher.on(address, failure("ExpiredToken", status: 400), .status(200))
        try await client(Changing()).write("a", bytes: [1])
        let requests = fetcher.requests(for: address)
        #expect(requests.map { $0.fields["x-amz-security-token"] } == ["token0", "token1"])
        #expect(requests[1].fields["Authorization"]?.contains("Credential=key1/") == true)
        fetcher.on(address, failure("ExpiredToken", status: 400))
        await #expect(throws: S3Error.self) { try await client(Changing()).write("a", bytes: [1]) }
        #expect(fetcher.requests(for: address).count == 4)
    }

    @Test func `a region that is not the bucket's is named`() async throws {
        fetcher.on(
            address,
            failure("AuthorizationHeaderMalformed", status: 400, "<Region>eu-central-1</Region>"))
        let error = await #expect(throws: S3Error.self) { try await client().write("a", bytes: [1]) }
        #expect(error?.reason == "it is not in the region us-east-1")
        #expect(error?.remedy?.contains("store.region = \"eu-central-1\"") == true)
    }

    /// Copies an object to `b`; gives the requests for that.
    private func copy(answered replies: Reply...) async throws -> [RecordedRequest] {
        let copyAddress = "http://s3.test/library/b"
        let length = [("Content-Length", "3"), ("ETag", "\"1\"")]
        fetcher.on(address, Reply([.head(status: 200, fields: HTTPFields(length))]))
        fetcher.script.on(copyAddress, replies)
        let object = try #require(try await client().object("a"))
        try await client().copy(object, to: "b", notes: [:], isNew: true)
        return fetcher.requests(for: copyAddress)
    }

    @Test func `what fails for a moment behind a good head is tried again`() async throws {
        let result = Data("<CopyObjectResult><ETag>&quot;1&quot;</ETag></CopyObjectResult>".utf8)
        let requests = try await copy(
            answered: failure("InternalError", status: 200), failure("ServiceUnavailable", status: 200),
            failure("SlowDown", status: 200), .content(result))
        #expect(requests.count == 4)
        let request = try #require(requests.last)
        #expect(request.fields["x-amz-copy-source"] == "library/a")
        #expect(request.fields["x-amz-copy-source-if-match"] == "\"1\"")
        #expect(request.fields["If-None-Match"] == "*")
    }

    @Test(arguments: [("NoSuchKey", StoreError.Code.notFound), ("PreconditionFailed", .nameTaken)])
    func `a copy that fails behind a good head has failed as its code says`(
        code: String, storeCode: StoreError.Code
    ) async throws {
        let error = await #expect(throws: S3Error.self) {
            _ = try await copy(answered: failure(code, status: 200))
        }
        #expect(error?.code == code)
        #expect(error?.storeError.code == storeCode)
        let isHelped = error?.storeError.remedy == "Somebody else wrote there meanwhile; try again"
        #expect(isHelped == (code == "PreconditionFailed"))
    }

    @Test func `the time of the service is taken over where it is far away`() async throws {
        let reply = Reply([
            .head(
                status: 403,
                fields: HTTPFields([
                    ("Date", "Tue, 15 Nov 2033 08:12:31 GMT"), ("Content-Length", "50"),
                ])), .bytes(Data("<Error><Code>RequestTimeTooSkewed</Code> </Error> ".utf8)),
        ])
        fetcher.on(address, reply, .status(200))
        let client = try client()
        try await client.write("a", bytes: [1])
        #expect(fetcher.requests(for: address).last?.fields["x-amz-date"]?.hasPrefix("20331115T0812") == true)
        #expect(
            HTTPDate.text(Int64(client.serviceDate.timeIntervalSince1970)).hasPrefix("Tue, 15 Nov 2033 08:12")
        )
    }

    @Test func `requests without keys are not signed`() async throws {
        fetcher.on(address, .status(200))
        try await client(FixedS3Keys(nil)).write("a", bytes: [1])
        #expect(fetcher.requests(for: address).first?.fields["Authorization"] == nil)
    }

    @Test func `a bucket can be part of the host`() async throws {
        let endpoint = try #require(URL(string: "https://s3.test:8443"))
        let client = S3Client(
            bucket: S3Bucket(endpoint: endpoint, name: "library", region: "x", isInHost: true),
            fetcher: fetcher, keys: FixedS3Keys(TestBucket.keys), clock: ManualClock(.autoAdvancing))
        fetcher.on("https://library.s3.test:8443/a%20b", .status(200))
        try await client.write("a b", bytes: [1])
        #expect(fetcher.requests(for: "https://library.s3.test:8443/a%20b").count == 1)
    }

    @Test(arguments: [
        ("Fri, 31 Dec 9999 23:59:59 GMT", 9_223_372_035),
        ("Mon, 01 Jan 1601 00:00:00 GMT", -9_223_372_035),
    ])
    func `an object with a time that nanoseconds do not reach has the last or the first one`(
        date: String, seconds: Int
    ) async throws {
        let folder = try TemporaryFolder()
        let fields = [("Content-Length", "1"), ("ETag", "\"1\""), ("Last-Modified", date)]
        fetcher.on("http://s3.test/library/a.txt", Reply([.head(status: 200, fields: HTTPFields(fields))]))
        let store = S3Store(client: try client(), folder: folder.url)
        let entry = try #require(try await store.entries(of: ["a.txt"])["a.txt"])
        #expect(entry.fileTime == FileTime(nanoseconds: Int64(seconds) * 1_000_000_000 + 1))
    }
}
